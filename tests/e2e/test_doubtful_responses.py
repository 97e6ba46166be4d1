"""A first response that arrived although the bot was told that it failed.

Nothing is said twice or denied, and no message goes on thinking for ever.
"""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.model.refusals import Refusal
from bot.tables import changes
from tests.support.response_faults import (
    Request,
    drop_connection,
    intercept_response,
    repeat_response,
)
from tests.support.room import Person, Room, controls, words_of
from tests.tables.failing_disk import Disk

pytestmark = pytest.mark.slow  # whole evenings

ANSWER = "/interactions/*/*/callback"
ORIGINAL = "/webhooks/*/*/messages/@original"


@pytest.fixture
def ana(room: Room) -> Person:
    return room.person("Ana")


async def test_time_that_was_asked_for_twice(room: Room, ana: Person) -> None:
    """40060 to a request for more time: Discord has granted it, and the hand follows."""
    await room.seated(ana, robots=2, clock="none")
    intercept_response(room.env, repeat_response)
    await room.start(ana)
    assert room.is_current_hand(ana)
    await room.skip_until(lambda room: room.game().carry.number == 1)
    assert room.refreshed == 0


async def test_time_of_which_nobody_heard(room: Room, ana: Person) -> None:
    """Its message thinks: the notice about the failure takes its place."""
    await room.seated(ana, robots=2, clock="none")
    intercept_response(room.env, drop_connection)
    await room.press(ana, "start")
    assert room.status() == "lobby"
    assert words_of(ana.private) == room.sentence(Refusal.ANSWER_LOST)


async def test_a_hand_that_was_sent_twice(room: Room, ana: Person) -> None:
    """The hand is there, and follows the table like any other."""
    boris = room.person("Boris")
    await room.seated(ana, boris, robots=1, clock="none")
    await room.start(ana)
    intercept_response(room.env, repeat_response)
    await room.press(boris, "hand", room.message())
    assert room.is_current_hand(boris)
    assert room.bot.parts.painter.live_hands.is_open(1, boris.id)


# -- the lobby, which is the response to a command


def lobbies(room: Room) -> list[str]:
    """Return the public messages with seats to take."""
    seen = [one for one in room.public(room.channel) if one.components]
    return [words_of(one) for one in seen if any(c.text == "join" for c in controls(one))]


async def seats_follow(room: Room) -> None:
    """Expect one lobby, on which everybody who sits down is shown."""
    vera = room.person("Vera")
    await room.press(vera, "join", room.message())
    (lobby,) = lobbies(room)
    assert "Vera" in lobby


@pytest.mark.parametrize("what", [repeat_response, drop_connection])
async def test_a_lobby_of_which_nobody_heard(
    room: Room, ana: Person, what: Callable[[Request], Awaitable[None]]
) -> None:
    """Everybody sees it: it stays, and no other is posted."""
    intercept_response(room.env, what)
    await room.open_table(ana)
    assert room.status() == "lobby"
    assert ana.private is None
    await seats_follow(room)


async def test_a_lobby_that_cannot_be_asked_for(room: Room, ana: Person) -> None:
    """Nor does Discord say its place: the bot finds it in the channel."""
    room.env.inject_error("GET", ORIGINAL, status=500, code=0, message="no")
    intercept_response(room.env, drop_connection)
    await room.open_table(ana)
    await seats_follow(room)


async def test_a_lobby_that_did_not_arrive(room: Room, ana: Person) -> None:
    """It may have, for all the bot knows: the table stays, and its lobby is posted."""
    room.sever("POST", ANSWER)
    await room.open_table(ana)
    assert room.sentence(Refusal.KEPT) in words_of(ana.private)
    await seats_follow(room)


async def test_a_lobby_nobody_waits_for(room: Room, ana: Person) -> None:
    """The command had expired: no table is left, and the channel shows none."""
    room.env.inject_error("POST", ANSWER, status=404, code=10062, message="Unknown interaction")
    result = await ana.actor.slash(room.channel, "table open")
    room._keep(ana, result, heard=False)
    assert room.read("SELECT 1 FROM game WHERE status <> 'void'") == []
    assert room.public(room.channel) == []


async def test_somebody_sits_down_before_the_bot_hears(room: Room, ana: Person) -> None:
    """Discord takes its time with the response: no second lobby is posted meanwhile."""
    boris = room.person("Boris")

    async def slow(request: Request) -> None:
        table = await room.bot.parts.tables.get(1)
        await table.change(changes.join, boris.id)
        await asyncio.sleep(0.1)  # in which a painter without a wait would have posted

    intercept_response(room.env, slow)
    await room.open_table(ana)
    assert len(lobbies(room)) == 1
    assert room.is_painted()
    await room.press(boris, "leave", room.message())
    await seats_follow(room)


async def test_the_store_fails_behind_the_lobby(
    room: Room, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is open: nobody is told the opposite."""
    disk = Disk(room.path, monkeypatch)
    disk.watch(refuses="UPDATE game SET place_id")
    await room.open_table(ana)
    disk.heal()
    assert room.sentence(Refusal.KEPT) in words_of(ana.private)
    await room.later(60)
    await seats_follow(room)


async def test_the_store_fails_behind_an_offer(
    room: Room, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(room.path, monkeypatch)
    disk.watch(refuses="INSERT INTO person (user_id, locale")
    await room.open_table(ana, rules="slovenian")
    disk.heal()
    assert ana.private is None
    await seats_follow(room)


# -- a solo table


async def test_alone_without_an_answer(room: Room, ana: Person) -> None:
    """An expired command opens nothing, however often it is typed."""
    room.env.inject_error(
        "POST", ANSWER, status=404, code=10062, message="Unknown interaction", times=3
    )
    for _ in range(3):
        result = await ana.actor.slash(room.channel, "table solo")
        room._keep(ana, result, heard=False)
    assert room.read("SELECT 1 FROM game") == []
    await room.command(ana, "table solo", room.channel)
    assert room.status() == "playing"


@pytest.mark.parametrize(
    "write", ["UPDATE game SET place_id", "INSERT INTO summons", "INSERT INTO line"]
)
async def test_a_table_alone_that_does_not_begin(
    room: Room, ana: Person, write: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store fails between opening and start: the lobby stays, and can be started."""
    disk = Disk(room.path, monkeypatch)
    disk.watch(refuses=write)
    await room.command(ana, "table solo", room.channel)
    disk.heal()
    assert room.sentence(Refusal.KEPT) in words_of(ana.private)
    await room.later(60)
    assert len(lobbies(room)) == 1
    await room.start(ana)
