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
"""

from bot.workers.move_messages import robots_digest
from bot.workers.pool import JobKind, TooSlow, WorkerPool
from bot.workers.remote_pool import RemotePool, create_workers
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
    "RemotePool",
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
