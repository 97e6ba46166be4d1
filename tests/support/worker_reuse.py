"""Worker processes that are reused between evenings, and the server that forks new ones.

Starting that server takes a third of a second.  A worker's answer depends on its job alone.  Only
workers that are idle at the end of an evening are kept, and only tests that may start processes
reuse them, so that other starts are noticed.
"""

import atexit
import subprocess
from typing import Final

from bot.workers import WorkerPool
from bot.workers.fork_server import ForkedProcess, ForkServer
from bot.workers.pool import worker_environment
from tests.conftest import MAY_START


class _KeptServer(ForkServer):
    """A server that goes on when a pool stops."""

    def close(self) -> None: ...
    def drop(self) -> None: ...


_SPARE: Final[list[subprocess.Popen[bytes] | ForkedProcess]] = []
_SERVER: Final = _KeptServer(worker_environment)


def reuse_processes(workers: WorkerPool) -> None:
    """Give the pool the processes of earlier evenings, and the server of all of them."""
    if MAY_START != [True]:
        return
    reuse_server(workers)
    for worker in workers._workers:
        if _SPARE:
            worker._process = _SPARE.pop()


def reuse_server(workers: WorkerPool) -> None:
    """Let the pool fork its processes from the server of earlier tests."""
    if workers._server is not None:
        workers._server = _SERVER
        for worker in workers._workers:
            worker._server = _SERVER


def keep_processes(workers: WorkerPool) -> None:
    """Keep the idle processes of the pool; the others end with their evening."""
    for worker in workers._queue._free if not workers._under_way else ():
        process, worker._process = worker._process, None
        if process is not None:
            _SPARE.append(process)


@atexit.register
def _end() -> None:
    for process in _SPARE:
        process.kill()
        with process:
            pass
    ForkServer.close(_SERVER)
    ForkServer.drop(_SERVER)
