"""Worker processes that are reused between evenings: starting one takes half a second.

A worker's answer depends on its job alone.  Only workers that are idle at the end of an evening
are kept, and only tests that may start processes reuse them, so that other starts are noticed.
"""

import atexit
import subprocess
from typing import Final

from bot.workers import WorkerPool
from bot.workers.fork_server import ForkedProcess
from tests.conftest import MAY_START

_SPARE: Final[list[subprocess.Popen[bytes] | ForkedProcess]] = []


def reuse_processes(workers: WorkerPool) -> None:
    """Give the pool the processes of earlier evenings."""
    for worker in workers._workers:
        if _SPARE and MAY_START == [True]:
            worker._process = _SPARE.pop()


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
