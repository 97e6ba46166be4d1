"""Processes that think, so that the event loop never does (design section 5)."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from bot.workers.cluster import Cluster
from bot.workers.line import Kind
from bot.workers.moves import PLAIN, plain_move, seed_of, thought_move
from bot.workers.pool import TooSlow, Workers

__all__ = [
    "PLAIN",
    "Cluster",
    "Kind",
    "TooSlow",
    "Workers",
    "plain_move",
    "seed_of",
    "thought_move",
    "workers",
]


def workers(
    count: int, watch: Callable[[str], AbstractContextManager[object]], address: str | None = None
) -> Workers:
    """So many processes of this machine, behind a cluster's where there is an address of one."""
    return Workers(count, watch) if address is None else Cluster(address, count, watch)
