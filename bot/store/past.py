"""Base of aggregate queries over a server's or a player's history.

These queries read many rows, so they use a connection of their own and no move waits for them.

A game is verified when it is first read, but aggregates read no single game. If startup has not
verified closed games, the rows an aggregate needs are verified before the first result for a server
or person, or earlier in the background (bot/store/integrity/guard.py).
"""

from bot.store.access import Access
from bot.store.checking import mark_damaged
from bot.store.database import Database, Row, Value

CHECKSUM_FAULT = "a row does not fit its seal"


class AggregateQueries(Access):
    """Aggregate reads; damaged games are excluded."""

    async def _aggregate(
        self, sql: str, guild_id: int, *values: Value, of_user: int | None = None
    ) -> list[Row]:
        """Return rows of a query whose first value is the server; ``of_user``: about that user."""
        async with self._snapshot() as db:
            damaged = await self._writer.guard.damaged_games(db, guild_id, of_user)
        await self._mark_damaged(damaged)
        return await self._rows(sql, guild_id, *values)

    async def _mark_damaged(self, damaged: frozenset[int]) -> None:
        """Exclude these games from every result and have the next startup verify everything."""
        if damaged:
            self._writer.guard.needs_full_check = True
            await self._write(lambda db: _mark_all(db, damaged))


async def _mark_all(db: Database, damaged: frozenset[int]) -> None:
    for game_id in sorted(damaged):
        await mark_damaged(db, game_id, CHECKSUM_FAULT)
