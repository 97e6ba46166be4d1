"""Background verification of past results, slice by slice, before a leaderboard needs them.

Verifying the rows of a server with 20,000 matches takes half a second, which the first query after
a start would wait for. A query that arrives meanwhile still verifies its own server first: no
aggregate counts unverified rows.
"""

from itertools import pairwise
from typing import Final

from bot.store.inspecting import of_closed
from bot.store.past import Past
from bot.store.seals import sealed_tables
from bot.terms import Owned

_SLICE: Final = 200  # games: about 5 ms
_ANY: Final = 2**63 - 1
_LAST: Final = "SELECT coalesce(max(game_id), 0) FROM game"
_SERVERS: Final = (  # skips from server to server by index, however many results there are
    "WITH RECURSIVE each (guild_id) AS (SELECT min(guild_id) FROM result"
    " UNION ALL SELECT (SELECT min(guild_id) FROM result WHERE guild_id > each.guild_id)"
    " FROM each WHERE guild_id IS NOT NULL) SELECT guild_id FROM each WHERE guild_id IS NOT NULL"
)


class Bygone(Past):
    """Background verification: first all slices, then all servers. StorageTrouble from all."""

    async def slices(self) -> list[tuple[int, int]]:
        """Return ranges of game ids that cover every number; none if startup verified everything.

        The ranges are open-ended, because the id of a damaged row may itself be wrong.
        """
        if not self._writer.guard.goes_over():
            return []
        ((last,),) = await self._rows(_LAST)
        begins = range(1 + _SLICE, int(last) + 1, _SLICE)
        return list(pairwise((-_ANY, *begins, _ANY)))

    async def look(self, part: tuple[int, int], owned: Owned) -> None:
        """Verify one slice and mark damaged games, as far as they count on servers of ``owned``."""
        async with self._reading() as db:
            rows = await db.fetch(of_closed(await sealed_tables(db), owned), part)
        await self._mark(frozenset(int(row[0]) for row in rows))

    async def servers(self, owned: Owned) -> tuple[int, ...]:
        """Return the owned servers that have a result."""
        rows = await self._rows(_SERVERS)
        return tuple(int(row[0]) for row in rows if owned.has(int(row[0])))

    async def settle(self, guild_id: int) -> None:
        """Finish a server whose slices are verified by comparing its index with its rows."""
        async with self._reading() as db:
            damaged = await self._writer.guard.settle(db, guild_id)
        await self._mark(damaged)
