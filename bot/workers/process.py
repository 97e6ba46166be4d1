"""One worker process as the bot sees it: a job goes in, an answer or the end of it comes out.

All of it blocks and belongs in a thread.  No clock is read: the time limit is a timer that kills.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Timer
from typing import Final

from bot.workers.child import Answer

_START_SECONDS: Final = 20.0  # a machine that needs longer to start Python cannot host tables
# all that a Python needs to start: neither the bot's token nor any other secret is among it
_ENVIRONMENT: Final = (
    *("PATH", "HOME", "TMPDIR", "TZ", "LANG", "LC_ALL", "LC_CTYPE"),
    *("PYTHONHOME", "PYTHONHASHSEED", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT"),
)
# pydantic else looks for its extensions through all packages there are: a seventh of the start
_NO_SEARCH: Final = {"PYDANTIC_DISABLE_PLUGINS": "__all__"}
_BOOT: Final = """\
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot decides when its workers end
sys.path[:] = sys.argv[1:]
import bot.workers.jobs
from bot.workers.child import serve
serve()
"""


class Died(Exception):
    """The process ended without an answer."""


class TooLong(Exception):
    """The process was ended because its time was over."""


class Worker:
    """Starts its process when it is first needed, and again after each end."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._changing = Lock()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Of the running process."""
        return None if self._process is None else self._process.pid

    def start(self) -> int:
        """Have a process that waits for a job; bytes it holds, 0 if it was there already."""
        if self._process is not None and self._process.poll() is None:
            return 0
        self.drop()
        with self._changing:
            if self._closed:
                raise Died
            self._process = subprocess.Popen(  # noqa: S603  this very Python
                [sys.executable, "-c", _BOOT, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=_environment(),
                # Linux shares processor time between sessions: in one of their own the workers
                # do not use up the bot's, whose event loop would wake late (p95 5 ms, not 0.1)
                start_new_session=True,
            )
        return self._exchange(_START_SECONDS).resident

    def ask(self, seconds: float, work: Callable[[], object]) -> Answer:
        """Have the work done.  Raises Died, TooLong, and why the work cannot be sent."""
        request = pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        self.start()
        answer = self._exchange(seconds, request)
        if answer.spent:
            self.drop()
        return answer

    def _exchange(self, seconds: float, request: bytes = b"") -> Answer:
        """Send the request, if there is one, and wait for one answer."""
        process, late = self._process, Event()
        if process is None or process.stdin is None or process.stdout is None:
            raise Died
        timer = Timer(seconds, self._expire, (late,))
        timer.daemon = True
        timer.start()
        try:
            if request:
                process.stdin.write(len(request).to_bytes(4, "big") + request)
                process.stdin.flush()
            answer = pickle.load(process.stdout)  # noqa: S301  from the own worker
        except Exception as error:  # the pipe has ended, or what came is no answer
            self.drop()
            raise (TooLong if late.is_set() else Died) from error
        finally:
            timer.cancel()
        assert isinstance(answer, Answer)
        return answer

    def _expire(self, late: Event) -> None:
        late.set()
        self.kill()

    def kill(self) -> None:
        """End the process now; whoever waits for it hears of its end.  From any thread."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the process for good; whoever has just asked it hears of that."""
        with self._changing:
            self._closed = True
        self.kill()

    def drop(self) -> None:
        """End the process, which nobody asks anything, and let go of all that belongs to it."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        with suppress(OSError), process:  # what could not be written any more is dropped
            pass


def _environment() -> dict[str, str]:
    """The little of the bot's that a worker is told."""
    return {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ} | _NO_SEARCH
