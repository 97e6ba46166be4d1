"""The bot drops every click, except the token that reaches the message it brought."""

import gc

import discord
import pytest

from tests.support.room import Person, Room

pytestmark = pytest.mark.slow


def interactions() -> int:
    gc.collect()
    return sum(isinstance(one, discord.Interaction) for one in gc.get_objects())


async def test_no_click_outlives_its_answer(
    room: Room, table: tuple[Person, Person, Person]
) -> None:
    """Hands stay open and follow the table; the clicks behind them are gone."""
    for _ in range(4):
        who = room.asked()
        assert who is not None
        await room.play_one(who)
    for who in table:
        assert room.is_current_hand(who)
    assert interactions() == 0
