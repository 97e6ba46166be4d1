"""Verification on read, aggregate queries over verified history, and its background check."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from bot.model.enums import ShardRange
from bot.store import errors, writer
from bot.store.database import Database, Row, Value
from bot.store.integrity import verification
from bot.store.integrity.checksums import checksummed_tables

# Verification on read: the file is still the one that was opened, and the game is sound.

_IS_UNMARKED: Final = "SELECT seal IS NOT NULL FROM game WHERE game_id = ?"


class ReadGuard:
    """The verification state of one open store.

    ``check_files``: StorageTrouble when the database is no longer the one that was opened.
    ``is_trusted``: startup skipped the rows of closed games, so they are verified on first use.
    ``needs_full_check``: something failed verification, so the next startup verifies everything.
    """

    def __init__(self, check_files: Callable[[], None], *, is_trusted: bool = False) -> None:
        self.check_files = check_files
        self._verified_games: set[int] = set()
        self._is_trusted = is_trusted
        self._game_sql = ""
        self._verified_history: set[tuple[str, int]] = set()
        self._is_history_checked = False  # a background pass covers everything
        self.needs_full_check = False

    def reset(self) -> None:
        """Drop what is known after a reconnection: the database may have changed meanwhile."""
        self._verified_games.clear()
        self._verified_history.clear()
        self._is_history_checked = False

    async def check_game(self, db: Database, game_id: int) -> None:
        """Verify a game on its first read. GameDamaged; nothing for an unknown game."""
        if game_id in self._verified_games:
            return
        rows = await db.fetch(_IS_UNMARKED, (game_id,))
        if not rows:
            return
        fault = await self._find_fault(db, game_id) if rows[0][0] else ""
        if fault is None:
            self._verified_games.add(game_id)
            return
        if fault:
            self.needs_full_check = True
            await verification.mark_damaged(db, game_id, fault)
        raise errors.GameDamaged(game_id)

    async def _find_fault(self, db: Database, game_id: int) -> str | None:
        if self._is_trusted:
            self._game_sql = self._game_sql or verification.sql_is_game_broken(
                await checksummed_tables(db)
            )
            if (await db.fetch(self._game_sql, (game_id,)))[0][0]:
                return verification.CHECKSUM_FAULT
        return await verification.find_chain_fault(db, game_id)

    async def damaged_games(
        self, db: Database, guild_id: int, user_id: int | None = None
    ) -> frozenset[int]:
        """Return the damaged closed games of a server, until it is known to have none.

        With ``user_id``, also those whose rows about this user fail their checksum.
        """
        found: set[int] = set()
        for key in self._unverified(guild_id, user_id):
            tables = await checksummed_tables(db)
            here = (
                verification.sql_broken_on_server(tables),
                verification.sql_index_mismatches(db.dialect),
            )
            asked = here if key[0] == "server" else (verification.sql_broken_of_user(tables),)
            rows = [row for sql in asked if sql for row in await db.fetch(sql, (key[1],))]
            found |= self._note_verified(key, rows)
        return frozenset(found)

    def begin_history_check(self) -> bool:
        """Return True if closed games need verification; the caller then starts it."""
        self._is_history_checked = self._is_trusted
        return self._is_trusted

    async def finish_server(self, db: Database, guild_id: int) -> frozenset[int]:
        """Return games whose index contradicts their rows, as the last check of a verified server.

        If everything was dropped meanwhile, return none and leave the server unverified.
        """
        if not self._is_history_checked:
            return frozenset()
        sql = verification.sql_index_mismatches(db.dialect)
        return self._note_verified(
            ("server", guild_id), await db.fetch(sql, (guild_id,)) if sql else []
        )

    def _note_verified(self, key: tuple[str, int], rows: Sequence[Row]) -> frozenset[int]:
        """Return the games of these rows as damaged; without any, remember the key as verified."""
        if not rows:
            self._verified_history.add(key)
        return frozenset(int(row[0]) for row in rows)

    def _unverified(self, guild_id: int, user_id: int | None) -> list[tuple[str, int]]:
        """Return what neither startup nor an earlier query has verified."""
        about = [("server", guild_id)] + ([] if user_id is None else [("person", user_id)])
        return [key for key in about if self._is_trusted and key not in self._verified_history]


# Base of aggregate queries over a server's or a player's history.
#
# These queries read many rows, so they use a connection of their own and no move waits for them.
#
# A game is verified when it is first read, but aggregates read no single game. If startup has not
# verified closed games, the rows an aggregate needs are verified before the first result for a
# server or person, or earlier in the background (bot/store/integrity/guard.py).


class AggregateQueries(writer.Access):
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
        await verification.mark_damaged(db, game_id, verification.CHECKSUM_FAULT)


# Background verification of past results, slice by slice, before a leaderboard needs them.
#
# Verifying the rows of a server with 20,000 matches takes half a second, which the first query
# after a start would wait for. A query that arrives meanwhile still verifies its own server first:
# no aggregate counts unverified rows.

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
            rows = await db.fetch(
                verification.sql_broken_in_range(await checksummed_tables(db), owned), part
            )
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
