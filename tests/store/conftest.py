"""An open store on each of the databases: every promise is tested on both."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from bot.store import Store
from tests.support import postgres
from tests.support.store_databases import FileDatabase, ServerDatabase, StoreDatabase, open_store
from tests.support.stored import with_layout

ENGINES: Final = ("sqlite", pytest.param("postgres", marks=pytest.mark.process))


@pytest.fixture(params=ENGINES)
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[StoreDatabase]:
    """Return an empty database with its schema. ``making.on_file`` takes the file alone."""
    if request.param == "sqlite":
        yield FileDatabase(with_layout(tmp_path / "bot.db"))
        return
    async with postgres.reused_database() as url:
        yield ServerDatabase(url)


@pytest.fixture
async def store(database: StoreDatabase) -> AsyncIterator[Store]:
    async with open_store(database) as opened:
        yield opened
