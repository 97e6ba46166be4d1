"""A copy put in the place of the database, whatever happens meanwhile.

The copy is checked first, under a name nobody looks at.  Then it gets the name that says it is to
be used, and from that moment every start finishes the work: the old file is moved aside together
with its log (a log that stayed behind would be played over the copy), and the copy takes its
place.  So a crash leaves the old file whole or the new one, and never a mixture of both.
"""

import os
from collections.abc import AsyncIterator
from errno import EEXIST, ENOENT
from pathlib import Path
from typing import Final

from bot.store.checking import faults_of
from bot.store.errors import FileFault, StoreError
from bot.store.seals import broken_rows, sealed_tables
from bot.store.sqlite.connection import SqliteDatabase
from bot.store.sqlite.errors import opening
from bot.store.sqlite.layout import check_layout, keep_layout
from bot.store.sqlite.lines import show_lines
from bot.store.sqlite.lock import Lock, Mark, sole_user
from bot.store.sqlite.migrating import check_identity, copy_database, renew, shipped
from bot.store.sqlite.seals import keep_seals, know_seals
from bot.store.sums import TABLE as SUMS

_PARTS: Final = ("", "-wal", "-shm")


async def restore(copy: Path, path: Path, now: int) -> Path | None:
    """Put a copy of ``copy`` in the place of ``path``; where the old file is now, if there was one.

    StoreError when the copy is not ours, newer or damaged, and when a bot is running.
    """
    with opening(path):
        path = settled(path)
        with sole_user(path) as lock:
            finish_restore(path, lock)
            checked = path.with_name(f"{path.name}.checking")
            try:
                await _check(copy, checked)
                ready = _ready(path, now)
                _settle(checked)
                checked.rename(ready)
            finally:
                _remove(checked)
            _settle(path.parent)
            return finish_restore(path, lock)


def finish_restore(path: Path, lock: Lock) -> Path | None:
    """What a restore has begun, if one has; where the old file is now.  OSError.

    Every step can be done again by a later start, from wherever this one is cut off.
    """
    aside = None
    for ready in sorted(path.parent.glob(f"{path.name}.restore.*")):
        old = path.with_name(f"{path.name}.replaced.{ready.suffix[1:]}")
        for part in _PARTS:
            _move(Path(f"{path}{part}"), Path(f"{old}{part}"))
        lock.note(Mark())  # another database is expected here from now on
        ready.rename(path)
        _settle(path.parent)
        aside = old if old.exists() else aside
    return aside


async def _check(copy: Path, target: Path) -> None:
    """A copy of the copy that is as it was written, in our layout; StoreError about ``copy``."""
    with opening(copy):
        _copy(copy, target)
        async with SqliteDatabase.session(target) as db:
            await know_seals(db)
            await check_identity(db, copy, known=len(shipped()))
            if not await db.fetch("SELECT 1 FROM sqlite_schema LIMIT 1"):
                raise StoreError(FileFault.FOREIGN_FILE, path=str(copy))
            await check_layout(db, copy)
            async for fault in _faults(db):
                raise StoreError(FileFault.DAMAGED, path=str(copy), detail=fault)


async def _faults(db: SqliteDatabase) -> AsyncIterator[str]:
    """Whatever the seals say, then the chains, which go over columns of the newest layout."""
    for table in await sealed_tables(db):
        if table.name != SUMS and await broken_rows(db, table):
            yield f"a row of {table.name} does not fit its seal"
    async for _ in renew(db, shipped()):
        pass
    await keep_seals(db)
    await keep_layout(db)
    await show_lines(db)
    for (game_id,) in await db.fetch("SELECT game_id FROM game"):
        for fault in await faults_of(db, game_id):
            yield f"game {game_id}: {fault}"


def _copy(copy: Path, target: Path) -> None:
    if not copy.is_file():  # SQLite would make one
        raise FileNotFoundError(ENOENT, "there is no such file")
    copy_database(copy, target)


def _remove(path: Path) -> None:
    for part in _PARTS:
        Path(f"{path}{part}").unlink(missing_ok=True)


def settled(path: Path) -> Path:
    """Its folder exists; two names of one file must meet at one lock."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.resolve()


def _ready(path: Path, now: int) -> Path:
    """The first moment from ``now`` on of which no restore has left anything."""
    while any(path.parent.glob(f"{path.name}.re*.{now}*")):
        now += 1
    return path.with_name(f"{path.name}.restore.{now}")


def _move(source: Path, target: Path) -> None:
    """Rename what is there, never over something else."""
    if not source.exists():
        return
    if target.exists():
        raise FileExistsError(EEXIST, f"there is a file {target} already")
    source.rename(target)


def _settle(path: Path) -> None:
    """On the disk, not only in memory: a file, or the names in a folder."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
