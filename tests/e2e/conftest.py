"""An evening at a table: a server, a channel, the real bot on a file of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.engine.deal import Stage
from tests.support.room import Person, Room, evening


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Return a room with threads; every request, card and button is checked at the end."""
    async with evening(tmp_path) as opened:
        yield opened


@pytest.fixture
async def channel_room(tmp_path: Path) -> AsyncIterator[Room]:
    """Return a room where the bot may not create threads."""
    async with evening(tmp_path, threads=False) as opened:
        yield opened


@pytest.fixture
async def table(room: Room) -> tuple[Person, Person, Person]:
    """Return a table in the play: the player who is asked, and the two others."""
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none", target=20)
    await room.start(people[0])
    await room.skip_to(Stage.PLAY)
    for who in people:
        await room.hand(who)
    asked = room.asked()
    assert asked is not None
    others = [who for who in people if who is not asked]
    return asked, others[0], others[1]
