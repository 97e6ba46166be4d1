"""Worker processes for heavy computation, which would block the event loop (design section 5).

Open first:
    pool.py              the worker pool: runs jobs with time limits, decisions before questions;
                         one worker process as seen from the bot
    fork_server.py       the process whose forks the workers are, so that they share its memory
    worker_main.py       the main loop inside a worker process
    robot_moves.py       a robot's move, computed in a worker
    jobs.py              jobs for the tables: choose a move, advise a player; their processor time
    remote_pool.py       the pool of a bot with thinkers on other machines: finds thinkers, shares
                         moves, drops bad answers
    thinker.py           the other side: ``python -m bot think``; TLS between the two
    move_messages.py     request and answer as JSON, with the view of a seat
    code_digests.py      the version of the code, and of all that a robot's choice depends on
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from bot.model.codec_fields import ThinkerAddress
from bot.workers.code_digests import robots_digest
from bot.workers.pool import JobKind, TooSlow, WorkerPool
from bot.workers.robot_moves import (
    PLAIN_LEVEL,
    decision_seed,
    modest_move,
    patient_move,
    robot_move,
    secret_decision_seed,
)

__all__ = [
    "PLAIN_LEVEL",
    "JobKind",
    "TooSlow",
    "WorkerPool",
    "create_workers",
    "decision_seed",
    "modest_move",
    "patient_move",
    "robot_move",
    "robots_digest",
    "secret_decision_seed",
]


def create_workers(
    count: int,
    watch: Callable[[str], AbstractContextManager[object]],
    addresses: Sequence[ThinkerAddress] = (),
    tls_folder: Path | None = None,
    on_bad_answer: Callable[[], None] = lambda: None,
) -> WorkerPool:
    """Return a pool of ``count`` local processes, behind thinkers if there are addresses.

    Raises OSError, ssl.SSLError for certificates that are missing or bad.
    """
    if not addresses:
        return WorkerPool(count, watch)
    # few hosts have thinkers; the bot starts in less time and memory without their web server
    from bot.workers.remote_pool import RemotePool
    from bot.workers.thinker import Side, tls_context

    tls = None if tls_folder is None else tls_context(tls_folder, Side.BOT)
    return RemotePool(addresses, tls, count, watch, on_bad_answer)
