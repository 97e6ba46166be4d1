"""The store: one file, one connection that writes, opened carefully and closed in order."""

import asyncio
import logging
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Self

import aiosqlite

from bot.store.agreements import Agreements
from bot.store.archive import Archive
from bot.store.checking import check_layout, check_open_games, keep_layout
from bot.store.errors import FileFault, StoreError, opening, reading_what_was_written
from bot.store.etudes import Etudes
from bot.store.games import Games
from bot.store.guard import Guard
from bot.store.inspecting import check_seals, is_broken_in_sight
from bot.store.lists import Lists
from bot.store.packing import show_lines
from bot.store.privacy import Privacy
from bot.store.retention import Retention
from bot.store.reviews import Reviews
from bot.store.seals import keep_seals, know_seals
from bot.store.sqlite.lock import Lock, Mark, sole_user
from bot.store.sqlite.migrating import check_identity, is_up_to_date, migrate, shipped
from bot.store.sqlite.resting import Parting, is_as_left
from bot.store.sqlite.restoring import finish_restore, settled
from bot.store.sqlite.surroundings import Room
from bot.store.standings import Standings
from bot.store.summons import SummonsBook
from bot.store.tallies import Tallies
from bot.store.weekly import Weeklies
from bot.store.wishes import Wishes
from bot.store.writer import Watch, Writer

_log = logging.getLogger(__name__)


class Store:
    """All that outlives the process. Writes return once committed; reads see only commits.

    Each part is a room of its own, so whoever needs one may ask for that one.
    """

    def __init__(
        self,
        db: aiosqlite.Connection,
        gate: asyncio.Lock,
        writer: Writer,
        aside: aiosqlite.Connection,
        beside: asyncio.Lock,
        held: AsyncExitStack,
        room: Room,
    ) -> None:
        self.games = Games(db, gate, writer)
        self.lists = Lists(db, gate, writer)
        self.wishes = Wishes(db, gate, writer)
        self.agreements = Agreements(db, gate, writer)
        self.standings = Standings(aside, beside, writer)
        self.etudes = Etudes(db, gate, writer)
        self.reviews = Reviews(db, gate, writer)
        self.tallies = Tallies(aside, beside, writer)
        self.summons = SummonsBook(db, gate, writer)
        self.privacy = Privacy(db, gate, writer)
        self.retention = Retention(db, gate, writer)
        self.weekly = Weeklies(db, gate, writer)
        self.archive = Archive(db, gate, writer)
        self.room = room
        self._held = held

    @classmethod
    async def open(cls, path: Path, now: int, watch: Watch = nullcontext) -> Self:
        """Open or create the file and bring it up to date; ``now`` (unix seconds) names a backup.

        Every transaction happens within a ``watch``.
        StoreError when the file cannot be used.
        """
        async with AsyncExitStack() as stack:
            with opening(path):
                real = settled(path)
                gate, beside = asyncio.Lock(), asyncio.Lock()
                lock = stack.enter_context(sole_user(real))
                _check_place(real, lock)
                parting = Parting(real, lock)
                stack.callback(parting.note)
                is_trusted = is_as_left(real, lock)
                db = await _connect(stack, real, gate)
                is_trusted = await _prepare(db, real, now, lock.mark(), is_trusted=is_trusted)
                lock.note(Mark(await _identity(db), real.stat().st_ino))
                aside = await _connect_aside(stack, real, beside)
            guard = parting.guard = Guard(real, is_trusted=is_trusted)
            writer = Writer(db, gate, guard, watch)
            stack.push_async_callback(writer.close)
            return cls(db, gate, writer, aside, beside, stack.pop_all(), Room(real))

    @classmethod
    @asynccontextmanager
    async def session(cls, path: Path, now: int, watch: Watch = nullcontext) -> AsyncIterator[Self]:
        """An open store, closed at the end."""
        store = await cls.open(path, now, watch)
        try:
            yield store
        finally:
            await store.close()

    async def close(self) -> None:
        """Write what is queued, then let go of the file; closing twice is closing once."""
        await self._held.aclose()


def _check_place(path: Path, lock: Lock) -> None:
    """Finish a restore; then, by the mark, whether the database that was here is still here.

    A log beside a file that is not its own would be played over it.
    """
    if (aside := finish_restore(path, lock)) is not None:
        _log.warning("a restore was finished; what was there before is kept as %s", aside)
    mark = lock.mark()
    if not mark.identity:
        return
    if not path.exists() or not path.stat().st_size:
        raise StoreError(FileFault.MISSING, path=str(path))
    log = Path(f"{path}-wal")
    if path.stat().st_ino != mark.inode and log.exists() and log.stat().st_size:
        detail = "the log beside it belongs to another file"
        raise StoreError(FileFault.EXCHANGED, path=str(path), detail=detail)


async def _connect(stack: AsyncExitStack, path: Path, gate: asyncio.Lock) -> aiosqlite.Connection:
    _check_openable(path)
    db = await aiosqlite.connect(path, isolation_level=None)
    stack.push_async_callback(_disconnect, db, gate)
    return db


async def _connect_aside(
    stack: AsyncExitStack, path: Path, gate: asyncio.Lock
) -> aiosqlite.Connection:
    """A second connection, for questions about all the past: it only reads, and no move waits.

    It shares the log, so it sees what is committed; it never checkpoints, so it is closed first.
    """
    db = await aiosqlite.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
    stack.push_async_callback(_disconnect, db, gate)
    await db.execute_fetchall("PRAGMA trusted_schema = OFF")
    await db.execute_fetchall("PRAGMA busy_timeout = 2000")
    await know_seals(db)
    await show_lines(db)
    return db


def _check_openable(path: Path) -> None:
    """OSError, in better words than SQLite's, and without the thread a failed connection leaves.

    Only under the lock: closing a file drops the locks this process has on it.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o644))


async def _disconnect(db: aiosqlite.Connection, gate: asyncio.Lock) -> None:
    """Not in the middle of somebody's read."""
    async with gate:
        await db.close()


async def _prepare(
    db: aiosqlite.Connection, path: Path, now: int, mark: Mark, *, is_trusted: bool
) -> bool:
    """Look before changing anything, then the settings of the connection, then the layout.

    A file that ``is_trusted`` was looked at before: what is in sight will do, unless something is
    wrong with that.  Whether it was left at that.
    """
    await _be_careful(db)
    is_trusted = await _look(db, path, mark, is_trusted=is_trusted)
    await _use_wal(db, path)
    await _check_writable(db)
    with reading_what_was_written(path):  # before a step of the layout seals what is damaged
        if is_trusted and await is_broken_in_sight(db):
            is_trusted = False
            await _check_health(db, path)
        if not is_trusted:
            await check_seals(db, path)
    await migrate(db, path, now, shipped())
    await show_lines(db)
    await keep_seals(db)
    await _mark(db)
    await keep_layout(db)
    if await check_open_games(db) and is_trusted:
        is_trusted = False
        await _check_health(db, path)
        await check_seals(db, path)
    await db.execute_fetchall("PRAGMA foreign_keys = ON")
    # the writer tries again by itself, and lets reads through in between
    await db.execute_fetchall("PRAGMA busy_timeout = 100")
    return is_trusted


async def _look(db: aiosqlite.Connection, path: Path, mark: Mark, *, is_trusted: bool) -> bool:
    """Is it ours, whole and the one that was here; whether it is still trusted."""
    steps = shipped()
    with reading_what_was_written(path):
        await check_identity(db, path, known=len(steps))
        is_trusted = is_trusted and await is_up_to_date(db, steps)
        if not is_trusted:
            _log.info("all of %s is looked at: it was not left in order, or not as it is", path)
            await _check_health(db, path)
        await check_layout(db, path)
        if mark.identity and mark.identity != await _identity(db):
            raise StoreError(FileFault.EXCHANGED, path=str(path), detail="it bears another mark")
    return is_trusted


async def _be_careful(db: aiosqlite.Connection) -> None:
    """Settings of the connection that change no file."""
    await db.execute_fetchall("PRAGMA busy_timeout = 2000")
    await db.execute_fetchall("PRAGMA trusted_schema = OFF")
    await db.execute_fetchall("PRAGMA synchronous = FULL")
    await db.execute_fetchall("PRAGMA secure_delete = ON")  # who is forgotten leaves no trace
    await know_seals(db)


async def _identity(db: aiosqlite.Connection) -> str:
    """What tells this database from all others; "" as long as it has no such mark."""
    if not list(await db.execute_fetchall("SELECT 1 FROM sqlite_schema WHERE name = 'setting'")):
        return ""
    rows = list(await db.execute_fetchall("SELECT value FROM setting WHERE key = 'identity'"))
    return str(rows[0][0]) if rows else ""


async def _mark(db: aiosqlite.Connection) -> None:
    """Give it such a mark, once and for all; copies share it."""
    sql = "INSERT INTO setting (key, value) VALUES ('identity', ?) ON CONFLICT DO NOTHING"
    await db.execute_fetchall(sql, (secrets.token_hex(16),))


async def _check_health(db: aiosqlite.Connection, path: Path) -> None:
    ((verdict,),) = await db.execute_fetchall("PRAGMA integrity_check(1)")
    if verdict != "ok":
        raise StoreError(FileFault.DAMAGED, path=str(path), detail=verdict)


async def _use_wal(db: aiosqlite.Connection, path: Path) -> None:
    ((mode,),) = await db.execute_fetchall("PRAGMA journal_mode = WAL")
    if mode != "wal":
        detail = "this disk does not allow write-ahead logging"
        raise StoreError(FileFault.UNWRITABLE, path=str(path), detail=detail)


async def _check_writable(db: aiosqlite.Connection) -> None:
    """SQLite opens a read-only file without a word; better to hear of it now."""
    await db.execute_fetchall("BEGIN IMMEDIATE")
    await db.execute_fetchall("ROLLBACK")
