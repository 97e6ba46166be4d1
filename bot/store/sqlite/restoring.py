"""Crash-safe replacement of the database by a copy.

The copy is first checked under a temporary name. Then it gets the name that marks it as ready, and
from that moment every startup finishes the work: the old file is moved aside together with its log
(a log left behind would be replayed into the copy), and the copy takes its place. A crash leaves
the old file whole or the new one, and never a mixture of both.
"""

import hashlib
import logging
import os
import secrets
from collections.abc import AsyncIterator, Iterable
from errno import EEXIST, ENOENT
from pathlib import Path
from typing import Final

from bot.store.admin.user_data import ERASE_USER
from bot.store.database import Database
from bot.store.errors import FileFault, StoreError
from bot.store.integrity import checksums, play_totals, verification
from bot.store.sqlite import lock_file, migration
from bot.store.sqlite.connection import (
    SqliteDatabase,
    create_checksum_triggers,
    create_log_view,
    raising_open_errors,
    register_checksum,
)

# The list of erased users beside a file of games, so that no restored copy brings them back.
#
# A line is a salt and the salted hash of an id, so the list alone names nobody; whoever has an id
# can test if it is on the list. The list is no part of the database, and no backup contains it.

_SALT_BYTES: Final = 16
_USERS: Final = (  # 0 stands for a host who was erased
    "SELECT user_id FROM person UNION SELECT user_id FROM player UNION SELECT user_id FROM etude"
    " UNION SELECT user_id FROM sitting UNION SELECT kept_for FROM sitting"
    " UNION SELECT user_id FROM result UNION SELECT user_id FROM review_seat"
    " UNION SELECT user_id FROM play_sum WHERE user_id <> 0"
    " UNION SELECT user_id FROM vote UNION SELECT heir FROM vote UNION SELECT user_id FROM summons"
    " UNION SELECT user_id FROM kibitz WHERE user_id <> 0"
    " UNION SELECT player_id FROM kibitz WHERE player_id <> 0"
    " UNION SELECT user_id FROM own_deal UNION SELECT user_id FROM daily_deal"
    " UNION SELECT user_id FROM league_member WHERE user_id IS NOT NULL"
    " UNION SELECT author_id FROM league_line WHERE author_id <> 0"
    " UNION SELECT user_id FROM report UNION SELECT judge_id FROM ruling WHERE judge_id <> 0"
    " UNION SELECT host_id FROM game WHERE host_id > 0"
)
_END_OPEN_TABLES: Final = (
    "UPDATE game SET status = 'void', ended_at = ?2, deadline = NULL, wake = NULL,"
    " revision = revision + 1 WHERE ended_at IS NULL AND (host_id = ?1 OR game_id IN"
    " (SELECT game_id FROM sitting WHERE ?1 IN (user_id, kept_for) AND until IS NULL))"
)


def list_path(database: Path) -> Path:
    """Return the place of the list beside a database."""
    return database.with_name(f"{database.name}.erased")


def record_erased(database: Path, user_id: int) -> None:
    """Add a user to the list, and sync it; blocks.  OSError."""
    salt = secrets.token_bytes(_SALT_BYTES)
    descriptor = os.open(list_path(database), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, f"{salt.hex()} {_hash(salt, user_id)}\n".encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


async def erase_again(copy: Database, database: Path, now: int) -> int:
    """Erase the users of the list from a copy of the database; return how many there were.

    The copy may be of a time when they sat at a table: such a table is closed without a result.
    """
    users = [int(row[0]) for row in await copy.fetch(_USERS) if row[0] is not None]
    found = list(_listed(users, list_path(database)))
    for user_id in found:
        await copy.fetch(_END_OPEN_TABLES, (user_id, now))
        for statement in ERASE_USER:
            await copy.fetch(statement, (user_id,))
    return len(found)


def _listed(users: Iterable[int], path: Path) -> Iterable[int]:
    """Yield the users that are on the list; an unfinished last line names nobody."""
    if not path.exists():
        return
    lines = [line.split() for line in path.read_text(encoding="ascii").splitlines()]
    entries = [(bytes.fromhex(line[0]), line[1]) for line in lines if len(line) == 2]
    for user_id in users:
        if any(_hash(salt, user_id) == kept for salt, kept in entries):
            yield user_id


def _hash(salt: bytes, user_id: int) -> str:
    return hashlib.blake2b(str(user_id).encode(), key=salt, digest_size=16).hexdigest()


_log = logging.getLogger(__name__)

_PARTS: Final = ("", "-wal", "-shm")


async def restore_file(copy: Path, path: Path, now: int) -> Path | None:
    """Replace ``path`` by a copy of ``copy``; return the new path of the old file, if any.

    Users that were erased since the copy was made are erased from it too.
    StoreError when the copy is not ours, newer or damaged, and when a bot is running.
    """
    with raising_open_errors(path):
        path = resolve_path(path)
        with lock_file.lock_database_file(path) as lock:
            finish_restore(path, lock)
            checked = path.with_name(f"{path.name}.checking")
            try:
                await _make_checked_copy(copy, checked)
                await _erase_again(checked, path, now)
                ready = _ready_name(path, now)
                _sync(checked)
                checked.rename(ready)
            finally:
                _remove(checked)
            _sync(path.parent)
            return finish_restore(path, lock)


def finish_restore(path: Path, lock: lock_file.LockFile) -> Path | None:
    """Finish a restore that was begun, if any; return the new path of the old file.  OSError.

    Every step can be repeated by a later startup, wherever this one is interrupted.
    """
    aside = None
    for ready in sorted(path.parent.glob(f"{path.name}.restore.*")):
        old = path.with_name(f"{path.name}.replaced.{ready.suffix[1:]}")
        for part in _PARTS:
            _move(Path(f"{path}{part}"), Path(f"{old}{part}"))
        lock.write(lock_file.FileIdentity())  # from now on another database is expected here
        ready.rename(path)
        _sync(path.parent)
        aside = old if old.exists() else aside
    return aside


async def _make_checked_copy(copy: Path, target: Path) -> None:
    """Make a verified, migrated copy of the copy; StoreError about ``copy``."""
    with raising_open_errors(copy):
        _copy(copy, target)
        async with SqliteDatabase.session(target) as db:
            await register_checksum(db)
            await migration.check_identity(db, copy, known=len(migration.file_migrations()))
            if not await db.fetch("SELECT 1 FROM sqlite_schema LIMIT 1"):
                raise StoreError(FileFault.FOREIGN_FILE, path=str(copy))
            await migration.check_file_schema(db, copy)
            async for fault in _find_faults(db):
                raise StoreError(FileFault.DAMAGED, path=str(copy), detail=fault)


async def _erase_again(checked: Path, path: Path, now: int) -> None:
    """Erase from the copy whom the database has erased since."""
    async with SqliteDatabase.session(checked) as db:
        await db.fetch("PRAGMA secure_delete = ON")
        await register_checksum(db)
        await create_checksum_triggers(db)
        await db.begin()
        if erased := await erase_again(db, path, now):
            _log.warning("%d users who were erased since are erased from the copy too", erased)
        await db.commit()


_TOTALS_TABLES: Final = {play_totals.PLAY_TOTALS_TABLE, "robot_sum"}  # robot_sum: before step 9


async def _find_faults(db: SqliteDatabase) -> AsyncIterator[str]:
    """Yield checksum faults, then migrate and yield chain faults, which need the newest schema."""
    for table in await checksums.checksummed_tables(db):
        if table.name not in _TOTALS_TABLES and await checksums.broken_rows(db, table):
            yield f"a row of {table.name} does not fit its seal"
    async for _ in migration.apply_migrations(db, migration.file_migrations()):
        pass
    await create_checksum_triggers(db)
    await create_log_view(db)
    for (game_id,) in await db.fetch("SELECT game_id FROM game"):
        for fault in await verification.faults_of_game(db, game_id):
            yield f"game {game_id}: {fault}"


def _copy(copy: Path, target: Path) -> None:
    if not copy.is_file():  # SQLite would create one
        raise FileNotFoundError(ENOENT, "there is no such file")
    migration.copy_database(copy, target)


def _remove(path: Path) -> None:
    for part in _PARTS:
        Path(f"{path}{part}").unlink(missing_ok=True)


def resolve_path(path: Path) -> Path:
    """Create the folder and resolve links: two names of one file must use the same lock."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.resolve()


def _ready_name(path: Path, now: int) -> Path:
    """Return the ready name with the first unused timestamp from ``now`` on."""
    while any(path.parent.glob(f"{path.name}.re*.{now}*")):
        now += 1
    return path.with_name(f"{path.name}.restore.{now}")


def _move(source: Path, target: Path) -> None:
    """Rename an existing file, never over another one."""
    if not source.exists():
        return
    if target.exists():
        raise FileExistsError(EEXIST, f"there is a file {target} already")
    source.rename(target)


def _sync(path: Path) -> None:
    """Sync a file, or the names in a folder, to the disk."""
    if path.is_dir() and os.name == "nt":  # which opens no folder
        return
    # Windows syncs only what is open for writing, Linux opens no folder for writing
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
