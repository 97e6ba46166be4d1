"""Starts the bot as a process of its own; where tests start it, as a fork of one that imported it.

Importing the bot takes most of a second of processor time, which some forty starts of the suite
paid.  A fork has a process id, an environment, a folder and an output of its own like any other
process, and ends like one.  The programs beside the tests start Python, as a host does.
"""

import asyncio
import atexit
import gc
import json
import os
import runpy
import select
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Final, NamedTuple, Protocol

_HOME: Final = Path(__file__).resolve().parents[2]
_IMPORTED: Final = (
    *("bot.app.fleet_member", "bot.cli.main", "bot.workers.thinker", "aiohttp.web"),
    "tests.support.stopwatch",
)
_PAUSE: Final = 0.01  # seconds between two looks whether a fork has ended
_LONGEST: Final = 1 << 16  # bytes of a request
_SERVERS: Final[list[socket.socket]] = []
_FORKING: Final[list[bool]] = []


class _Request(NamedTuple):
    words: list[str]
    env: dict[str, str]
    folder: str
    warms: bool


class StartedBot(Protocol):
    """What is used of a process: asyncio's and a fork are like this."""

    @property
    def pid(self) -> int: ...
    @property
    def returncode(self) -> int | None: ...
    def send_signal(self, signal: int) -> None: ...
    def kill(self) -> None: ...
    async def wait(self) -> int: ...


class _Fork:
    """A fork, whose exit code arrives through a pipe."""

    def __init__(self, pid: int, ends: int) -> None:
        self.pid = pid
        self._ends = ends
        self._code: int | None = None

    @property
    def returncode(self) -> int | None:
        if self._code is None:
            with suppress(BlockingIOError):
                self._code = int(os.read(self._ends, 16))
                os.close(self._ends)
        return self._code

    def send_signal(self, signal: int) -> None:
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal)

    def kill(self) -> None:
        self.send_signal(9)

    async def wait(self) -> int:
        while (code := self.returncode) is None:  # noqa: ASYNC110 - several may wait
            await asyncio.sleep(_PAUSE)
        return code


def fork_bots() -> None:
    """Fork every bot that this process starts from now on, where the system can."""
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):  # not Linux, or a sandbox without the call
        return
    _FORKING[:] = [True]


async def start_bot(
    script: Path,
    *words: str,
    env: Mapping[str, str],
    folder: Path,
    output: IO[bytes],
    through: Sequence[str] | None = None,
    warms: bool = True,
) -> StartedBot:
    """Start a script of the bot in a folder, with all of its environment and its output.

    ``through`` is a command that starts Python, empty for a script that changes the bot before it
    is imported; a process of these is no fork. A fork that does not warm up starts its workers with
    their first job, and many a test has none: that takes as long as importing the bot.
    """
    if through is None and _FORKING == [True]:
        return _forked(_Request([str(script), *words], dict(env), str(folder), warms), output)
    return await asyncio.create_subprocess_exec(
        *(*(through or ()), sys.executable, str(script), *words),
        env=env,
        cwd=folder,
        stderr=asyncio.subprocess.STDOUT,
        stdout=output,
        process_group=0,  # Ctrl-C is for who started it
    )


def _forked(asked: _Request, output: IO[bytes]) -> StartedBot:
    if not _SERVERS:
        _SERVERS.append(_started_server())
    request = json.dumps(asked).encode()
    assert len(request) < _LONGEST
    reads, writes = os.pipe()
    socket.send_fds(_SERVERS[0], [request], [output.fileno(), writes])
    os.close(writes)
    os.set_blocking(reads, False)
    return _Fork(int(_SERVERS[0].recv(16)), reads)


def _started_server() -> socket.socket:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            cwd=_HOME,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


# -- in the server


def _serve(line: socket.socket) -> _Request:
    """Fork for every request, and return in each fork; end where who asks has ended."""
    looked = select.poll()
    looked.register(line, select.POLLIN)
    running: dict[int, tuple[int, int]] = {}  # handle -> process id, pipe of its exit code
    while True:
        for ready, _ in looked.poll():
            if ready != line.fileno():
                looked.unregister(ready)
                _report_end(ready, *running.pop(ready))
                continue
            message, passed, _, _ = socket.recv_fds(line, _LONGEST, 2)
            if not message:
                os._exit(0)
            output, ends = passed
            if not (pid := os.fork()):
                for handle, (_, other) in running.items():
                    os.close(handle)
                    os.close(other)
                os.close(ends)
                line.close()
                return _become(_Request(*json.loads(message)), output)
            os.close(output)
            handle = os.pidfd_open(pid)
            running[handle] = pid, ends
            looked.register(handle, select.POLLIN)
            line.send(str(pid).encode())


def _report_end(handle: int, pid: int, ends: int) -> None:
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    with suppress(BrokenPipeError):
        os.write(ends, str(code).encode())
    os.close(ends)
    os.close(handle)


def _become(request: _Request, output: int) -> _Request:
    """Take over what is a process's own."""
    os.setpgid(0, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    os.chdir(request.folder)
    os.environ.clear()
    os.environ.update(request.env)
    sys.argv[:] = request.words
    if not request.warms:
        import_module("bot.workers").WorkerPool.warm = _stay_cold
    return request


async def _stay_cold(*_: object) -> None:
    """Start no worker."""


def _main() -> None:
    for name in _IMPORTED:
        import_module(name)
    gc.freeze()
    asked = _serve(socket.socket(fileno=int(sys.argv[1])))
    runpy.run_path(asked.words[0], run_name="__main__")


if __name__ == "__main__":
    _main()
