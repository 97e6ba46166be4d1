"""Stores on files that stay open from test to test and are emptied in between.

Opening a file with all its checks takes 14 ms of processor, which is more than most tests of the
store and of tables; emptying one takes one. Tests of opening and closing open files of their own.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from bot.store import Store
from bot.store.database import Row
from bot.store.errors import StorageTrouble
from bot.store.integrity.guard import ReadGuard
from bot.store.sqlite import restoring, startup
from bot.store.sqlite.connection import OpenFile, SqliteDatabase
from bot.store.writer import Handles, Writer
from tests.support.stored import with_layout

T = TypeVar("T")

# They differ after a change through another connection, and after a change of the schema.
_STAMPS: Final = (
    "SELECT data_version, schema_version FROM pragma_data_version, pragma_schema_version"
)
_TABLES: Final = "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name <> 'setting'"
_OTHER_SETTINGS: Final = "DELETE FROM setting WHERE key NOT IN ('layout', 'identity')"


@dataclass
class _OpenedFile:
    """An open file without games, and what tells whether others have changed it."""

    path: Path
    handles: Handles
    db: SqliteDatabase
    there: OpenFile
    stamps: list[Row]
    emptying: tuple[str, ...]
    is_open: bool = True


class ReusedStores:
    """The open files that no test uses at present."""

    def __init__(self, folder: Path) -> None:
        self._paths = (folder / f"reused_{number}.db" for number in range(10**6))
        self._idle: list[_OpenedFile] = []
        # Files are opened and closed in a loop that outlives those of the tests.
        self._loop, self._beside = asyncio.Runner(), ThreadPoolExecutor(1)

    @asynccontextmanager
    async def empty_store(self, now: int) -> AsyncIterator[tuple[Path, Store]]:
        """Yield the path of an empty file, and the store on it with ``now`` as in ``Store.open``.

        A test that closes the store closes the file, and it is not used again.
        """
        opened = self._idle.pop() if self._idle else self._run(_opened(next(self._paths)))
        handles = _fresh_handles(opened, now)
        async with handles.resources as closing:
            closing.callback(self._close_file, opened)
            closing.push_async_callback(handles.writer.close)
            yield opened.path, Store(handles)
            await handles.writer.close()
            if opened.is_open and await _is_empty_again(opened):
                self._idle.append(opened)
                closing.pop_all()

    def close(self) -> None:
        """Close all files."""
        for opened in self._idle:
            self._close_file(opened)
        self._beside.submit(self._loop.close).result()
        self._beside.shutdown()

    def _close_file(self, opened: _OpenedFile) -> None:
        opened.is_open = False
        self._run(opened.handles.resources.aclose())

    def _run(self, work: Coroutine[None, None, T]) -> T:
        return self._beside.submit(self._loop.run, work).result()


async def _opened(path: Path) -> _OpenedFile:
    handles = await startup.open_file(with_layout(path), 0, nullcontext)
    await handles.writer.close()  # every test has a writer of its own
    db = handles.db
    assert isinstance(db, SqliteDatabase)
    rows = [f"DELETE FROM {name}" for (name,) in await db.fetch(_TABLES)]  # noqa: S608
    emptying = (
        "PRAGMA foreign_keys = OFF",
        "BEGIN",
        *rows,
        _OTHER_SETTINGS,
        "COMMIT",
        "PRAGMA foreign_keys = ON",
    )
    return _OpenedFile(path, handles, db, OpenFile(path), await db.fetch(_STAMPS), emptying)


def _fresh_handles(opened: _OpenedFile, now: int) -> Handles:
    """Return what ``open_file`` returns of a new file, with the connections of the opened one."""
    path, lock, found = opened.path, asyncio.Lock(), opened.handles.file_check
    assert isinstance(found, startup.FileCheck)
    guard = ReadGuard(OpenFile(path).check, is_trusted=True)
    guard.needs_full_check = True
    writer = Writer(opened.db, lock, guard)
    resources = AsyncExitStack()
    resources.push_async_callback(writer.close)
    return opened.handles._replace(
        lock=lock,
        writer=writer,
        reader_lock=asyncio.Lock(),
        disk_space=startup.FileDiskSpace(path),
        resources=resources,
        on_erased=partial(restoring.record_erased, path),
        file_check=startup.FileCheck(path, found._lock, writer, now),
    )


async def _is_empty_again(opened: _OpenedFile) -> bool:
    """Delete all rows; return False if anybody else has changed the file, or it is gone."""
    restoring.list_path(opened.path).unlink(missing_ok=True)
    try:
        opened.there.check()
        if opened.db.in_transaction or await opened.db.fetch(_STAMPS) != opened.stamps:
            return False
        await opened.db.script(opened.emptying)
    except StorageTrouble:
        return False
    return True
