"""Direct reads of the bot's file, and writes with valid checksums; stores without threads."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import aiosqlite

from bot.store import Store
from bot.store.integrity import verification
from bot.store.integrity.checksums import recompute_checksums
from bot.store.records import LogLine
from bot.store.sqlite.connection import SqliteDatabase, create_log_view, register_checksum
from bot.store.writer import Access

_OPEN: Final[dict[Path, sqlite3.Connection]] = {}  # opening a connection costs more than reading
_EMPTY: Final[list[bytes]] = []


def with_layout(path: Path) -> Path:
    """Return the path, with an empty file of the newest schema if there is none.

    A store would take tens of milliseconds, so it makes one file for each process; all copies of it
    bear the same mark.
    """
    if not path.exists():
        if not _EMPTY:
            with ThreadPoolExecutor(1) as beside:  # a loop may be running in this thread
                beside.submit(asyncio.run, _lay_out(path)).result()
            _EMPTY.append(path.read_bytes())
        path.write_bytes(_EMPTY[0])
    return path


async def _lay_out(path: Path) -> None:
    async with Store.session(path, now=1):
        pass


class _AtOnce:
    """In place of the queue of a connection's thread: executes what is put in, and tells it later.

    The caller waits for a turn of the loop, in which others run, as it would for the thread.
    """

    def put_nowait(self, asked: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, function = asked
        tell: Callable[[asyncio.Future[Any], Any], None] = aiosqlite.core.set_result
        try:
            found = function()
        except BaseException as error:  # the caller gets it, as from the thread
            tell, found = aiosqlite.core.set_exception, error
        if future is not None:
            future.get_loop().call_soon(tell, future, found)


class _NoThread:
    def __init__(self, **_: object) -> None: ...
    def start(self) -> None: ...


@contextmanager
def connecting_without_threads() -> Iterator[None]:
    """Let every connection to a file that is opened inside execute where it is asked.

    Two switches of threads for each query took a seventh of an evening. The stores of
    ``tests/store``, and of each bot that tests start as a process, have their threads.
    """
    module = vars(aiosqlite.core)
    usual = {name: module[name] for name in ("SimpleQueue", "Thread")}
    module.update(SimpleQueue=_AtOnce, Thread=_NoThread)
    try:
        yield
    finally:
        module.update(usual)


def driver_of(part: Access) -> aiosqlite.Connection:
    """Return the driver's connection behind a part of the store."""
    assert isinstance(part._db, SqliteDatabase)
    return part._db._driver


async def log_lines(store: Store, game_id: int) -> tuple[LogLine, ...]:
    """Return all lines of a game, from either table."""
    log = await store.game_queries.log_of(game_id)
    assert log is not None
    return log.lines


def read(database: Path, sql: str, *values: object) -> list[Any]:
    """Return the rows; the file stays open for later reads until :func:`forget`."""
    if database not in _OPEN:
        _OPEN[database] = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        _OPEN[database].row_factory = sqlite3.Row
    return _OPEN[database].execute(sql, values).fetchall()


def forget(database: Path) -> None:
    """Close the connection to the file, so that its bot is the last to close it."""
    if found := _OPEN.pop(database, None):
        found.close()


async def rewritten(database: Path, *statements: str) -> None:
    """Run statements and renew hash chain and checksums, as if the bot had written the rows."""
    async with SqliteDatabase.session(database) as db:
        for statement in statements:
            await db.fetch(statement)
            assert (await db.fetch("SELECT changes()"))[0][0], statement
        await create_log_view(db)
        await _link_anew(db)
        await register_checksum(db)
        await recompute_checksums(db, frozenset())


async def _link_anew(db: SqliteDatabase) -> None:
    """Give every game the hash chain of its present rows."""
    for (game_id,) in await db.fetch("SELECT DISTINCT game_id FROM line"):
        content = await verification._load_content(db, int(game_id))
        assert isinstance(content, verification._ChainContent), content
        await db.execute_many(
            "UPDATE line SET link = ? WHERE game_id = ? AND version = ?",
            [(one.computed, game_id, one.version) for one in verification._computed_links(content)],
        )


def rewrite(database: Path, *statements: str) -> None:
    """Do the same where no loop runs."""
    asyncio.run(rewritten(database, *statements))
