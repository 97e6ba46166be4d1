"""What a click leaves behind is freed at once: the garbage collector would hold up other clicks."""

import gc

import discord
import pytest

from bot.engine.deal import Stage
from tests.support.room import Room


@pytest.mark.slow
async def test_an_interaction_ends_without_the_garbage_collector(room: Room) -> None:
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people)
    await room.start(people[0])
    await room.play_to(Stage.PLAY)
    gc.collect()
    before = interactions()
    gc.disable()
    try:
        for _ in range(6):
            who = room.asked()
            assert who is not None
            await room.play_one(who)
        assert interactions() <= before + 1
    finally:
        gc.enable()


def interactions() -> int:
    """Return the number of interactions in memory."""
    return sum(isinstance(one, discord.Interaction) for one in gc.get_objects())
