"""Connection to an SQLite file: the only module that uses the driver and its errors."""

import asyncio
import hashlib
import os
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from threading import get_native_id
from typing import Final, Self, TypeVar

import aiosqlite

from bot.store.database import Dialect, Plan, Query, Row, StatementBatch, Values, expand_fragments
from bot.store.errors import FileFault, StatementFault, StorageTrouble, StoreError, Trouble
from bot.store.integrity.checksums import ChecksummedTable, checksummed_tables
from bot.store.packing import compress_lines, decompress_to_json

# Translates SQLite errors into store errors.
#
# Also handles store errors that a connection has already raised: their cause is the driver's
# error.

_CODE_TROUBLES: Final = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_IOERR: Trouble.IO,
    sqlite3.SQLITE_CANTOPEN: Trouble.IO,
    sqlite3.SQLITE_PROTOCOL: Trouble.IO,
    sqlite3.SQLITE_NOMEM: Trouble.IO,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}
_CODE_FAULTS: Final = {
    sqlite3.SQLITE_BUSY: FileFault.IN_USE,
    sqlite3.SQLITE_LOCKED: FileFault.IN_USE,
    sqlite3.SQLITE_CORRUPT: FileFault.DAMAGED,
    sqlite3.SQLITE_NOTADB: FileFault.DAMAGED,
    sqlite3.SQLITE_PERM: FileFault.UNWRITABLE,
    sqlite3.SQLITE_READONLY: FileFault.UNWRITABLE,
    sqlite3.SQLITE_CANTOPEN: FileFault.UNWRITABLE,
    sqlite3.SQLITE_IOERR: FileFault.UNWRITABLE,
    sqlite3.SQLITE_FULL: FileFault.UNWRITABLE,
}
_DRIVER_ERRORS = (sqlite3.Error, StorageTrouble, StatementFault)


@contextmanager
def _raising_troubles() -> Iterator[None]:
    """Translate the driver's errors, without what they may quote."""
    try:
        yield
    except sqlite3.Error as error:
        raise translate_sqlite_error(error) from safe_cause(error)
    except UnicodeDecodeError:  # SQLite's own message quotes a damaged schema
        raise StorageTrouble(Trouble.DAMAGED) from None


def translate_sqlite_error(error: sqlite3.Error) -> StorageTrouble | StatementFault:
    """Translate a driver error."""
    trouble = _CODE_TROUBLES.get(_primary_code(error))
    if trouble is None:
        words = safe_cause(error) or "a text is not UTF-8"
        return StatementFault(f"{type(error).__name__}: {words}")
    return StorageTrouble(trouble)


def safe_cause(error: sqlite3.Error) -> sqlite3.Error | None:
    """Return the error if it is safe to chain; None if its message may quote stored text.

    The Python module quotes a text it cannot decode in full, and that may be a deck.
    """
    quotes = isinstance(error, sqlite3.OperationalError) and not _primary_code(error)
    return None if quotes else error


@contextmanager
def raising_open_errors(path: Path) -> Iterator[None]:
    """Turn errors while a file is opened into a StoreError about ``path``."""
    try:
        yield
    except OSError as error:
        detail = error.strerror or str(error)
        raise StoreError(FileFault.UNWRITABLE, path=str(path), detail=detail) from error
    except UnicodeDecodeError as error:  # SQLite quotes the damaged text in its message
        detail = "a text in it is not UTF-8"
        raise StoreError(FileFault.DAMAGED, path=str(path), detail=detail) from error
    except _DRIVER_ERRORS as error:
        said = _driver_error(error)
        reason = _CODE_FAULTS.get(_primary_code(said))
        if isinstance(said, StorageTrouble) and said.trouble is Trouble.DAMAGED:
            reason = FileFault.DAMAGED
        if reason is None:  # a mistake in a statement, not in the file
            raise
        raise StoreError(reason, path=str(path), detail=str(said)) from error


@contextmanager
def treating_faults_as_damage(path: Path) -> Iterator[None]:
    """Treat a failing statement as damage, because every statement here fits a sound file."""
    try:
        yield
    except _DRIVER_ERRORS as error:
        said = _driver_error(error)
        if _primary_code(said) in _CODE_FAULTS:
            raise
        raise StoreError(FileFault.DAMAGED, path=str(path), detail=str(said)) from error


def _driver_error(error: Exception) -> Exception:
    cause = error.__cause__
    return cause if isinstance(cause, sqlite3.Error) else error


def _primary_code(error: Exception) -> int:
    """Return the low byte of SQLite's code; 0 for errors of the Python module itself."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


# The SQLite dialect (bot/store/database.py), from 3.37 on.

_RANKED_ROWS: Final = (
    "SELECT game_id, seat, part, guild_id, friendly, with_robots, of_two, user_id, balance, place,"
    " mark, family, preset, season FROM result INDEXED BY {} WHERE guild_id = ?1"
    " AND user_id IS NOT NULL"
)


def _index_mismatches() -> str:
    """Return the query for rows that a covering index contradicts; indexes have no checksum."""
    index, rows = _RANKED_ROWS.format("result_ranked"), _RANKED_ROWS.format("result_guild")
    either = f"SELECT * FROM ({index} EXCEPT {rows}) UNION SELECT * FROM ({rows} EXCEPT {index})"  # noqa: S608
    return f"SELECT DISTINCT game_id FROM ({either})"  # noqa: S608


def _checksum(_: str, columns: tuple[str, ...], row: str) -> str:
    """Hash the row as SQL literals, and as bytes, because damaged text need not be UTF-8."""
    values = ", ".join(f'{row}."{column}"' for column in columns)
    return f"seal(CAST(printf('{'%Q,' * len(columns)}', {values}) AS BLOB))"


SQLITE: Final = Dialect(
    columns=(
        "SELECT t.name, c.name, c.pk FROM main.sqlite_schema AS t JOIN pragma_table_info(t.name)"
        " AS c WHERE t.type = 'table' ORDER BY t.name, c.cid"
    ),
    numbers="SELECT value FROM json_each({})",
    words="SELECT value FROM json_each({})",
    people="json_group_object(user_id, number)",
    locked="",
    greatest="max",
    differs="IS NOT",
    by_index="INDEXED BY {}",
    in_order="CROSS JOIN",
    contract="json_extract(iif(json_valid(summary), summary, '{}'), '$.contract[0]')",
    index_mismatches=_index_mismatches(),
    checksum=_checksum,
    pack=compress_lines,
)


T = TypeVar("T")
_PAGE_COUNTS: Final = ("PRAGMA freelist_count", "PRAGMA page_count")
_LOWEST: Final = 19  # the nice value
_CHUNK: Final = 64  # rows per read of a cursor, which is not used here


async def _opened(driver: aiosqlite.Connection) -> aiosqlite.Connection:
    return await driver


class SqliteDatabase:
    """A ``Database`` (bot/store/database.py) over one file."""

    dialect: Dialect = SQLITE

    def __init__(self, driver: aiosqlite.Connection) -> None:
        self._driver = driver
        self._data_version = 0  # another number once another connection has written

    @classmethod
    async def connect(cls, path: Path, *, reads_only: bool = False) -> Self:
        """Open the file, or create it unless ``reads_only``.  StorageTrouble.

        A read-only connection needs an absolute path.  Who is cancelled meanwhile waits until the
        file is open, and closes it: aiosqlite would forget it.
        """
        address = f"{path.as_uri()}?mode=ro" if reads_only else str(path)
        opened = partial(sqlite3.connect, address, uri=reads_only, isolation_level=None)
        driver = aiosqlite.Connection(opened, _CHUNK)
        opening = asyncio.ensure_future(_opened(driver))
        try:
            with _raising_troubles():
                return cls(await asyncio.shield(opening))
        except asyncio.CancelledError:
            await asyncio.wait((opening,))
            if opening.exception() is None:
                await driver.close()
            raise

    @classmethod
    @asynccontextmanager
    async def session(cls, path: Path) -> AsyncIterator[Self]:
        """Yield an open file and close it at the end."""
        db = await cls.connect(path)
        try:
            yield db
        finally:
            await db.close()

    @property
    def in_transaction(self) -> bool:
        return self._driver.in_transaction

    async def fetch(self, sql: str, values: Values = ()) -> list[Row]:
        return await self._run(lambda file: execute(file, expand_fragments(SQLITE, sql), values))

    async def fetch_each(self, queries: Sequence[Query]) -> list[list[Row]]:
        def fetched(file: sqlite3.Connection) -> list[list[Row]]:
            return [execute(file, expand_fragments(SQLITE, sql), values) for sql, values in queries]

        return await self._run(fetched)

    async def execute_many(self, sql: str, rows: Iterable[Values]) -> None:
        await self._run(lambda file: execute_batches(file, [(sql, rows)]))

    async def execute_all(self, work: Sequence[StatementBatch]) -> None:
        await self._run(lambda file: execute_batches(file, work))

    async def begin(self, sql: str = "", values: Values = ()) -> list[Row]:
        def begun(file: sqlite3.Connection) -> list[Row]:
            execute(file, "BEGIN IMMEDIATE", ())
            return execute(file, expand_fragments(SQLITE, sql), values) if sql else []

        return await self._run(begun)

    async def commit(self) -> None:
        await self.fetch("COMMIT")

    async def transact(
        self, sql: str, values: Values, plan: Plan, *, is_known: bool = False
    ) -> bool:
        def done(file: sqlite3.Connection) -> bool:
            execute(file, "BEGIN IMMEDIATE", ())
            ((version,),) = execute(file, "PRAGMA data_version", ())
            is_changed = bool(version != self._data_version)
            self._data_version = version
            is_asked = is_changed or not is_known
            rows = execute(file, expand_fragments(SQLITE, sql), values) if is_asked else None
            execute_batches(file, plan(rows))
            execute(file, "COMMIT", ())
            return is_changed

        return await self._run(done)

    async def rollback(self) -> None:
        await self.fetch("ROLLBACK")

    def snapshot(self) -> AbstractAsyncContextManager[None]:
        """Do nothing: the file lock excludes other writers, so reads are consistent."""
        return nullcontext()

    async def wipe_log(self) -> None:
        """Truncate the write-ahead log, which still contains deleted data."""
        await self.fetch("PRAGMA wal_checkpoint(TRUNCATE)")

    async def shrink(self) -> None:
        """Vacuum if over a twentieth is free; this briefly needs twice the file's size."""
        (((free,),), ((pages,),)) = [await self.fetch(pragma) for pragma in _PAGE_COUNTS]
        if free > pages // 20:
            await self.fetch("VACUUM")

    async def close(self) -> None:
        await self._driver.close()

    async def interrupt(self) -> None:
        """End the statement that runs, if any, with an error."""
        await self._driver.interrupt()

    async def lower_priority(self) -> None:
        """Let every other thread go before this connection's, where the system can."""
        if sys.platform == "linux":
            await self._run(lambda _: os.setpriority(os.PRIO_PROCESS, get_native_id(), _LOWEST))

    async def register_function(self, name: str, function: Callable[[bytes], object]) -> None:
        """Register a deterministic SQL function of one value on this connection."""
        await self._driver.create_function(name, 1, function, deterministic=True)

    async def script(self, statements: Iterable[str]) -> None:
        """Execute many statements without values, outside of a transaction, in one hop."""
        with _raising_troubles():
            await self._driver.executescript(";\n".join(statements))

    async def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run all of ``work`` in one thread hop, where aiosqlite takes one per statement.

        Each hop switches threads twice, and under load the event loop holds the interpreter lock.
        The two private names are those of aiosqlite 0.22.1, which is pinned;
        ``tests/test_library_internals.py`` checks them.
        """
        driver = self._driver
        with _raising_troubles():
            done: T = await driver._execute(work, driver._conn)  # type: ignore[no-untyped-call]
        return done


def execute(file: sqlite3.Connection, sql: str, values: Values) -> list[Row]:
    """Return the rows of one statement, in the driver's thread."""
    return list(file.execute(sql, values).fetchall())


def execute_batches(file: sqlite3.Connection, work: Iterable[tuple[str, Iterable[Values]]]) -> None:
    """Execute each statement with each of its rows, in the driver's thread."""
    for sql, rows in work:
        file.executemany(expand_fragments(SQLITE, sql), rows)


# Detects that a path no longer leads to the open file.
#
# Writes to a file that was deleted or replaced still succeed, and are lost with the process.
# Therefore the path is checked before every read and write, which costs microseconds.


class OpenFile:
    """The identity of an open file and its log, taken when it was opened."""

    def __init__(self, path: Path) -> None:
        there = [file for file in (path, Path(f"{path}-wal")) if file.exists()]
        self._path = str(path)
        self._inodes = {str(file): file.stat().st_ino for file in there}

    def check(self) -> None:
        """Raise StorageTrouble GONE when the path no longer leads to the open file."""
        try:
            found = {file: os.stat(file) for file in self._inodes}  # noqa: PTH116  half the time
        except OSError as error:
            raise StorageTrouble(Trouble.GONE) from error
        is_same = all(found[file].st_ino == inode for file, inode in self._inodes.items())
        if not is_same or not found[self._path].st_size:
            raise StorageTrouble(Trouble.GONE)


# Row checksums in a file, maintained by temporary triggers of the writing connection.
#
# A row is hashed as SQL text, where bytes end at a zero, so no table with checksums has a column
# of bytes (bot/store/integrity/checksums.py).


def hash_row(row: bytes) -> int:
    """Return 64 bits of SHA-256 over the values of a row, written as SQL literals."""
    return int.from_bytes(hashlib.sha256(row).digest()[:8], "big", signed=True)


async def register_checksum(db: SqliteDatabase) -> None:
    """Register the SQL function that all checksum statements use."""
    await db.register_function("seal", hash_row)


async def create_checksum_triggers(db: SqliteDatabase) -> None:
    """Create the triggers, so that this connection maintains the checksums of its writes."""
    await db.script([one for table in await checksummed_tables(db) for one in _triggers(table)])


def _triggers(table: ChecksummedTable) -> tuple[str, ...]:
    """Return the triggers that hash inserted and changed rows."""
    here = " AND ".join(f'"{column}" = NEW."{column}"' for column in table.key)
    columns = ", ".join(f'"{column}"' for column in table.columns)
    fits = f"CASE WHEN OLD.seal IS {table.checksum_of('OLD')} THEN {table.checksum_of('NEW')} END"
    return (
        f"CREATE TEMP TRIGGER {table.name}_new AFTER INSERT ON main.{table.name}"  # noqa: S608
        f" BEGIN UPDATE {table.name} SET seal = {table.checksum_of('NEW')} WHERE {here}; END",
        f"CREATE TEMP TRIGGER {table.name}_set AFTER UPDATE OF {columns} ON main.{table.name}"  # noqa: S608
        f" BEGIN UPDATE {table.name} SET seal = {fits} WHERE {here}; END",
    )


# The view ``logged`` of a file: the lines of every game, packed or not.

# A temporary view: objects in the file itself may not call functions of the program.
_CREATE_LOG_VIEW: Final = (
    "CREATE TEMP VIEW logged AS"
    ' SELECT game_id, version, deal, seat, text, "by", at, link FROM main.line'
    " UNION ALL SELECT archive.game_id, json_extract(value, '$[0]'), json_extract(value, '$[1]'),"
    " json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]'),"
    " json_extract(value, '$[5]'), NULL FROM main.archive, json_each(unpacked(archive.lines))"
)


async def create_log_view(db: SqliteDatabase) -> None:
    """Define the view ``logged`` on this connection, unless it is there already."""
    if await db.fetch("SELECT 1 FROM temp.sqlite_schema WHERE name = 'logged'"):
        return
    await db.register_function("unpacked", decompress_to_json)
    await db.fetch(_CREATE_LOG_VIEW)
