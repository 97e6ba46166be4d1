"""Downtime: clocks stop while a shard is disconnected, and get the time back (design section 5).

Nobody can click while the gateway is not connected, whether the bot, the network or Discord
failed; so downtime of the process is the same as downtime of a shard.  While any shard is
disconnected no heartbeat is stored: the next start compensates for a kill during an outage.

Closed connections are also polled: the library connects one shard after another, and reports a
lost one only when its turn has come.

A wall clock that somebody sets is downtime too: the clocks of tables move with it, so that no
player gains or loses time.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bot import store, tables
from bot.background.table_tasks import SteadyClock, when_idle
from bot.store.queries.preferences import MANY_CONNECTIONS

log = logging.getLogger(__name__)

_GRACE_SECONDS: Final = 30  # more than the downtime that every running clock gets back
_RECONNECT_SECONDS: Final = 5  # seconds of a usual reconnect, for which no clock is changed


class Downtime:
    """Tracks disconnected shards; a server belongs to one of ``shard_count()`` shards.

    ``is_open`` is True while the connection of a shard is up; ``clock`` is the one of the tables.
    """

    def __init__(
        self,
        tables: tables.TableRegistry,
        shard_count: Callable[[], int],
        is_open: Callable[[int], bool],
        clock: SteadyClock,
    ) -> None:
        self._tables, self._shard_count, self._is_open = tables, shard_count, is_open
        self._clock = clock
        self._store, self._owned = tables.services.store, tables.services.owned
        self._connected: set[int] = set()
        self._since: dict[int, int] = {}
        self._began = tables.services.now()
        self._first_connect_grace = _GRACE_SECONDS  # 0 once the start has granted it
        self._lock = asyncio.Lock()

    def is_disconnected(self, guild_id: int) -> bool:
        """True if nobody on this server can click."""
        self.poll_connections()
        return (guild_id >> 22) % self._shard_count() not in self._connected

    def poll_connections(self) -> None:
        """Find closed connections that were not reported yet."""
        for shard in [one for one in self._connected if not self._is_open(one)]:
            self.on_disconnected(shard)

    async def count_connection(self) -> None:
        """Count a new connection, and warn in time about a bot that restarts in a loop."""
        try:
            count = await self._store.preferences.count_connection(self._tables.services.now())
        except store.StorageTrouble as trouble:
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
            grace = _GRACE_SECONDS if shard in self._since else self._first_connect_grace
            moved: tuple[int, ...] = ()
            if now - since >= _RECONNECT_SECONDS:
                moved = await self._store.games.shift_deadlines(
                    since, now, grace, shard, self._shard_count()
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
            self._first_connect_grace = 0
            for shard in self._owned.shards:
                since, now, shards = last, self._began, self._owned.total
                await self._store.games.shift_deadlines(since, now, _GRACE_SECONDS, shard, shards)
        await self._store.preferences.touch_alive(self._began, self._owned)

    async def follow_clock(self) -> bool:
        """Move the clocks of all tables with a wall clock that was set; True if it was."""
        async with self._lock:
            if not (step := self._clock.step()):
                return False
            log.warning("the clock of this machine was set by %+d seconds", step)
            moved: list[int] = []
            for shard in self._owned.shards:
                shards = self._owned.total
                moved += await self._store.games.move_deadlines(step, shard, shards)
            self._clock.adopt(step)
            self._began += step
            self._since = {shard: since + step for shard, since in self._since.items()}
        await self.store_heartbeat()
        async for game_id in when_idle(moved):
            await self._tables.reload_and_announce(game_id)
        return True

    async def store_heartbeat(self) -> None:
        """Store a heartbeat, unless a shard still waits for compensation."""
        mine = self._shard_count() if self._owned.is_all else len(self._owned.shards)
        if len(self._connected) >= mine:
            await self._store.preferences.touch_alive(self._tables.services.now(), self._owned)
