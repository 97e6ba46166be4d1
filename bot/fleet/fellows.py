"""The fleet as one process sees it: the interface, and the form for a single process."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from enum import StrEnum
from typing import Final, Protocol

from bot.terms import EVERYWHERE, Often, Owned

PACE: Final = 5.0  # seconds between two identifies of a bucket (Discord's limit)


class Kind(StrEnum):
    """The kind of record another process has changed; its id comes along."""

    PERSON = "person"
    GUILD = "guild"


class Parted(Exception):
    """The lease is lost: another process may hold the shards by now."""


Hear = Callable[[Kind, int], None]


class Fellows(Protocol):
    """``owned`` are the shards this process is responsible for.

    ``at_once`` is the number of shards, one per bucket, that may identify within five seconds.
    """

    owned: Owned
    at_once: int

    def may_act(self) -> bool:
        """Return True while this process holds its shards."""

    async def parted(self) -> None:
        """Wait until the lease is lost; a single process waits forever."""

    def only_one(self, work: str) -> AbstractAsyncContextManager[bool]:
        """Enter with True in one process at a time, with False in the others."""

    async def turn(self, shard: int, *, initial: bool) -> None:
        """Wait until a shard may connect and identify. Raises Parted.

        ``initial``: the first shard of this process.
        """

    async def identify(self, shard: int) -> None:
        """Wait again after connecting if the slot has expired or was never taken."""

    async def listen(self, hear: Hear) -> None:
        """Call ``hear`` for every change by another process from now on."""

    async def spend(self, what: str, who: int, often: Often, now: int) -> int | None:
        """Count one use for all processes; return the next free time (unix seconds).

        A time after ``now``: the quota is used up and nothing was counted. None: quotas are not
        shared.
        """


class Alone:
    """A single process: it owns all shards, and no other process changes anything."""

    owned: Owned = EVERYWHERE
    at_once = 1

    def __init__(self) -> None:
        self._turns: set[int] = set()  # shards that have waited for their slot

    def may_act(self) -> bool:
        return True

    async def parted(self) -> None:
        await asyncio.Event().wait()

    @asynccontextmanager
    async def only_one(self, work: str) -> AsyncIterator[bool]:
        yield True

    async def turn(self, shard: int, *, initial: bool) -> None:
        """Wait as discord.py does: the first shard at once, each other one after a pause."""
        if not initial:
            await asyncio.sleep(PACE)
        self._turns.add(shard)

    async def identify(self, shard: int) -> None:
        if shard not in self._turns:
            await asyncio.sleep(PACE)
        self._turns.discard(shard)

    async def listen(self, hear: Hear) -> None:
        """Do nothing: there are no other processes."""

    async def spend(self, what: str, who: int, often: Often, now: int) -> int | None:
        return None
