"""What rankings add up, looked at before anybody asks for one: all closed games, slice by slice.

To look at the rows of a server of 20,000 matches takes half a second, which whoever asks first
after a start would wait for.  Who asks meanwhile still waits for those of his server
(bot/store/past.py): nothing is counted unseen.
"""

from itertools import pairwise
from typing import Final

from bot.store.inspecting import of_closed
from bot.store.past import Past
from bot.store.seals import sealed_tables
from bot.terms import Owned

_SLICE: Final = 200  # games: some 5 ms
_ANY: Final = 2**63 - 1
_LAST: Final = "SELECT coalesce(max(game_id), 0) FROM game"
_SERVERS: Final = (  # from one to the next by the index, however many results there are
    "WITH RECURSIVE each (guild_id) AS (SELECT min(guild_id) FROM result"
    " UNION ALL SELECT (SELECT min(guild_id) FROM result WHERE guild_id > each.guild_id)"
    " FROM each WHERE guild_id IS NOT NULL) SELECT guild_id FROM each WHERE guild_id IS NOT NULL"
)


class Bygone(Past):
    """Done in this order: all slices, then all servers.  StorageTrouble from all."""

    async def slices(self) -> list[tuple[int, int]]:
        """From which game to which; none where the start has looked at all.

        Together they have every number: that of a row may be what is damaged.
        """
        if not self._writer.guard.goes_over():
            return []
        ((last,),) = await self._rows(_LAST)
        begins = range(1 + _SLICE, int(last) + 1, _SLICE)
        return list(pairwise((-_ANY, *begins, _ANY)))

    async def look(self, part: tuple[int, int], owned: Owned) -> None:
        """Mark what is damaged of a slice, as far as it counts on servers of ``owned``."""
        async with self._reading() as db:
            rows = await db.fetch(of_closed(await sealed_tables(db), owned), part)
        await self._mark(frozenset(int(row[0]) for row in rows))

    async def servers(self, owned: Owned) -> tuple[int, ...]:
        """Those with a result."""
        rows = await self._rows(_SERVERS)
        return tuple(int(row[0]) for row in rows if owned.has(int(row[0])))

    async def settle(self, guild_id: int) -> None:
        """All slices were looked at: with its index, all of this server has been."""
        async with self._reading() as db:
            damaged = await self._writer.guard.settle(db, guild_id)
        await self._mark(damaged)
