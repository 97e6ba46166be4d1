"""Databases of either dialect for tests of the store, with access that bypasses the store."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import asyncpg

from bot.store import Store
from bot.store.database import Dialect
from bot.store.postgres import startup
from bot.store.postgres.connection import POSTGRES
from bot.store.sqlite.connection import SQLITE
from tests.support import postgres
from tests.support.stored import with_layout

_INSPECTED: Final = set[str]()  # URLs of reused databases
_UNGUARDED = ("PRAGMA foreign_keys = OFF", "PRAGMA ignore_check_constraints = ON")


class StoreDatabase(Protocol):
    """A database that exists until the test ends."""

    @property
    def dialect(self) -> Dialect: ...
    @property
    def place(self) -> Path | str: ...
    async def open(self, now: int = 1000) -> Store: ...
    async def look(self, sql: str) -> list[tuple[Any, ...]]: ...
    async def do(self, statement: str) -> int: ...
    def blob(self, value: bytes) -> str: ...


def session_database(engine: str, folder: Path) -> "StoreDatabase":
    """Return an empty database with the newest schema that exists until the session ends."""
    if engine == "sqlite":
        return FileDatabase(with_layout(folder / "bot.db"))
    return ServerDatabase(asyncio.run(postgres.session_database()))


@asynccontextmanager
async def copy_database(database: "StoreDatabase", folder: Path) -> AsyncIterator["StoreDatabase"]:
    """Yield a copy of a database that nobody has open."""
    if isinstance(database, FileDatabase):
        copy = folder / database.path.name
        shutil.copyfile(database.path, copy)
        yield FileDatabase(copy)
        return
    assert isinstance(database, ServerDatabase)
    async with postgres.database(database.name) as url:
        yield ServerDatabase(url)


class FileDatabase:
    """An SQLite file."""

    dialect = SQLITE

    def __init__(self, path: Path) -> None:
        self.path = path
        self.place = path

    async def open(self, now: int = 1000) -> Store:
        return await Store.open(self.path, now)

    async def look(self, sql: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.path)) as db:
            return db.execute(sql).fetchall()

    async def do(self, statement: str) -> int:
        """Run a statement with no constraint enforced; return the number of rows."""
        with closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            for pragma in _UNGUARDED:
                db.execute(pragma)
            return db.execute(statement).rowcount

    def blob(self, value: bytes) -> str:
        """Return the value as an SQL literal."""
        return f"x'{value.hex()}'"


class ServerDatabase:
    """A PostgreSQL database."""

    dialect = POSTGRES

    def __init__(self, url: str) -> None:
        self.url = url
        self.place = url
        self.name = urlsplit(url).path.removeprefix("/")

    async def open(self, now: int = 1000) -> Store:
        return await Store.connect(self.url)

    async def look(self, sql: str) -> list[tuple[Any, ...]]:
        async with self._beside() as db:
            return [tuple(row) for row in await db.fetch(sql)]

    async def do(self, statement: str) -> int:
        """Run a statement without triggers and foreign keys; return 0 where a CHECK forbids it."""
        async with self._beside() as db:
            await db.execute("SET session_replication_role = replica")
            with suppress(asyncpg.CheckViolationError):
                return int((await db.execute(statement)).rpartition(" ")[2])
            return 0

    def blob(self, value: bytes) -> str:
        """Return the value as an SQL literal."""
        return f"decode('{value.hex()}', 'hex')"

    @asynccontextmanager
    async def _beside(self) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
        db = await asyncpg.connect(self.url, server_settings={"search_path": "preferans"})
        try:
            yield db
        finally:
            await db.close()


@asynccontextmanager
async def open_reused(url: str) -> AsyncIterator[Store]:
    """Open a store on a reused database, which each process looks at only once.

    It has the newest schema and no rows. Of five connections that ask about both two are left,
    which the test uses: a quarter of the time.
    """
    module = vars(startup)
    usual = {name: module[name] for name in ("migrate_to_newest", "_inspect")}
    if url in _INSPECTED:
        module.update(dict.fromkeys(usual, _accept))
    try:
        store = await Store.connect(url)
    finally:
        module.update(usual)
    _INSPECTED.add(url)
    try:
        yield store
    finally:
        await store.close()


async def _accept(*_: object) -> None:
    """Ask nothing."""


@asynccontextmanager
async def open_store(database: StoreDatabase, now: int = 1000) -> AsyncIterator[Store]:
    """Open a store on the database and close it at the end."""
    store = await database.open(now)
    try:
        yield store
    finally:
        await store.close()
