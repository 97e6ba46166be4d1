"""Questions about all the past of a server or a person, of which no single game is read.

They read much, so they have a connection of their own and no move waits for them.

A game is looked at when it is first read; here nobody reads games.  So where the start has not
looked at the rows of closed games, those that an answer adds up are looked at before the first
answer of a server or a person (bot/store/guard.py), or before that (bot/store/bygone.py).
"""

from bot.store.access import Access
from bot.store.checking import mark
from bot.store.database import Database, Row, Value

FAULT = "a row does not fit its seal"


class Past(Access):
    """Reads that add up; a damaged game is in none of them."""

    async def _past(
        self, sql: str, guild_id: int, *values: Value, of_user: int | None = None
    ) -> list[Row]:
        """The rows of a query whose first value is the server; ``of_user``: about his deals."""
        async with self._reading() as db:
            damaged = await self._writer.guard.damaged_past(db, guild_id, of_user)
        await self._mark(damaged)
        return await self._rows(sql, guild_id, *values)

    async def _mark(self, damaged: frozenset[int]) -> None:
        """They are in no answer from now on, and the next start looks at all."""
        if damaged:
            self._writer.guard.doubts = True
            await self._write(lambda db: _mark_all(db, damaged))


async def _mark_all(db: Database, damaged: frozenset[int]) -> None:
    for game_id in sorted(damaged):
        await mark(db, game_id, FAULT)
