"""A hand that Discord takes long to show delays no other hand, nor the public message."""

import asyncio

import pytest
from aiohttp import ServerDisconnectedError

from bot.discord_ui.messages import live_hands
from bot.engine.notation import format_action
from bot.tables import moves
from tests.conftest import Errors
from tests.support.response_faults import hold_request
from tests.support.room import Person, Room, controls
from tests.support.stacked import asked

pytestmark = pytest.mark.slow  # whole evenings

Three = tuple[Person, Person, Person]
HALF_A_MINUTE = 30.0  # the machine may be busy


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no held request time out, however slow the machine is."""
    monkeypatch.setattr(live_hands, "_DRAW_TIMEOUT", 2 * HALF_A_MINUTE)


@pytest.fixture
def slow(room: Room, table: Three) -> Person:
    """Return the last player of the trick."""
    seat = room.seat_of(table[0])
    assert seat is not None
    person = room.on_seat((seat + 2) % 3)
    assert person is not None
    return person


async def second_move(room: Room, slow: Person) -> None:
    """Make the next move, and wait until the board and the hands of the others show it."""
    table = await room.bot.parts.tables.get(1)
    player = asked(room)
    move = format_action(room.choice(player))
    assert await table.change(moves.act, player.id, table.version, move)
    others = [who for who in room.people if who is not slow]
    async with asyncio.timeout(HALF_A_MINUTE):
        while not all(room.is_current_hand(who) for who in others):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        while {one.version for one in controls(room.message())} != {table.version}:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert not room.is_current_hand(slow)


def edits(requests: list[str], who: Person) -> int:
    """Count the edits of the private message that a person has now."""
    assert who.private is not None
    return requests.count(f"PATCH {who.private.id}")


async def test_the_others_see_every_move(room: Room, table: Three, slow: Person) -> None:
    """The slow hand is asked for once, and shows both moves when that has ended."""
    assert slow.private is not None
    held = hold_request(room.env, "PATCH", slow.private.id, lambda: second_move(room, slow))
    version = room.row()["version"]
    await room.play_one(table[0])
    assert room.row()["version"] == version + 2
    assert room.is_current_hand(slow)
    assert edits(held, slow) == 2


async def test_a_slow_request_that_fails_in_the_end(room: Room, table: Three, slow: Person) -> None:
    """The hand is drawn again after the pause of every failed drawing."""

    async def fail() -> None:
        await second_move(room, slow)
        raise ServerDisconnectedError

    assert slow.private is not None
    held = hold_request(room.env, "PATCH", slow.private.id, fail)
    await room.play_one(table[0])
    assert not room.is_current_hand(slow)
    assert edits(held, slow) == 1
    await room.later(3)
    assert room.is_current_hand(slow)
    assert edits(held, slow) == 2


async def test_a_bug_behind_a_slow_request_is_logged(
    room: Room, table: Three, slow: Person, logged_errors: Errors
) -> None:
    """By its place, for its message may name cards; the room looks for these at its end."""

    async def fail() -> None:
        await second_move(room, slow)
        raise ArithmeticError("KS")

    assert slow.private is not None
    logged_errors.expect("a hand of game 1 failed: <class 'ArithmeticError'>")
    hold_request(room.env, "PATCH", slow.private.id, fail)
    await room.play_one(table[0])
    assert len(logged_errors.records) == 1
    await room.later(3)
    assert room.is_current_hand(slow)


async def test_a_click_shows_the_hand_before_the_slow_request_ends(
    room: Room, table: Three, slow: Person
) -> None:
    """The old hand of the request comes last, so the hand is shown once more after it."""
    hands = room.bot.parts.painter.live_hands

    async def click() -> None:
        await second_move(room, slow)
        here = await room.bot.parts.tables.get(1)
        shown = hands._live[slow.id][1]
        inputs = live_hands.HandInputs(here.version, *(shown.inputs or (0, 0, 0, None))[1:])
        await hands.track(here, shown.message, shown.screen, inputs)

    assert slow.private is not None
    held = hold_request(room.env, "PATCH", slow.private.id, click)
    await room.play_one(table[0])
    assert room.is_current_hand(slow)
    assert edits(held, slow) == 2


async def test_a_picture_that_comes_while_a_click_shows_the_hand(room: Room, table: Three) -> None:
    """The hand went out in words; its picture does not wait for the next move."""
    asked, *_ = table
    hands = room.bot.parts.painter.live_hands

    async def picture() -> None:
        hands.draw_again(1, asked.id)
        await asyncio.sleep(0.1)

    assert asked.private is not None
    held = hold_request(room.env, "DELETE", asked.private.id, picture)
    await room.press(asked, "hand", room.message())
    assert edits(held, asked) == 1
