"""Connection to an SQLite file: the only module that uses the driver and its errors."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Final, Self, TypeVar

import aiosqlite

from bot.store.database import Dialect, Row, StatementBatch, Values, expand_fragments
from bot.store.sqlite.dialect import SQLITE
from bot.store.sqlite.errors import safe_cause, translate_sqlite_error

T = TypeVar("T")
_PAGE_COUNTS: Final = ("PRAGMA freelist_count", "PRAGMA page_count")
_CHUNK: Final = 64  # rows per read of a cursor, which is not used here


class _Driver(aiosqlite.Connection):
    """The aiosqlite connection, which has a thread of its own."""

    async def run_in_thread(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run all of ``work`` in one thread hop, where aiosqlite takes one per statement.

        Each hop switches threads twice, and under load the event loop holds the interpreter lock.
        """
        done: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return done


class SqliteDatabase:
    """A ``Database`` (bot/store/database.py) over one file."""

    dialect: Dialect = SQLITE

    def __init__(self, driver: _Driver) -> None:
        self._driver = driver

    @classmethod
    async def connect(cls, path: Path, *, reads_only: bool = False) -> Self:
        """Open the file, or create it unless ``reads_only``.  StorageTrouble.

        A read-only connection needs an absolute path.
        """
        address = f"{path.as_uri()}?mode=ro" if reads_only else str(path)
        opened = partial(sqlite3.connect, address, uri=reads_only, isolation_level=None)
        driver = _Driver(opened, _CHUNK)
        try:
            await driver
            return cls(driver)
        except sqlite3.Error as error:
            raise translate_sqlite_error(error) from safe_cause(error)

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

    async def execute_many(self, sql: str, rows: Iterable[Values]) -> None:
        await self._run(lambda file: execute_many(file, expand_fragments(SQLITE, sql), rows))

    async def execute_all(self, work: Sequence[StatementBatch]) -> None:
        await self._run(lambda file: _execute_all(file, work))

    async def begin(self, sql: str = "", values: Values = ()) -> list[Row]:
        def begun(file: sqlite3.Connection) -> list[Row]:
            execute(file, "BEGIN IMMEDIATE", ())
            return execute(file, expand_fragments(SQLITE, sql), values) if sql else []

        return await self._run(begun)

    async def commit(self, work: Sequence[StatementBatch] = ()) -> None:
        def kept(file: sqlite3.Connection) -> None:
            _execute_all(file, work)
            execute(file, "COMMIT", ())

        await self._run(kept)

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

    async def register_function(self, name: str, function: Callable[[bytes], object]) -> None:
        """Register a deterministic SQL function of one value on this connection."""
        await self._driver.create_function(name, 1, function, deterministic=True)

    async def script(self, statements: Iterable[str]) -> None:
        """Execute many statements without values, outside of a transaction, in one hop."""
        try:
            await self._driver.executescript(";\n".join(statements))
        except sqlite3.Error as error:
            raise translate_sqlite_error(error) from safe_cause(error)

    async def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return await self._driver.run_in_thread(work)
        except sqlite3.Error as error:
            raise translate_sqlite_error(error) from safe_cause(error)


def execute(file: sqlite3.Connection, sql: str, values: Values) -> list[Row]:
    """Return the rows of one statement, in the driver's thread."""
    return list(file.execute(sql, values).fetchall())


def execute_many(file: sqlite3.Connection, sql: str, rows: Iterable[Values]) -> None:
    """Execute one statement with each of the rows."""
    file.executemany(sql, rows)


def _execute_all(file: sqlite3.Connection, work: Sequence[StatementBatch]) -> None:
    for sql, rows in work:
        execute_many(file, expand_fragments(SQLITE, sql), rows)
