"""An evening in a room: a server, a channel, the real bot on a file of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.room import Room, evening


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """With threads; every request, card and button is checked at the end."""
    async with evening(tmp_path) as opened:
        yield opened


@pytest.fixture
async def channel_room(tmp_path: Path) -> AsyncIterator[Room]:
    """Where the bot may not create threads."""
    async with evening(tmp_path, threads=False) as opened:
        yield opened


# until bot/engine/families/__init__.py lists the Austrian family; then this import can go
from tests.support.austrian import registered  # noqa: E402, F401
