"""The fleet as one process sees it: the interface, and the form for a single process."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from enum import StrEnum
from typing import Final, Protocol

from bot.model.enums import ALL_SHARDS, RateLimit, ShardRange

# Seconds between two identifies of a bucket.  Discord's limit is five; the second request may be
# quicker on its way than the first one.
IDENTIFY_INTERVAL: Final = 5.2


class ChangedRecord(StrEnum):
    """The kind of record another process has changed; its id comes along."""

    PERSON = "person"
    GUILD = "guild"


class LeaseLost(Exception):
    """The lease is lost: another process may hold the shards by now."""


ChangeListener = Callable[[ChangedRecord, int], None]


class FleetCoordinator(Protocol):
    """``owned`` are the shards this process is responsible for.

    ``max_concurrency`` is the number of shards, one per bucket, that may identify within five
    seconds.
    """

    owned: ShardRange
    max_concurrency: int

    def may_act(self) -> bool:
        """Return True while this process holds its shards."""

    async def wait_until_lost(self) -> None:
        """Wait until the lease is lost; a single process waits forever."""

    def exclusively(self, work: str) -> AbstractAsyncContextManager[bool]:
        """Enter with True in one process at a time, with False in the others."""

    async def wait_to_connect(self, shard: int, *, initial: bool) -> None:
        """Wait until a shard may connect and identify. Raises LeaseLost.

        ``initial``: the first shard of this process.
        """

    async def wait_to_identify(self, shard: int) -> None:
        """Wait again after connecting if the slot has expired or was never taken."""

    async def listen(self, on_change: ChangeListener) -> None:
        """Call ``on_change`` for every change by another process from now on."""

    async def spend_quota(
        self, action: str, owner_id: int, limit: RateLimit, now: int
    ) -> int | None:
        """Count one use for all processes; return the next free time (unix seconds).

        A time after ``now``: the quota is used up and nothing was counted. None: quotas are not
        shared.
        """


class SingleProcess:
    """A single process: it owns all shards, and no other process changes anything."""

    owned: ShardRange = ALL_SHARDS
    max_concurrency = 1

    def __init__(self) -> None:
        self._waited_shards: set[int] = set()  # shards that have waited for their slot

    def may_act(self) -> bool:
        return True

    async def wait_until_lost(self) -> None:
        await asyncio.Event().wait()

    @asynccontextmanager
    async def exclusively(self, work: str) -> AsyncIterator[bool]:
        yield True

    async def wait_to_connect(self, shard: int, *, initial: bool) -> None:
        """Wait as discord.py does: the first shard at once, each other one after a pause."""
        if not initial:
            await asyncio.sleep(IDENTIFY_INTERVAL)
        self._waited_shards.add(shard)

    async def wait_to_identify(self, shard: int) -> None:
        if shard not in self._waited_shards:
            await asyncio.sleep(IDENTIFY_INTERVAL)
        self._waited_shards.discard(shard)

    async def listen(self, on_change: ChangeListener) -> None:
        """Do nothing: there are no other processes."""

    async def spend_quota(
        self, action: str, owner_id: int, limit: RateLimit, now: int
    ) -> int | None:
        return None
