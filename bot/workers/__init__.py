"""Worker processes for heavy computation, which would block the event loop (design section 5).

Open first:
    pool.py              the worker pool: runs jobs with time limits, decisions before questions
    process.py           one worker process as seen from the bot
    worker_main.py       the main loop inside a worker process
    robot_moves.py       a robot's move, computed in a worker
    jobs.py              jobs for the tables: choose a move, advise a player
    cluster.py           jobs on other machines through a Dask scheduler
    dask_worker.py       the other end of a cluster: ``python -m bot think``
"""

from collections.abc import Callable
from contextlib import AbstractContextManager

from bot.workers.cluster import Cluster
from bot.workers.pool import JobKind, TooSlow, WorkerPool
from bot.workers.robot_moves import PLAIN_LEVEL, decision_seed, plain_move, robot_move

__all__ = [
    "PLAIN_LEVEL",
    "Cluster",
    "JobKind",
    "TooSlow",
    "WorkerPool",
    "create_workers",
    "decision_seed",
    "plain_move",
    "robot_move",
]


def create_workers(
    count: int, watch: Callable[[str], AbstractContextManager[object]], address: str | None = None
) -> WorkerPool:
    """Return a pool of ``count`` local processes, behind a cluster if it has an address."""
    return WorkerPool(count, watch) if address is None else Cluster(address, count, watch)
