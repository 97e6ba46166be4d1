"""An open store on a fresh file."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.support.stored import with_layout


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store.session(with_layout(tmp_path / "bot.db"), now=1000) as opened:
        yield opened
