"""Discord away: the clocks of its servers stand still, and get the time back (design section 5).

Nobody can click while the gateway is not connected, whether the bot, the line or Discord is to
blame; so a process that was down is the same as a shard that was.  While any shard is away no sign
of life is stored: a kill during an outage is made good for by the next start.

A line that has ended is looked for, too: the library connects one shard after another, and says
that one is lost only when its turn has come.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bot.keepers.breath import one_by_one
from bot.store import StorageTrouble
from bot.store.wishes import MANY_CONNECTIONS
from bot.tables import Tables
from bot.tables.timing import DOWNTIME_GRACE

log = logging.getLogger(__name__)

_TRIFLE: Final = 5  # seconds in which Discord usually moves a connection: no clock is touched


class Outages:
    """``shards`` is how many connections there are in all: a server belongs to one of them.

    ``is_open``: whether the line of a shard is up now.
    """

    def __init__(
        self, tables: Tables, shards: Callable[[], int], is_open: Callable[[int], bool]
    ) -> None:
        self._tables, self._shards, self._is_open = tables, shards, is_open
        self._store, self._owned = tables.services.store, tables.services.owned
        self._there: set[int] = set()
        self._since: dict[int, int] = {}
        self._began = tables.services.now()
        self._grace_of_late = DOWNTIME_GRACE  # of a shard the start waits for; once, like its time
        self._turn = asyncio.Lock()

    def is_away(self, guild_id: int) -> bool:
        """Whether nobody of this server can click."""
        self.look()
        return (guild_id >> 22) % self._shards() not in self._there

    def look(self) -> None:
        """Find the connections that have ended and of which nothing was said yet."""
        for shard in [one for one in self._there if not self._is_open(one)]:
            self.lost(shard)

    async def connecting(self) -> None:
        """A new connection is asked for: a bot that starts again and again is warned in time."""
        try:
            count = await self._store.wishes.count_connection(self._tables.services.now())
        except StorageTrouble as trouble:
            log.warning("a connection was not counted: %s", trouble)
            return
        if count >= MANY_CONNECTIONS and not count % 50:
            log.warning(
                "%s connections within a day: Discord resets the token after 1000. Find out why "
                "the bot starts or loses its line so often, or stop it",
                count,
            )

    def lost(self, shard: int) -> None:
        """This connection has ended; hearing of it again changes nothing."""
        if shard in self._there:
            self._there.discard(shard)
            self._since[shard] = self._tables.services.now()

    async def found(self, shard: int) -> None:
        """This connection is there: its clocks go on, later by the time it was away."""
        async with self._turn:
            if shard in self._there:
                return
            since, now = self._since.get(shard, self._began), self._tables.services.now()
            grace = DOWNTIME_GRACE if shard in self._since else self._grace_of_late
            moved: tuple[int, ...] = ()
            if now - since >= _TRIFLE:
                moved = await self._store.games.give_back(since, now, grace, shard, self._shards())
                self._since[shard] = now
            if self._is_open(shard):  # else it was lost again while its time was given back
                self._there.add(shard)
                self._since.pop(shard, None)
        await self.alive()
        async for game_id in one_by_one(moved):
            await self._tables.reread(game_id)

    async def started(self) -> None:
        """The time since the last sign of life, before anybody can click."""
        last = await self._store.wishes.last_alive(self._owned)
        self._began = self._tables.services.now()
        if last is not None and self._began > last:
            self._grace_of_late = 0
            for shard in self._owned.shards:
                since, now, shards = last, self._began, self._owned.of
                await self._store.games.give_back(since, now, DOWNTIME_GRACE, shard, shards)
        await self._store.wishes.touch_alive(self._began, self._owned)

    async def alive(self) -> None:
        """A sign of life, unless somebody waits for time to be given back."""
        mine = self._shards() if self._owned.is_all else len(self._owned.shards)
        if len(self._there) >= mine:
            await self._store.wishes.touch_alive(self._tables.services.now(), self._owned)
