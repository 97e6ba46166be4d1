"""Opens a file of games with the checks that cannot wait, and closes it in order."""

import asyncio
import logging
import secrets
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

from bot.store.errors import FileFault, StorageTrouble, StoreError, Trouble
from bot.store.integrity import play_totals, verification
from bot.store.integrity.checksums import checksummed_tables
from bot.store.integrity.guard import ReadGuard
from bot.store.sqlite import connection, lock_file, migration, restoring
from bot.store.sqlite.connection import (
    SqliteDatabase,
    create_checksum_triggers,
    create_log_view,
    register_checksum,
)
from bot.store.sqlite.lock_file import FileState
from bot.store.writer import Handles, Pace, Watch, Writer

# Environment of the file: the SQLite version linked to this Python, and the disk space.

_log = logging.getLogger(__name__)

LEAST_FREE: Final = 500 * 10**6  # bytes

# <https://sqlite.org/wal.html#walresetbug>: writing and checkpointing at one moment through two
# connections may lose what was committed, since 3.7.0
_FIXED: Final = (3, 51, 3)
_BACKPORTS: Final = {(3, 50): 7, (3, 44): 6}  # older release lines, and their first fixed release


def has_wal_bug(version: tuple[int, int, int]) -> bool:
    """Return True if this SQLite has the write-ahead log bug that 3.51.3 fixes."""
    major, minor, patch = version
    mended = _BACKPORTS.get((major, minor))
    return version < _FIXED and (mended is None or patch < mended)


def log_sqlite_version() -> None:
    """Log the SQLite version, with a warning if it should be replaced."""
    _log.info("SQLite %s", sqlite3.sqlite_version)
    if has_wal_bug(sqlite3.sqlite_version_info):
        _log.warning(
            "SQLite %s has a rare fault by which a write-ahead log is lost; this bot writes through"
            " one connection and does not meet it by itself, but let no other program write to the"
            " file or copy its log, and install a Python with SQLite 3.51.3 or newer",
            sqlite3.sqlite_version,
        )


class FileDiskSpace:
    """The disk space for the file; logs once when it runs short, and once when it is back."""

    def __init__(self, path: Path) -> None:
        self._folder = path.parent
        self._short = False

    def is_running_low(self) -> bool:
        """Return True if little space is left."""
        free = shutil.disk_usage(self._folder).free
        was, self._short = self._short, free < LEAST_FREE
        if self._short and not was:
            _log.warning(
                "the disk of the database has %d MB left: free some space, or no move can be"
                " stored soon",
                free // 10**6,
            )
        elif was and not self._short:
            _log.info("the disk of the database has room again")
        return self._short


# Verification of a whole file behind its opening, when it was not closed in order.
#
# A crash must not cost minutes: startup verifies what was written since the file was last known to
# be sound, and this does the rest while the bot plays. Until then every game is verified on first
# read, and every server before its results are counted (bot/store/integrity/guard.py).


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
        _log.info("all of %s has been checked", self._path)

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


_NEW_GAMES: Final = 100  # closed games verified after a crash, the newest: some ms each


async def open_file(path: Path, now: int, watch: Watch) -> Handles:
    """Open or create the file and migrate it; ``now`` (unix seconds) names a backup.

    StoreError when the file cannot be used.
    """
    async with AsyncExitStack() as stack:
        with connection.raising_open_errors(path):
            real = restoring.resolve_path(path)
            lock, reader_lock = asyncio.Lock(), asyncio.Lock()
            file_lock = stack.enter_context(lock_file.lock_database_file(real))
            _check_expected_file(real, file_lock)
            close_recorder = lock_file.CloseRecorder(real, file_lock)
            stack.callback(close_recorder.record)
            state, mark = lock_file.state_at_open(real, file_lock), file_lock.read()
            stack.enter_context(lock_file.lock_database(real))
            lock_file.make_private(real)
            db = await _connect(stack, real, lock)
            is_verified = await _prepare(db, real, now, mark, state)
            is_sound = is_verified or state is FileState.CLOSED
            older = mark.left if state is FileState.CRASHED else ""
            left = lock_file.sound_mark(now) if is_sound else older
            file_lock.write(lock_file.FileIdentity(await _identity(db), real.stat().st_ino, left))
            reader = await _connect_reader(stack, real, reader_lock)
        guard = ReadGuard(connection.OpenFile(real).check, is_trusted=not is_verified)
        guard.needs_full_check = not is_sound
        close_recorder.guard = guard
        writer = Writer(db, lock, guard, watch)
        stack.push_async_callback(writer.close)
        check = None if is_sound else FileCheck(real, file_lock, writer, now)
        disk, erased = FileDiskSpace(real), partial(restoring.record_erased, real)
        return Handles(db, lock, writer, reader, reader_lock, disk, stack.pop_all(), erased, check)


def _check_expected_file(path: Path, lock: lock_file.LockFile) -> None:
    """Finish a restore, then check that the expected database is still here.

    A write-ahead log beside another file than its own would be replayed into that file.
    """
    if (moved := restoring.finish_restore(path, lock)) is not None:
        _log.warning("a restore was finished; what was there before is kept as %s", moved)
    mark = lock.read()
    if not mark.identity:
        return
    if not path.exists() or not path.stat().st_size:
        raise StoreError(FileFault.MISSING, path=str(path))
    log = Path(f"{path}-wal")
    if path.stat().st_ino != mark.inode and log.exists() and log.stat().st_size:
        detail = "the log beside it belongs to another file"
        raise StoreError(FileFault.EXCHANGED, path=str(path), detail=detail)


async def _connect(
    stack: AsyncExitStack, path: Path, lock: asyncio.Lock
) -> connection.SqliteDatabase:
    db = await connection.SqliteDatabase.connect(path)
    stack.push_async_callback(_disconnect, db, lock)
    return db


async def _connect_reader(
    stack: AsyncExitStack, path: Path, lock: asyncio.Lock
) -> connection.SqliteDatabase:
    """Open the read-only connection for aggregate queries, which then delay no move.

    It shares the log, so it sees committed data; it never checkpoints, so it is closed first.
    """
    db = await connection.SqliteDatabase.connect(path, reads_only=True)
    stack.push_async_callback(_disconnect, db, lock)
    await db.fetch("PRAGMA trusted_schema = OFF")
    await db.fetch("PRAGMA busy_timeout = 2000")
    await register_checksum(db)
    await create_log_view(db)
    return db


async def _disconnect(db: connection.SqliteDatabase, lock: asyncio.Lock) -> None:
    """Close the connection once nobody is reading."""
    async with lock:
        await db.close()


async def _prepare(
    db: connection.SqliteDatabase,
    path: Path,
    now: int,
    mark: lock_file.FileIdentity,
    state: FileState,
) -> bool:
    """Verify what ``state`` demands before any change, configure the connection, then migrate.

    Damage in the part that is always verified leads to a verification of everything. Return True if
    everything was verified.
    """
    await _configure(db)
    is_verified = await _verify_file(db, path, mark, state)
    await _use_wal(db, path)
    await _check_writable(db)
    with connection.treating_faults_as_damage(
        path
    ):  # before a migration gives damaged rows new checksums
        if not is_verified and await verification.has_broken_open_rows(db):
            is_verified = True
            await _check_health(db, path)
        if is_verified:
            await verification.verify_checksums(db, str(path))
    await migration.migrate_file(db, path, now, migration.file_migrations())
    await create_log_view(db)
    await create_checksum_triggers(db)
    await _assign_identity(db)
    if await _check_new_games(db, mark, state) and not is_verified:
        is_verified = True
        await _check_health(db, path)
        await verification.verify_checksums(db, str(path))
    await db.fetch("PRAGMA foreign_keys = ON")
    # the writer tries again by itself, and lets reads through in between
    await db.fetch("PRAGMA busy_timeout = 100")
    return is_verified


async def _verify_file(
    db: connection.SqliteDatabase, path: Path, mark: lock_file.FileIdentity, state: FileState
) -> bool:
    """Check that the file is ours and the expected one; return True if all pages were verified."""
    steps = migration.file_migrations()
    with connection.treating_faults_as_damage(path):
        await migration.check_identity(db, path, known=len(steps))
        needs_all = state is FileState.FAULTY or not await migration.is_up_to_date(db, steps)
        if await db.fetch("SELECT 1 FROM sqlite_schema"):  # a new file is empty
            _log_extent(path, state, needs_all=needs_all)
        if needs_all:
            await _check_health(db, path)
        elif state is FileState.UNKNOWN:
            await _check_health(db, path, "PRAGMA quick_check(1)")
        await migration.check_file_schema(db, path)
        if mark.identity and mark.identity != await _identity(db):
            raise StoreError(FileFault.EXCHANGED, path=str(path), detail="it bears another mark")
    return needs_all


def _log_extent(path: Path, state: FileState, *, needs_all: bool) -> None:
    if needs_all:
        _log.info("checking all of %s: it is of an older layout, or damaged", path)
    elif state is not FileState.CLOSED:
        _log.info("checking all of %s in the background: the file was %s", path, state.value)


async def _check_new_games(
    db: connection.SqliteDatabase, mark: lock_file.FileIdentity, state: FileState
) -> bool:
    """Mark damaged games among those that may have been written last; True if there were any."""
    found = await verification.check_open_games(db)
    if state is FileState.CRASHED:
        since = lock_file.sound_since(mark)
        found |= await verification.check_closed_games(db, since, _NEW_GAMES)
    return found


async def _configure(db: connection.SqliteDatabase) -> None:
    """Set the connection options that do not change the file."""
    await db.fetch("PRAGMA busy_timeout = 2000")
    await db.fetch("PRAGMA trusted_schema = OFF")
    await db.fetch("PRAGMA synchronous = FULL")
    await db.fetch("PRAGMA secure_delete = ON")  # erased people leave no trace
    await register_checksum(db)


async def _identity(db: connection.SqliteDatabase) -> str:
    """Return the unique id of this database; "" as long as it has none."""
    if not await db.fetch("SELECT 1 FROM sqlite_schema WHERE name = 'setting'"):
        return ""
    rows = await db.fetch("SELECT value FROM setting WHERE key = 'identity'")
    return str(rows[0][0]) if rows else ""


async def _assign_identity(db: connection.SqliteDatabase) -> None:
    """Give the database a unique id, once; copies share it."""
    sql = "INSERT INTO setting (key, value) VALUES ('identity', ?) ON CONFLICT DO NOTHING"
    await db.fetch(sql, (secrets.token_hex(16),))


async def _check_health(
    db: connection.SqliteDatabase, path: Path, question: str = "PRAGMA integrity_check(1)"
) -> None:
    ((verdict,),) = await db.fetch(question)
    if verdict != "ok":
        raise StoreError(FileFault.DAMAGED, path=str(path), detail=verdict)


async def _use_wal(db: connection.SqliteDatabase, path: Path) -> None:
    ((mode,),) = await db.fetch("PRAGMA journal_mode = WAL")
    if mode != "wal":
        detail = "this disk does not allow write-ahead logging"
        raise StoreError(FileFault.UNWRITABLE, path=str(path), detail=detail)


async def _check_writable(db: connection.SqliteDatabase) -> None:
    """Start a write, because SQLite opens a read-only file without an error."""
    await db.begin()
    await db.rollback()
