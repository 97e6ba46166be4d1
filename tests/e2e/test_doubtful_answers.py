"""A first answer that arrived although the bot was told that it failed: nothing is said twice or
denied, and nobody is left before a message that thinks for ever.
"""

import pytest

from bot.refusals import Refusal
from tests.support.arriving import again, cut, once_answered
from tests.support.room import Person, Room, words_of

pytestmark = pytest.mark.slow  # whole evenings


@pytest.fixture
def ana(room: Room) -> Person:
    return room.person("Ana")


async def test_time_that_was_asked_for_twice(room: Room, ana: Person) -> None:
    """40060 where more time was asked for: it is granted, and the hand follows."""
    await room.seated(ana, robots=2, clock="none")
    once_answered(room.env, again)
    await room.start(ana)
    assert room.is_current_hand(ana)
    await room.play_until(lambda room: room.game().carry.number == 1)
    assert room.refreshed == 0


async def test_time_of_which_nobody_heard(room: Room, ana: Person) -> None:
    """Its message thinks: what is said of the failure takes its place."""
    await room.seated(ana, robots=2, clock="none")
    once_answered(room.env, cut)
    await room.press(ana, "start")
    assert room.status() == "lobby"
    assert words_of(ana.private) == room.sentence(Refusal.ANSWER_LOST)


async def test_a_hand_that_was_sent_twice(room: Room, ana: Person) -> None:
    """It is there, and it is kept up to date like any other."""
    boris = room.person("Boris")
    await room.seated(ana, boris, robots=1, clock="none")
    await room.start(ana)
    once_answered(room.env, again)
    await room.press(boris, "hand", room.message())
    assert room.is_current_hand(boris)
    assert room.bot.painter.hands.is_open(1, boris.id)
