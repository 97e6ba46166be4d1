"""The connection to Discord: heartbeats while it is up, compensation once it is back.

The loops are discord.py's, which continue after a failed request; ``Downtime`` does their work.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

import discord
from discord.ext import tasks

from bot.background import downtime, table_tasks
from bot.discord_ui.failures import REQUEST_ERRORS
from bot.store import StorageTrouble, Store

log = logging.getLogger(__name__)

_LAST_RESPONSES_SECONDS: Final = 2.5  # seconds for the last responses
_STORAGE_RETRY_SECONDS: Final = 5  # seconds between retries of the storage


async def fetch_max_concurrency(client: discord.AutoShardedClient) -> int:
    """Return the number of shards that may identify at once; 1 if Discord does not say."""
    try:
        return (await client.fetch_session_start_limits()).max_concurrency
    except (*REQUEST_ERRORS, discord.GatewayNotFound) as error:
        log.warning("shards identify themselves one by one: %s", error)
        return 1


class GatewayConnection:
    """``rearm`` restarts the timers of the tables once their compensation is stored."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        store: Store,
        downtime: downtime.Downtime,
        rearm: Callable[[], None],
    ) -> None:
        self._client, self._store, self._downtime = client, store, downtime
        self.rearm = rearm

    async def start(self) -> None:
        """Compensate the clocks for the time since the last heartbeat, and start heartbeats."""
        await self._downtime.on_started()
        self._send_heartbeat.start()
        self._check_shards.start()

    async def resume_shard(self, shard_id: int) -> None:
        """Compensate the clocks of a shard that is connected again, then restart the timers."""
        if await self.retry_while_storage_fails(
            "the clocks", partial(self._downtime.on_connected, shard_id)
        ):
            self.rearm()

    async def retry_while_storage_fails(
        self, waiting: str, work: Callable[[], Awaitable[None]]
    ) -> bool:
        """Retry the work while the storage is in trouble; return False if it failed for good."""
        while not self._client.is_closed():
            try:
                await work()
            except StorageTrouble as trouble:
                log.warning("%s wait for the storage: %s", waiting, trouble)
                if table_tasks.is_permanent(trouble):
                    return False
                await asyncio.sleep(_STORAGE_RETRY_SECONDS)
            else:
                return True
        return False

    async def stop_heartbeats(self) -> None:
        """Store a last heartbeat; downtime counts from now on."""
        self._send_heartbeat.cancel()
        self._check_shards.cancel()
        try:
            await self._downtime.store_heartbeat()
        except StorageTrouble as trouble:
            log.warning("no last sign of life was stored: %s", trouble)

    async def disconnect(self, wait_for_responses: Callable[[], Awaitable[None]]) -> None:
        """Stop receiving interactions and await the open responses.

        Otherwise the library closes both at once, in the middle of a response. Interactions after
        this point go to the next process.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_RESPONSES_SECONDS):
                shards = self._client.shards.values()
                await asyncio.gather(*(shard.disconnect() for shard in shards))
                await wait_for_responses()

    @tasks.loop(seconds=10)  # the delay of noticing is less than the grace period
    async def _check_shards(self) -> None:
        self._downtime.poll_connections()
        try:
            if await self._downtime.follow_clock():
                self.rearm()
        except StorageTrouble as trouble:
            log.warning("the clocks wait for the storage: %s", trouble)

    @tasks.loop(seconds=60)
    async def _send_heartbeat(self) -> None:
        self._store.disk_space.is_running_low()
        try:
            await self._downtime.store_heartbeat()
        except StorageTrouble as trouble:
            log.warning("no sign of life was stored: %s", trouble)
