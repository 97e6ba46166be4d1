"""Verification on read: the file is still the one that was opened, and the game is sound."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.store.checking import find_chain_fault, mark_damaged
from bot.store.database import Database, Row
from bot.store.errors import GameDamaged
from bot.store.inspecting import (
    sql_broken_of_user,
    sql_broken_on_server,
    sql_index_mismatches,
    sql_is_game_broken,
)
from bot.store.seals import checksummed_tables

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
            await mark_damaged(db, game_id, fault)
        raise GameDamaged(game_id)

    async def _find_fault(self, db: Database, game_id: int) -> str | None:
        if self._is_trusted:
            self._game_sql = self._game_sql or sql_is_game_broken(await checksummed_tables(db))
            if (await db.fetch(self._game_sql, (game_id,)))[0][0]:
                return "a row does not fit its seal"
        return await find_chain_fault(db, game_id)

    async def damaged_games(
        self, db: Database, guild_id: int, user_id: int | None = None
    ) -> frozenset[int]:
        """Return the damaged closed games of a server, until it is known to have none.

        With ``user_id``, also those whose rows about this user fail their checksum.
        """
        found: set[int] = set()
        for key in self._unverified(guild_id, user_id):
            tables = await checksummed_tables(db)
            here = (sql_broken_on_server(tables), sql_index_mismatches(db.dialect))
            asked = here if key[0] == "server" else (sql_broken_of_user(tables),)
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
        sql = sql_index_mismatches(db.dialect)
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
