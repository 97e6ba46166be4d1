"""An open store on each of the databases: every promise is tested on both."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from bot.store import Store
from tests.support import postgres
from tests.support.reused_stores import ReusedStores
from tests.support.store_databases import (
    FileDatabase,
    ServerDatabase,
    StoreDatabase,
    open_reused,
    open_store,
)
from tests.support.stored import with_layout

ENGINES: Final = ("sqlite", pytest.param("postgres", marks=pytest.mark.process))


class OpenedFile(FileDatabase):
    """A file, and the store that is open on it."""

    def __init__(self, path: Path, opened: Store) -> None:
        super().__init__(path)
        self.opened = opened


@pytest.fixture(params=ENGINES)
async def database(
    request: pytest.FixtureRequest, reused_stores: ReusedStores
) -> AsyncIterator[StoreDatabase]:
    """Return an empty database with its schema. ``making.on_file`` takes the file alone.

    A file is ``bot.db`` in the ``tmp_path`` of a test that asks for that folder. A test of the
    store that does not ask for it has a file that others used before, opened and emptied.
    """
    if request.param == "postgres":
        async with postgres.reused_database() as url:
            yield ServerDatabase(url)
    elif "store" in request.fixturenames and "tmp_path" not in request.fixturenames:
        async with reused_stores.empty_store(now=1000) as (path, opened):
            yield OpenedFile(path, opened)
    else:
        folder: Path = request.getfixturevalue("tmp_path")
        yield FileDatabase(with_layout(folder / "bot.db"))


@pytest.fixture
async def store(database: StoreDatabase) -> AsyncIterator[Store]:
    if isinstance(database, OpenedFile):
        yield database.opened
        return
    if isinstance(database, ServerDatabase):
        opening = open_reused(database.url)
    else:
        opening = open_store(database)
    async with opening as opened:
        yield opened
