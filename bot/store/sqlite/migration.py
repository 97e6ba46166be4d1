"""Schema migrations of a file, step by step.

Each migration is one transaction, which also saves the hash of the schema and
sets ``user_version``, so a file is always exactly at one version, whatever interrupts it. An
existing file is copied first.

``application_id`` in the header tells whose file it is. It changed when 1.0.0 made the schema of
its time the first step: the numbers of the steps before that mean something else.
"""

import asyncio
import hashlib
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store.database import Database
from bot.store.errors import FileFault, StatementFault, StoreError
from bot.store.integrity.checksums import checksummed_tables, recompute_checksums
from bot.store.migrations import Migration, load_migrations
from bot.store.sqlite import connection, lock_file
from bot.store.sqlite.connection import SqliteDatabase, raising_open_errors

_log = logging.getLogger(__name__)

# Schema check of a file, by a stored hash of its tables and columns.

# SQLite's internal objects are left out
_SELECT_SCHEMA: Final = (
    "SELECT CAST(coalesce(sql, name) AS BLOB) FROM sqlite_schema"
    " WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY type, name"
)
_SELECT_HASH: Final = "SELECT value FROM setting WHERE key = 'layout'"
_SAVE_HASH: Final = (  # an update in place, so that the row keeps a checksum to be recomputed
    "INSERT INTO setting (key, value) VALUES ('layout', ?)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


async def check_file_schema(db: Database, path: Path) -> None:
    """Raise StoreError DAMAGED when the schema differs from the stored hash."""
    if not await _has_tables(db):
        return
    rows = await db.fetch(_SELECT_HASH)
    if not rows or str(rows[0][0]) != await _schema_hash(db):
        raise StoreError(FileFault.DAMAGED, path=str(path), detail="its layout has changed")


async def _schema_hash(db: Database) -> str:
    rows = await db.fetch(_SELECT_SCHEMA)
    said = b"\n".join(bytes(row[0]) for row in rows)
    return hashlib.sha256(said).hexdigest()


APPLICATION_ID: Final = 0x50726631  # "Prf1" in the file header
_PRE_RELEASE_ID: Final = 0x50726566  # "Pref", in files made before 1.0.0


def file_migrations() -> tuple[Migration, ...]:
    """Return the migrations of a file that come with this program, in order."""
    return load_migrations("sqlite")


def split_statements(script: str) -> Iterator[str]:
    """Split a script into its statements; ValueError when the last one is incomplete.

    executescript() would not do: it commits an open transaction first.
    """
    pending = ""
    for piece in script.split(";")[:-1]:
        pending += piece + ";"
        if sqlite3.complete_statement(pending):
            yield pending.strip()
            pending = ""
    rest = pending + script.rpartition(";")[2]
    if any(line.strip() and not line.lstrip().startswith("--") for line in rest.splitlines()):
        raise ValueError(f"a statement without its end: {rest.strip()[:60]!r}")


async def check_identity(db: SqliteDatabase, path: Path, known: int) -> None:
    """Raise StoreError for a file this program cannot migrate, without changing it."""
    identity = await _number(db, "PRAGMA application_id")
    version = await _number(db, "PRAGMA user_version")
    if identity or version or await _has_tables(db):  # else the file is new
        check_header(path, identity, version, known)


def check_header(path: Path, identity: int, version: int, known: int) -> None:
    """Raise StoreError unless the file is ours and at one of the ``known`` steps."""
    if identity == _PRE_RELEASE_ID:
        raise StoreError(FileFault.PRE_RELEASE_FILE, path=str(path))
    if identity != APPLICATION_ID:
        raise StoreError(FileFault.FOREIGN_FILE, path=str(path))
    if version < 1:
        detail = f"its layout has the number {version}"
        raise StoreError(FileFault.DAMAGED, path=str(path), detail=detail)
    if version > known:
        raise StoreError(FileFault.NEWER_FILE, path=str(path), found=version, known=known)


async def is_up_to_date(db: SqliteDatabase, steps: Sequence[Migration]) -> bool:
    """Return True if the file has the schema these steps lead to."""
    return await _number(db, "PRAGMA user_version") == len(steps)


async def migrate_file(
    db: SqliteDatabase, path: Path, now: int, steps: Sequence[Migration]
) -> None:
    """Apply the steps above the file's version; a failing step leaves the version before it."""
    version = await _number(db, "PRAGMA user_version")
    due = [step for step in steps if step.number > version]
    if due and version > 0:
        target = path.with_name(f"{path.name}.v{version}.{now}.backup")
        await asyncio.to_thread(copy_database, path, target)
        _log.info("the file of games gets its new layout; as it was it is kept as %s", target)
    async for step in apply_migrations(db, steps):
        if version > 0:
            _log.info("layout %d of %d is done", step.number, due[-1].number)


async def apply_migrations(
    db: SqliteDatabase, steps: Sequence[Migration]
) -> AsyncIterator[Migration]:
    """Apply the steps without a copy, yielding each when it is done."""
    version = await _number(db, "PRAGMA user_version")
    due = [step for step in steps if step.number > version]
    await connection.register_checksum(db)
    for step in due:
        await _apply(db, step)
        yield step


def backup(path: Path, target: Path) -> None:
    """Make a checked copy of the file, even while the bot runs.

    Raises StoreError about ``target``; about ``path`` where the file itself is damaged.
    """
    try:
        with raising_open_errors(target):
            if not path.exists():
                raise FileNotFoundError(f"there is no database {path} yet")
            copy_database(path, target)
    except StoreError as error:
        if error.reason is not FileFault.DAMAGED:
            raise
        raise StoreError(error.reason, **{**error.facts, "path": str(path)}) from error


def copy_database(source: Path, target: Path) -> None:
    """Copy a database in use consistently, and check the copy before it gets its name; blocks.

    The owner alone can read the copy. A separate connection reads the source, so that writers do
    not wait. StoreError DAMAGED when the copy fails its check; sqlite3.Error and OSError pass
    through.
    """
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    os.close(lock_file.open_private(partial))
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(partial)) as new:
            old.backup(new)
            verdict = new.execute("PRAGMA quick_check(1)").fetchone()[0]
            if verdict != "ok":
                raise StoreError(FileFault.DAMAGED, path=str(source), detail=verdict)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


async def _apply(db: SqliteDatabase, step: Migration) -> None:
    """Apply one step and recompute the checksums; broken ones stay broken."""
    await db.begin()
    try:
        sealed = frozenset(table.name for table in await checksummed_tables(db))
        for statement in split_statements(step.sql):
            await db.fetch(statement)
        await _check_references(db, step)
        await db.fetch(_SAVE_HASH, (await _schema_hash(db),))
        await recompute_checksums(db, sealed)
        await db.fetch(f"PRAGMA application_id = {APPLICATION_ID}")
        await db.fetch(f"PRAGMA user_version = {step.number}")
        await db.commit()
    finally:
        if db.in_transaction:
            await db.rollback()


async def _check_references(db: SqliteDatabase, step: Migration) -> None:
    """Check foreign keys before the commit, because they are off while tables are rebuilt."""
    if await db.fetch("PRAGMA foreign_key_check"):
        raise StatementFault(f"migration {step.number} leaves rows without their parent")


async def _number(db: SqliteDatabase, pragma: str) -> int:
    ((number,),) = await db.fetch(pragma)
    return int(number)


async def _has_tables(db: Database) -> bool:
    return bool(await db.fetch("SELECT 1 FROM sqlite_schema LIMIT 1"))
