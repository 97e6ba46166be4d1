"""Processes that think go from one evening to the next: each takes half a second to start.

What one answers depends on its job alone.  Only who is free when an evening ends is kept, and only
tests that may start processes are lent any: the others have to be noticed.
"""

import atexit
import subprocess
from typing import Final

from bot.workers import WorkerPool
from tests.conftest import MAY_START

_SPARE: Final[list[subprocess.Popen[bytes]]] = []


def lend(workers: WorkerPool) -> None:
    """Have them begin with the processes of the evenings before."""
    for worker in workers._workers:
        if _SPARE and MAY_START == [True]:
            worker._process = _SPARE.pop()


def take_back(workers: WorkerPool) -> None:
    """Keep the processes that wait for a job; the others end with their evening."""
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
