"""A connection to a file of SQLite: the one place that knows the driver and its errors."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Final, Self

import aiosqlite

from bot.store.database import Dialect, Row, Values, said
from bot.store.sqlite.dialect import SQLITE
from bot.store.sqlite.errors import told

_ROOM: Final = ("PRAGMA freelist_count", "PRAGMA page_count")


class SqliteDatabase:
    """A ``Database`` (bot/store/database.py) over one file."""

    dialect: Dialect = SQLITE

    def __init__(self, driver: aiosqlite.Connection) -> None:
        self._driver = driver

    @classmethod
    async def connect(cls, path: Path, *, reads_only: bool = False) -> Self:
        """Open the file, or create it where it may be written to.  StorageTrouble.

        To read only, the path has to be whole.
        """
        address = f"{path.as_uri()}?mode=ro" if reads_only else path
        try:
            return cls(await aiosqlite.connect(address, uri=reads_only, isolation_level=None))
        except sqlite3.Error as error:
            raise told(error) from error

    @classmethod
    @asynccontextmanager
    async def session(cls, path: Path) -> AsyncIterator[Self]:
        """An open file, closed at the end."""
        db = await cls.connect(path)
        try:
            yield db
        finally:
            await db.close()

    @property
    def in_transaction(self) -> bool:
        return self._driver.in_transaction

    async def fetch(self, sql: str, values: Values = ()) -> list[Row]:
        try:
            return list(await self._driver.execute_fetchall(said(SQLITE, sql), values))
        except sqlite3.Error as error:
            raise told(error) from error

    async def many(self, sql: str, rows: Iterable[Values]) -> None:
        try:
            await self._driver.executemany(said(SQLITE, sql), rows)
        except sqlite3.Error as error:
            raise told(error) from error

    async def begin(self) -> None:
        await self.fetch("BEGIN IMMEDIATE")

    async def commit(self) -> None:
        await self.fetch("COMMIT")

    async def rollback(self) -> None:
        await self.fetch("ROLLBACK")

    def snapshot(self) -> AbstractAsyncContextManager[None]:
        """Whoever else writes is kept out by the lock of the file: what is read fits together."""
        return nullcontext()

    async def wipe_log(self) -> None:
        """What was deleted stands in the log of SQLite until it is written over."""
        await self.fetch("PRAGMA wal_checkpoint(TRUNCATE)")

    async def shrink(self) -> None:
        """Where more than a twentieth is free; for a moment the disk holds the file twice more."""
        (((free,),), ((pages,),)) = [await self.fetch(pragma) for pragma in _ROOM]
        if free > pages // 20:
            await self.fetch("VACUUM")

    async def close(self) -> None:
        await self._driver.close()

    async def teach(self, name: str, function: Callable[[bytes], object]) -> None:
        """Statements of this connection may call it, with one value; the same gives the same."""
        await self._driver.create_function(name, 1, function, deterministic=True)

    async def script(self, statements: Iterable[str]) -> None:
        """Many statements without values, outside of a transaction, in one hop."""
        try:
            await self._driver.executescript(";\n".join(statements))
        except sqlite3.Error as error:
            raise told(error) from error
