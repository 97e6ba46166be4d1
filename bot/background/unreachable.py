"""Downtime: the clocks of servers stop while Discord is away, and get the time back (section 5).

Nobody can click while the gateway is not connected, whether the bot, the network or Discord
failed; so downtime of the process is the same as downtime of a shard.  While any shard is away
no heartbeat is stored: the next start compensates for a kill during an outage.

Closed connections are also polled: the library connects one shard after another, and reports a
lost one only when its turn has come.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final

from bot.background.priority import when_idle
from bot.model.enums import OPEN_STATUSES
from bot.model.refusals import Refused
from bot.store import StorageTrouble, WriteRefused
from bot.store.queries.preferences import MANY_CONNECTIONS
from bot.store.records import GameRow
from bot.tables import TableRegistry, changes
from bot.tables.timing import DOWNTIME_GRACE_SECONDS

log = logging.getLogger(__name__)

_RECONNECT_SECONDS: Final = 5  # seconds of a usual reconnect, for which no clock is changed


class Downtime:
    """Tracks disconnected shards; ``shards`` returns their number, a server belongs to one.

    ``is_open`` is True while the connection of a shard is up.
    """

    def __init__(
        self, tables: TableRegistry, shards: Callable[[], int], is_open: Callable[[int], bool]
    ) -> None:
        self._tables, self._shards, self._is_open = tables, shards, is_open
        self._store, self._owned = tables.services.store, tables.services.owned
        self._connected: set[int] = set()
        self._since: dict[int, int] = {}
        self._began = tables.services.now()
        self._grace_of_late = DOWNTIME_GRACE_SECONDS  # of a shard that connects late; granted once
        self._lock = asyncio.Lock()

    def is_away(self, guild_id: int) -> bool:
        """True if nobody on this server can click."""
        self.poll_connections()
        return (guild_id >> 22) % self._shards() not in self._connected

    def poll_connections(self) -> None:
        """Find closed connections that were not reported yet."""
        for shard in [one for one in self._connected if not self._is_open(one)]:
            self.on_disconnected(shard)

    async def count_connection(self) -> None:
        """Count a new connection, and warn in time about a bot that restarts in a loop."""
        try:
            count = await self._store.preferences.count_connection(self._tables.services.now())
        except StorageTrouble as trouble:
            log.warning("a connection was not counted: %s", trouble)
            return
        if count >= MANY_CONNECTIONS and not count % 50:
            log.warning(
                "%s connections within a day: Discord resets the token after 1000. Find out why "
                "the bot starts or loses its line so often, or stop it",
                count,
            )

    def on_disconnected(self, shard: int) -> None:
        """Record that a connection has ended; idempotent."""
        if shard in self._connected:
            self._connected.discard(shard)
            self._since[shard] = self._tables.services.now()

    async def on_connected(self, shard: int) -> None:
        """Record that a connection is up: its clocks continue, later by the downtime."""
        async with self._lock:
            if shard in self._connected:
                return
            since, now = self._since.get(shard, self._began), self._tables.services.now()
            grace = DOWNTIME_GRACE_SECONDS if shard in self._since else self._grace_of_late
            moved: tuple[int, ...] = ()
            if now - since >= _RECONNECT_SECONDS:
                moved = await self._store.games.shift_deadlines(
                    since, now, grace, shard, self._shards()
                )
                self._since[shard] = now
            if self._is_open(shard):  # else it was lost again during the compensation
                self._connected.add(shard)
                self._since.pop(shard, None)
        await self.store_heartbeat()
        async for game_id in when_idle(moved):
            await self._tables.reload_and_announce(game_id)

    async def on_started(self) -> None:
        """Give back the time since the last heartbeat, before anybody can click."""
        last = await self._store.preferences.last_alive(self._owned)
        self._began = self._tables.services.now()
        if last is not None and self._began > last:
            self._grace_of_late = 0
            for shard in self._owned.shards:
                since, now, shards = last, self._began, self._owned.total
                await self._store.games.shift_deadlines(
                    since, now, DOWNTIME_GRACE_SECONDS, shard, shards
                )
        await self._store.preferences.touch_alive(self._began, self._owned)

    async def store_heartbeat(self) -> None:
        """Store a heartbeat, unless a shard still waits for compensation."""
        mine = self._shards() if self._owned.is_all else len(self._owned.shards)
        if len(self._connected) >= mine:
            await self._store.preferences.touch_alive(self._tables.services.now(), self._owned)


# Unreachable tables: their channel was deleted, or the bot was removed from their server.
#
# Such a table pauses, and ends after a day by its rule (``pause_without_channel``); a lobby closes.
# The store lists the affected tables, so a repeated event, also after a restart, has no effect.


async def pause_channel_tables(tables: TableRegistry, channel_id: int) -> None:
    """Pause the tables of a deleted channel and of its threads."""
    await _pause_tables(
        tables, await tables.services.store.game_queries.games_in_channel(channel_id, OPEN_STATUSES)
    )


async def pause_server_tables(tables: TableRegistry, guild_id: int) -> None:
    """Pause the tables of a server that removed the bot."""
    await _pause_tables(
        tables, await tables.services.store.game_queries.games_of_guild(guild_id, OPEN_STATUSES)
    )


async def _pause_tables(tables: TableRegistry, rows: Iterable[GameRow]) -> None:
    async for game_id in when_idle([row.game_id for row in rows]):
        try:
            table = await tables.get(game_id)
            await table.change(changes.pause_without_channel, is_gone=True)
        except (Refused, WriteRefused) as refused:
            log.info("game %s stays as it was where it was: %s", game_id, refused)
