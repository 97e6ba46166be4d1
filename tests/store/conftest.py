"""An open store on each of the databases: every promise is tested on both."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from bot.store import Store
from tests.support import postgres
from tests.support.grounds import FileGround, Ground, ServerGround, session
from tests.support.stored import with_layout

ENGINES: Final = ("sqlite", pytest.param("postgres", marks=pytest.mark.process))


@pytest.fixture(params=ENGINES)
async def ground(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Ground]:
    """Return an empty database with its schema. ``making.on_file`` takes the file alone."""
    if request.param == "sqlite":
        yield FileGround(with_layout(tmp_path / "bot.db"))
        return
    async with postgres.emptied() as url:
        yield ServerGround(url)


@pytest.fixture
async def store(ground: Ground) -> AsyncIterator[Store]:
    async with session(ground) as opened:
        yield opened
