"""The connection to Discord: heartbeats while it is up, compensation once it is back.

The loops are discord.py's, which continue after a failed request; ``Outages`` does their work.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

import discord
from discord.ext import tasks

from bot.front.failures import FAILED
from bot.keepers.outage import Outages
from bot.keepers.rounds import is_for_good
from bot.store import StorageTrouble, Store

log = logging.getLogger(__name__)

_LAST: Final = 2.5  # seconds for the last responses
_STORAGE: Final = 5  # seconds between retries of the storage


async def buckets(client: discord.AutoShardedClient) -> int:
    """Return the number of shards that may identify at once; 1 if Discord does not say."""
    try:
        return (await client.fetch_session_start_limits()).max_concurrency
    except (*FAILED, discord.GatewayNotFound) as error:
        log.warning("shards identify themselves one by one: %s", error)
        return 1


class Line:
    """``rearm`` restarts the timers of the tables once their compensation is stored."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        store: Store,
        outages: Outages,
        rearm: Callable[[], None],
    ) -> None:
        self._client, self._store, self._outages = client, store, outages
        self._rearm = rearm

    async def started(self) -> None:
        """Compensate the clocks for the time since the last heartbeat, and start heartbeats."""
        await self._outages.started()
        self._alive.start()
        self._listen.start()

    async def found(self, shard_id: int) -> None:
        """Compensate the clocks of a shard that is connected again, then restart the timers."""
        if await self.patiently("the clocks", partial(self._outages.found, shard_id)):
            self._rearm()

    async def patiently(self, who: str, work: Callable[[], Awaitable[None]]) -> bool:
        """Retry the work while the storage is in trouble; return False if it failed for good."""
        while not self._client.is_closed():
            try:
                await work()
            except StorageTrouble as trouble:
                log.warning("%s wait for the storage: %s", who, trouble)
                if is_for_good(trouble):
                    return False
                await asyncio.sleep(_STORAGE)
            else:
                return True
        return False

    async def left(self) -> None:
        """Store a last heartbeat; downtime counts from now on."""
        self._alive.cancel()
        self._listen.cancel()
        try:
            await self._outages.alive()
        except StorageTrouble as trouble:
            log.warning("no last sign of life was stored: %s", trouble)

    async def hang_up(self, given: Callable[[], Awaitable[None]]) -> None:
        """Stop receiving interactions and await the open responses.

        Otherwise the library closes both at once, in the middle of a response. Interactions after
        this point go to the next process.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST):
                shards = self._client.shards.values()
                await asyncio.gather(*(shard.disconnect() for shard in shards))
                await given()

    @tasks.loop(seconds=10)  # the delay of noticing is less than the grace period
    async def _listen(self) -> None:
        self._outages.look()

    @tasks.loop(seconds=60)
    async def _alive(self) -> None:
        self._store.room.look()
        try:
            await self._outages.alive()
        except StorageTrouble as trouble:
            log.warning("no sign of life was stored: %s", trouble)
