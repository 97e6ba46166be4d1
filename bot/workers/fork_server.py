"""A process that has imported everything and forks worker processes, which share its memory.

A worker that is started by itself imports everything again; a fork has only what it changes for
itself, and starts in milliseconds (design section 5). The server runs no job and no thread, so a
fork is always safe; it ends with the bot, and is started again when it is needed and gone. Its
workers outlive it.

Only on Linux: elsewhere there is no handle of a process that is no child (pidfd).
"""

import gc
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from functools import cache
from threading import Lock
from types import TracebackType
from typing import Final, NoReturn, Self

from bot.workers.worker_main import serve_jobs

_BOOT_SECONDS: Final = 20.0  # a machine that needs longer to start Python cannot host tables
_FORK_SECONDS: Final = 2.0  # a server that needs longer hangs
_ATTEMPTS: Final = 2  # the server may have been killed since the last fork
_BOOT: Final = """\
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot decides when its workers end
descriptor, prepare, *sys.path[:] = sys.argv[1:]
from bot.workers.fork_server import serve_forks
from bot.workers.jobs import load_robots, load_tables
load_robots()
if prepare:
    load_tables()
serve_forks(int(descriptor), bytes.fromhex(prepare))
"""


@cache
def can_fork() -> bool:
    """Return True where workers can be forks of a server."""
    if sys.platform != "linux":
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:  # a sandbox may lack the call
        return False
    return True


class ForkedProcess:
    """A fork as the bot sees it, with the interface of ``subprocess.Popen`` that workers use."""

    def __init__(self, pid: int, requests: int, answers: int) -> None:
        self.pid = pid
        self.stdin = os.fdopen(requests, "wb")
        self.stdout = os.fdopen(answers, "rb")
        self._handle = os.pidfd_open(pid)
        self._lock = Lock()
        self._is_closed = False

    def poll(self) -> int | None:
        """Return None while it runs, else 0."""
        return 0 if self._is_closed or self._has_ended(0) else None

    def kill(self) -> None:
        """Kill it, from any thread; nothing if it has ended."""
        with self._lock, suppress(ProcessLookupError):
            if not self._is_closed:
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        place: TracebackType | None,
    ) -> None:
        """Close the pipes and wait for its end."""
        with suppress(OSError):
            self.stdin.close()
        self.stdout.close()
        self._has_ended(None)
        with self._lock:
            self._is_closed = True
            os.close(self._handle)

    def _has_ended(self, milliseconds: int | None) -> bool:
        waiting = select.poll()
        waiting.register(self._handle, select.POLLIN)
        return bool(waiting.poll(milliseconds))


class ForkServer:
    """The server as the bot sees it; it is started with the first fork.

    ``prepare`` runs in the server before that, so that its forks share what it loads; with it the
    tables of robots and solver are loaded, which each fork would compute for itself.
    ``environment`` is all of the environment that the server and its forks have.
    """

    def __init__(self, environment: Callable[[], Mapping[str, str]]) -> None:
        self.prepare: Callable[[], object] | None = None
        self._environment = environment
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The id of the running server."""
        return None if self._process is None else self._process.pid

    def fork(self) -> ForkedProcess:
        """Return a new worker process; OSError when the server cannot be started."""
        with self._lock:
            for _ in range(_ATTEMPTS - 1):
                with suppress(OSError):
                    return self._fork_once()
                self._end()
            return self._fork_once()

    def close(self) -> None:
        """End the server for good; a waiting caller gets an error."""
        self._is_closed = True
        process = self._process
        if process is not None:
            process.kill()

    def drop(self) -> None:
        """Release the resources of a closed server."""
        with self._lock:
            self._end()

    def _fork_once(self) -> ForkedProcess:
        line = self._line or self._boot()
        with ExitStack() as on_failure, ExitStack() as theirs:
            (reads, writes), (hears, says) = os.pipe(), os.pipe()
            for descriptor in (reads, says):
                theirs.callback(os.close, descriptor)
            for descriptor in (writes, hears):
                on_failure.callback(os.close, descriptor)
            socket.send_fds(line, [b"f"], [reads, says])
            pid = int.from_bytes(line.recv(4), "big")
            if not pid:
                raise ConnectionResetError
            forked = ForkedProcess(pid, writes, hears)
            on_failure.pop_all()
        return forked

    def _boot(self) -> socket.socket:
        if self._is_closed:
            raise ConnectionResetError
        prepare = pickle.dumps(self.prepare).hex() if self.prepare else ""
        ours, theirs = socket.socketpair()
        with theirs:
            self._line = ours
            self._process = subprocess.Popen(  # noqa: S603  this very Python
                [sys.executable, "-c", _BOOT, str(theirs.fileno()), prepare, *sys.path],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=self._environment(),
                start_new_session=True,
            )
        ours.settimeout(_BOOT_SECONDS)
        if not ours.recv(1):
            raise ConnectionResetError
        ours.settimeout(_FORK_SECONDS)
        return ours

    def _end(self) -> None:
        """Kill the server, if it runs; its forks live on."""
        line, process = self._line, self._process
        self._line = self._process = None
        if line is not None:
            line.close()
        if process is not None:
            process.kill()
            process.wait()


def serve_forks(descriptor: int, prepare: bytes) -> NoReturn:
    """Fork a worker for every message with the ends of its pipes; end when the bot has ended."""
    line = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system forgets workers that have ended
    if prepare:
        with suppress(Exception):  # a worker prepares itself again, and reports why it cannot
            pickle.loads(prepare)()  # noqa: S301  sent by the own bot
    gc.collect()
    gc.freeze()  # a collection in a fork would copy every page
    line.send(b"+")
    while True:
        message, pipes, _, _ = socket.recv_fds(line, 1, 2)
        if not message:
            os._exit(0)
        try:
            pid = os.fork()
        except OSError:
            pid = -1
        if pid == 0:
            _become_worker(line, *pipes)
        for pipe in pipes:
            os.close(pipe)
        line.send(max(pid, 0).to_bytes(4, "big"))


def _become_worker(line: socket.socket, requests: int, answers: int) -> NoReturn:
    """Serve jobs from these pipes, without anything that belongs to the server."""
    try:
        line.close()
        for pipe, place in ((requests, 0), (answers, 1)):
            os.dup2(pipe, place)
            os.close(pipe)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        # Linux shares processor time between sessions: in one of their own the workers
        # do not use up the bot's, whose event loop would wake late (p95 5 ms, not 0.1)
        os.setsid()
        serve_jobs()
    finally:
        os._exit(1)
