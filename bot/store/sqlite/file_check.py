"""Verification of a whole file behind its opening, when it was not closed in order.

A crash must not cost minutes: startup verifies what was written since the file was last known to be
sound, and this does the rest while the bot plays. Until then every game is verified on first read,
and every server before its results are counted (bot/store/integrity/guard.py).
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Final

from bot.store.access import Pace
from bot.store.errors import FileFault, StorageTrouble, StoreError, Trouble
from bot.store.integrity import play_totals, verification
from bot.store.integrity.checksums import checksummed_tables
from bot.store.sqlite import lock_file
from bot.store.sqlite.connection import SqliteDatabase
from bot.store.sqlite.functions import register_checksum
from bot.store.writer import Writer

_log = logging.getLogger(__name__)

_SLICE_GAMES: Final = 100  # games: about 8 ms
_HIGHEST_ID: Final = 2**63 - 1
_LAST: Final = "SELECT coalesce(max(game_id), 0) FROM game"


class FileCheck:
    """The part of an open file that startup left unverified: pages, closed games, running totals.

    It reads through connections of its own, so nobody waits for it.  ``now`` (unix seconds) is when
    the file was opened: once all is verified, it is known to have been sound then.
    """

    def __init__(self, path: Path, lock: lock_file.LockFile, writer: Writer, now: int) -> None:
        self._path, self._lock, self._writer, self._now = path, lock, writer, now

    async def verify(self, pace: Pace) -> None:
        """Verify all of it; a cancelled caller interrupts it.

        StoreError DAMAGED, after which every startup verifies all of the file first;
        StorageTrouble.
        """
        await self._verify_pages()
        await self._verify_rows(pace)
        self._writer.guard.needs_full_check = False
        lock_file.mark_file(self._lock, lock_file.sound_mark(self._now))
        _log.info("all of %s has been looked at", self._path)

    async def _verify_pages(self) -> None:
        """Verify all pages, and the running totals, at the lowest priority."""
        async with self._reader() as db:
            await db.lower_priority()
            if verdict := await _page_fault(db):
                lock_file.mark_file(self._lock, lock_file.FAULTY_MARK)
                raise StoreError(FileFault.DAMAGED, path=str(self._path), detail=verdict)
            await self._verify_totals(db)

    async def _verify_rows(self, pace: Pace) -> None:
        """Verify the rows of all games, and mark damaged ones.

        The ranges are open-ended, because the id of a damaged row may itself be wrong.
        """
        async with self._reader() as db:
            sql, is_sound = verification.sql_broken_in_any_table(await checksummed_tables(db)), True
            ((last,),) = await db.fetch(_LAST)
            begins = range(1 + _SLICE_GAMES, int(last) + 1, _SLICE_GAMES)
            async for part in pace(pairwise((-_HIGHEST_ID, *begins, _HIGHEST_ID))):
                for game_id, name in await db.fetch(sql, part):
                    is_sound = False
                    await self._mark(game_id, f"a row of {name} does not fit its seal")
            for game_id in () if is_sound else await verification.games_with_orphans(db):
                await self._mark(game_id, verification.ORPHAN_FAULT)

    @asynccontextmanager
    async def _reader(self) -> AsyncIterator[SqliteDatabase]:
        db = await SqliteDatabase.connect(self._path, reads_only=True)
        try:
            await db.fetch("PRAGMA trusted_schema = OFF")
            await register_checksum(db)
            yield db
        finally:
            await db.interrupt()
            await db.close()

    async def _verify_totals(self, db: SqliteDatabase) -> None:
        tables = {table.name: table for table in await checksummed_tables(db)}
        sums = tables[play_totals.PLAY_TOTALS_TABLE]
        await db.fetch("BEGIN")
        is_right = await play_totals.are_totals_right(db, sums)
        await db.fetch("COMMIT")
        if not is_right:
            await self._writer.submit(lambda file: play_totals.rewrite_totals(file, sums))

    async def _mark(self, game_id: int, fault: str) -> None:
        await self._writer.submit(lambda db: verification.mark_damaged(db, game_id, fault))


async def _page_fault(db: SqliteDatabase) -> str:
    """Return the first fault of the pages, "" for none; StorageTrouble when the disk fails."""
    try:
        ((verdict,),) = await db.fetch("PRAGMA integrity_check(1)")
    except StorageTrouble as error:
        if error.trouble is not Trouble.DAMAGED:
            raise
        return str(error)
    return "" if verdict == "ok" else str(verdict)
