"""Verification on read: the file is still the one that was opened, and the game is sound."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.store.checking import chain_fault, mark
from bot.store.database import Database, Row
from bot.store.errors import GameDamaged
from bot.store.inspecting import of_index, of_one_game, of_person, of_server
from bot.store.seals import sealed_tables

_STANDING: Final = "SELECT seal IS NOT NULL FROM game WHERE game_id = ?"


class Guard:
    """The verification state of one open store.

    ``check_files``: StorageTrouble when the database is no longer the one that was opened.
    ``is_trusted``: startup skipped the rows of closed games, so they are verified on first use.
    ``doubts``: something failed verification, so the next startup verifies everything.
    """

    def __init__(self, check_files: Callable[[], None], *, is_trusted: bool = False) -> None:
        self.check_files = check_files
        self._sound: set[int] = set()
        self._is_trusted = is_trusted
        self._of_game = ""
        self._past: set[tuple[str, int]] = set()
        self._is_over_all = False  # a background pass covers everything
        self.doubts = False

    def forget(self) -> None:
        """Drop what is known after a reconnection: the database may have changed meanwhile."""
        self._sound.clear()
        self._past.clear()
        self._is_over_all = False

    async def check_game(self, db: Database, game_id: int) -> None:
        """Verify a game on its first read. GameDamaged; nothing for an unknown game."""
        if game_id in self._sound:
            return
        rows = await db.fetch(_STANDING, (game_id,))
        if not rows:
            return
        fault = await self._fault(db, game_id) if rows[0][0] else ""
        if fault is None:
            self._sound.add(game_id)
            return
        if fault:
            self.doubts = True
            await mark(db, game_id, fault)
        raise GameDamaged(game_id)

    async def _fault(self, db: Database, game_id: int) -> str | None:
        if self._is_trusted:
            self._of_game = self._of_game or of_one_game(await sealed_tables(db))
            if (await db.fetch(self._of_game, (game_id,)))[0][0]:
                return "a row does not fit its seal"
        return await chain_fault(db, game_id)

    async def damaged_past(
        self, db: Database, guild_id: int, user_id: int | None = None
    ) -> frozenset[int]:
        """Return the damaged closed games of a server, until it is known to have none.

        With ``user_id``, also those whose rows about this user fail their checksum.
        """
        found: set[int] = set()
        for key in self._unseen(guild_id, user_id):
            tables = await sealed_tables(db)
            here = (of_server(tables), of_index(db.dialect))
            asked = here if key[0] == "server" else (of_person(tables),)
            rows = [row for sql in asked if sql for row in await db.fetch(sql, (key[1],))]
            found |= self._counted(key, rows)
        return frozenset(found)

    def goes_over(self) -> bool:
        """Return True if closed games need verification; the caller then starts it."""
        self._is_over_all = self._is_trusted
        return self._is_trusted

    async def settle(self, db: Database, guild_id: int) -> frozenset[int]:
        """Return games whose index contradicts their rows, as the last check of a verified server.

        If everything was dropped meanwhile, return none and leave the server unverified.
        """
        if not self._is_over_all:
            return frozenset()
        sql = of_index(db.dialect)
        return self._counted(("server", guild_id), await db.fetch(sql, (guild_id,)) if sql else [])

    def _counted(self, key: tuple[str, int], rows: Sequence[Row]) -> frozenset[int]:
        """Return the games of these rows as damaged; without any, remember the key as verified."""
        if not rows:
            self._past.add(key)
        return frozenset(int(row[0]) for row in rows)

    def _unseen(self, guild_id: int, user_id: int | None) -> list[tuple[str, int]]:
        """Return what neither startup nor an earlier query has verified."""
        about = [("server", guild_id)] + ([] if user_id is None else [("person", user_id)])
        return [key for key in about if self._is_trusted and key not in self._past]
