"""The line to Discord: what is noted while it is up, and what is made good once it is back.

The loops are the library's, which go on after a failed request; what they do is the outages'.
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

_LAST: Final = 2.5  # seconds for the last answers
_STORAGE: Final = 5  # seconds until the storage is asked again


async def buckets(client: discord.AutoShardedClient) -> int:
    """How many shards may identify themselves at once: one, where Discord does not tell."""
    try:
        return (await client.fetch_session_start_limits()).max_concurrency
    except (*FAILED, discord.GatewayNotFound) as error:
        log.warning("shards identify themselves one by one: %s", error)
        return 1


class Line:
    """``rearm`` wakes the clocks of the tables once what they lost is stored."""

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
        """The clocks get back the time since the last sign of life; from now on there are more."""
        await self._outages.started()
        self._alive.start()
        self._listen.start()

    async def found(self, shard_id: int) -> None:
        """Discord is there: its clocks go on, once what they lost is stored."""
        if await self.patiently("the clocks", partial(self._outages.found, shard_id)):
            self._rearm()

    async def patiently(self, who: str, work: Callable[[], Awaitable[None]]) -> bool:
        """Once more while the storage is in trouble; False: it was in vain."""
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
        """A last sign of life: from now on the clocks are owed their time."""
        self._alive.cancel()
        self._listen.cancel()
        try:
            await self._outages.alive()
        except StorageTrouble as trouble:
            log.warning("no last sign of life was stored: %s", trouble)

    async def hang_up(self, given: Callable[[], Awaitable[None]]) -> None:
        """No click comes in any more, and who has clicked is answered; whoever is next hears all.

        Without that the library cuts off both at once, in the middle of an answer.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST):
                shards = self._client.shards.values()
                await asyncio.gather(*(shard.disconnect() for shard in shards))
                await given()

    @tasks.loop(seconds=10)  # what is noticed later than it was costs less than the grace given
    async def _listen(self) -> None:
        self._outages.look()

    @tasks.loop(seconds=60)
    async def _alive(self) -> None:
        self._store.room.look()
        try:
            await self._outages.alive()
        except StorageTrouble as trouble:
            log.warning("no sign of life was stored: %s", trouble)
