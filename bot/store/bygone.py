"""Background verification of past results, slice by slice, before a leaderboard needs them.

Verifying the rows of a server with 20,000 matches takes half a second, which the first query after
a start would wait for. A query that arrives meanwhile still verifies its own server first: no
aggregate counts unverified rows.
"""

from itertools import pairwise
from typing import Final

from bot.store.inspecting import sql_broken_in_range
from bot.store.past import AggregateQueries
from bot.store.seals import checksummed_tables
from bot.terms import ShardRange

_SLICE_GAMES: Final = 200  # games: about 5 ms
_HIGHEST_ID: Final = 2**63 - 1
_LAST: Final = "SELECT coalesce(max(game_id), 0) FROM game"
_SERVERS: Final = (  # skips from server to server by index, however many results there are
    "WITH RECURSIVE each (guild_id) AS (SELECT min(guild_id) FROM result"
    " UNION ALL SELECT (SELECT min(guild_id) FROM result WHERE guild_id > each.guild_id)"
    " FROM each WHERE guild_id IS NOT NULL) SELECT guild_id FROM each WHERE guild_id IS NOT NULL"
)


class HistoryCheck(AggregateQueries):
    """Background verification: first all slices, then all servers. StorageTrouble from all."""

    async def slices(self) -> list[tuple[int, int]]:
        """Return ranges of game ids that cover every number; none if startup verified everything.

        The ranges are open-ended, because the id of a damaged row may itself be wrong.
        """
        if not self._writer.guard.begin_history_check():
            return []
        ((last,),) = await self._rows(_LAST)
        begins = range(1 + _SLICE_GAMES, int(last) + 1, _SLICE_GAMES)
        return list(pairwise((-_HIGHEST_ID, *begins, _HIGHEST_ID)))

    async def verify_slice(self, part: tuple[int, int], owned: ShardRange) -> None:
        """Verify one slice and mark damaged games, as far as they count on servers of ``owned``."""
        async with self._snapshot() as db:
            rows = await db.fetch(sql_broken_in_range(await checksummed_tables(db), owned), part)
        await self._mark_damaged(frozenset(int(row[0]) for row in rows))

    async def servers(self, owned: ShardRange) -> tuple[int, ...]:
        """Return the owned servers that have a result."""
        rows = await self._rows(_SERVERS)
        return tuple(int(row[0]) for row in rows if owned.covers(int(row[0])))

    async def finish_server(self, guild_id: int) -> None:
        """Finish a server whose slices are verified by comparing its index with its rows."""
        async with self._snapshot() as db:
            damaged = await self._writer.guard.finish_server(db, guild_id)
        await self._mark_damaged(damaged)
