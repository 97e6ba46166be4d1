"""One worker process as seen from the bot: sends a job, and receives its answer or its death.

All calls block and belong in a thread.  A watchdog kills a process that is late.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Condition, Lock, Thread
from time import monotonic, sleep
from typing import Final

from bot.workers.fork_server import ForkedProcess, ForkServer
from bot.workers.worker_main import JobResult

_SHORTAGE: Final = 0.1  # seconds until the watchdog tries again without memory
_START_SECONDS: Final = 20.0  # a machine that needs longer to start Python cannot host tables
# all that Python needs to start: neither the bot's token nor any other secret
_ENVIRONMENT: Final = (
    *("PATH", "HOME", "TMPDIR", "TZ", "LANG", "LC_ALL", "LC_CTYPE"),
    *("PYTHONHOME", "PYTHONHASHSEED", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT"),
)
# else pydantic searches all installed packages for plugins: a seventh of the startup time
_NO_SEARCH: Final = {"PYDANTIC_DISABLE_PLUGINS": "__all__"}
# else glibc keeps the tables of a finished search: a fifth of a worker's memory
_RETURN_MEMORY: Final = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": "131072",  # bytes
    "MALLOC_TRIM_THRESHOLD_": "131072",
}
_BOOT: Final = """\
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot decides when its workers end
sys.path[:] = sys.argv[1:]
import bot.workers.jobs
from bot.workers.worker_main import serve_jobs
serve_jobs()
"""


class ProcessDied(Exception):
    """The process ended without an answer."""


class TimedOut(Exception):
    """The process was killed because its time was over."""


class Watchdog:
    """Calls ``expire`` when a time limit is over.

    One thread for all limits: when memory is short, the start of a thread fails or never returns.
    """

    def __init__(self, expire: Callable[[], None]) -> None:
        self._expire = expire
        self._changed = Condition()
        self._until: float | None = None  # by the monotonic clock; None: there is no limit now
        self._is_closed = False
        self.is_late = False  # True after a limit was over, until the next one
        Thread(target=self._watch, name="watchdog", daemon=True).start()

    @contextmanager
    def limit(self, seconds: float) -> Iterator[None]:
        """Call ``expire`` if the block takes longer."""
        self.is_late = False
        self._set(monotonic() + seconds)
        try:
            yield
        finally:
            self._set(None)

    def close(self) -> None:
        """End the thread."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    def _set(self, until: float | None) -> None:
        with self._changed:
            self._until = until
            self._changed.notify()

    def _watch(self) -> None:
        with self._changed:
            while not self._is_closed:
                try:
                    self._wait()
                except MemoryError:
                    sleep(_SHORTAGE)

    def _wait(self) -> None:
        left = None if self._until is None else self._until - monotonic()
        if left is None or left > 0:
            self._changed.wait(left)
        else:
            self._until, self.is_late = None, True
            self._expire()


class WorkerProcess:
    """A worker process, started when it is first needed, and again after each end.

    It is a fork of ``server``, or a process of its own where there is none.
    """

    def __init__(self, server: ForkServer | None = None) -> None:
        self._server = server
        self._process: subprocess.Popen[bytes] | ForkedProcess | None = None
        self._watchdog: Watchdog | None = None
        self._changing = Lock()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the running process."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Start the process if it is not running, and wait until it answers."""
        if self._process is not None and self._process.poll() is None:
            return
        self.drop()
        process = self._launch()
        with self._changing:
            self._process = process
            if self._closed:
                self.kill()
        self._exchange(_START_SECONDS)

    def _launch(self) -> subprocess.Popen[bytes] | ForkedProcess:
        if self._closed:
            raise ProcessDied
        if self._server is not None:
            try:
                return self._server.fork()
            except OSError as error:
                raise ProcessDied from error
        return subprocess.Popen(  # noqa: S603  this very Python
            [sys.executable, "-c", _BOOT, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=worker_environment(),
            start_new_session=True,  # bot/workers/fork_server.py says why
        )

    def run(self, seconds: float, work: Callable[[], object]) -> JobResult:
        """Run the work in the process.  Raises ProcessDied, TimedOut, and errors of pickling."""
        request = pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        self.start()
        answer = self._exchange(seconds, request)
        if answer.must_exit:
            self.drop()
        return answer

    def _exchange(self, seconds: float, request: bytes = b"") -> JobResult:
        """Send the request, if there is one, and wait for one answer."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise ProcessDied
        watchdog = self._watchdog = self._watchdog or Watchdog(self.kill)
        try:
            with watchdog.limit(seconds):
                if request:
                    process.stdin.write(len(request).to_bytes(4, "big") + request)
                    process.stdin.flush()
                answer = pickle.load(process.stdout)  # noqa: S301  sent by the own worker
        except Exception as error:  # the pipe is closed, or the data is no answer
            self.drop()
            raise (TimedOut if watchdog.is_late else ProcessDied) from error
        assert isinstance(answer, JobResult)
        return answer

    def kill(self) -> None:
        """Kill the process now, from any thread; a waiting caller gets an error."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the process for good; a waiting caller gets an error."""
        with self._changing:
            self._closed = True
        self.kill()
        if self._watchdog is not None:
            self._watchdog.close()

    def drop(self) -> None:
        """End the idle process, and release its resources."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        with suppress(OSError), process:  # unsent data is dropped
            pass


def worker_environment() -> dict[str, str]:
    """Return the environment of a worker, a small part of the bot's."""
    passed = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    return passed | _NO_SEARCH | _RETURN_MEMORY
