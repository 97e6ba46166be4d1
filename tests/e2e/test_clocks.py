"""Time passes: reminders, a robot's single move, "I'm back", downtime, lobbies that expire."""

import time

import pytest

from bot.engine.deal import Stage
from bot.model.enums import Clock
from bot.model.refusals import Refusal
from bot.tables.state import CLOCK_TIMES
from tests.conftest import Errors
from tests.store.making import do
from tests.support.room import Person, Room, controls, words_of
from tests.support.stored import rewritten

pytestmark = pytest.mark.slow


def asked(room: Room) -> Person:
    who = room.asked()
    assert who is not None
    return who


async def started(room: Room, clock: str = "normal") -> list[Person]:
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock=clock, target=20)
    await room.start(people[0])
    await room.skip_to(Stage.PLAY)
    return people


def mentions(room: Room) -> list[str]:
    """Return every request that calls somebody to their turn."""
    bodies = [q.json for q in room.witness if isinstance(q.json, dict)]
    said = [b["content"] for b in bodies if (b.get("allowed_mentions") or {}).get("users")]
    return [text for text in said if "turn" in text]


@pytest.mark.slow
@pytest.mark.parametrize(("clock", "left"), [("fast", 2), ("normal", 2), ("slow", 4)])
async def test_one_mention_when_little_time_is_left(room: Room, clock: str, left: int) -> None:
    """In the last half of a move; for a day, in its last quarter, and once before it."""
    await started(room, clock)
    who, seconds = asked(room), CLOCK_TIMES[Clock(clock)].move
    before = len(room.lines())
    await room.later(seconds - seconds / left - 2, step=3600)
    early = len(mentions(room))  # a turn that stands open for ten minutes is called
    assert early == (clock == "slow")
    await room.later(4)
    assert len(mentions(room)) == early + 1
    assert f"<@{who.id}>" in mentions(room)[-1]
    assert len(room.lines()) == before
    await room.later(min(seconds / left - 10, 3600), step=3600)
    assert len(mentions(room)) == early + 1
    await room.play_one(who)
    assert not any(f"<@{who.id}>" in words_of(message) for message in room.public())


async def test_a_robot_makes_the_one_move_in_public(room: Room) -> None:
    await started(room)
    who, before = asked(room), len(room.lines())
    await room.later(181)
    assert room.lines()[before][2] == "clock"
    assert len(room.lines()) == before + 1
    assert room.say("alert.moved_once", name=who.name) in room.public_words()
    misses = room.read("SELECT misses, away FROM sitting WHERE user_id = ?", who.id)[0]
    assert tuple(misses) == (1, 0)


async def test_a_move_in_between_forgives(room: Room) -> None:
    await started(room)
    who = asked(room)
    await room.later(181)
    await room.skip_until(lambda room: room.asked() is who)
    await room.play_one(who)
    misses = room.read("SELECT misses, away FROM sitting WHERE user_id = ?", who.id)[0]
    assert tuple(misses) == (0, 0)


async def test_two_in_a_row_and_a_robot_keeps_the_seat(room: Room) -> None:
    people = await started(room)
    who = asked(room)
    await room.later(181)
    while room.asked() is not who:
        await room.play_one(asked(room))
    await room.later(181)
    assert room.say("alert.moved_away", name=who.name) in room.public_words()
    others = [one for one in people if one is not who]
    number = room.game().carry.number
    while room.game().carry.number == number and room.stage() is not Stage.BETWEEN:
        assert room.asked() is not who or room.asked() is None
        await room.play_one(asked(room))
        assert asked(room) in others if room.stage() is Stage.PLAY else True
    await room.press(who, "more", room.message())
    await room.press(who, "back")
    away = room.read("SELECT misses, away FROM sitting WHERE user_id = ?", who.id)[0]
    assert tuple(away) == (0, 0)
    assert room.say("hand.returned") in words_of(who.private)
    with room.nothing_changes():
        await room.command(who, "hand")
    await room.skip_until(lambda room: room.asked() is who)
    await room.play_one(who)


async def test_all_are_away_and_one_comes_back(room: Room) -> None:
    """Without people the table does not play on for ever."""
    people = await started(room, "fast")
    await room.later(3600, step=60)
    lines = len(room.lines())
    await room.later(3600, step=60)
    assert len(room.lines()) == lines
    who = people[0]
    await room.press(who, "more", room.message())
    await room.press(who, "back")
    await room.skip_until(lambda room: room.asked() is who)
    await room.play_one(who)


async def test_the_next_deal_comes_by_itself(room: Room) -> None:
    people = await started(room)
    await room.skip_until(lambda room: room.game().carry.number == 1)
    await room.later(95)
    assert room.stage() is Stage.AUCTION
    assert people


async def test_no_clock_waits(room: Room) -> None:
    await started(room, "none")
    lines = len(room.lines())
    await room.later(5 * 3600, step=3600)
    assert len(room.lines()) == lines
    assert len(mentions(room)) == 1
    await room.play_one(asked(room))


@pytest.mark.parametrize("kill", [True, False], ids=["killed", "stopped"])
async def test_downtime_is_given_back(room: Room, kill: bool) -> None:
    await started(room)
    who, lines = asked(room), len(room.lines())
    await room.later(100)
    before = room.row()["deadline"]
    await room.restart(kill=kill, down=3600)
    assert room.row()["deadline"] >= before + 3600 - 60
    assert room.row()["deadline"] > room.now() + 60
    await room.later(50)
    assert len(room.lines()) == lines
    await room.play_one(who)


async def test_a_lobby_expires(room: Room) -> None:
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.seated(ana, boris)
    lobby = room.message()
    await room.later(29 * 60)
    assert room.status() == "lobby"
    await room.later(2 * 60)
    assert room.status() == "void"
    assert controls(lobby) == []
    with room.nothing_changes():
        await room.raw((boris, lobby, "pref:d:1:0:join"))
        assert room.sentence(Refusal.LOBBY_EXPIRED) in words_of(boris.private)


async def test_a_started_table_does_not_expire(room: Room) -> None:
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none")
    await room.later(20 * 60)
    await room.start(ana)
    await room.later(40 * 60)
    assert room.status() == "playing"


async def test_a_pause_stops_the_clock(room: Room) -> None:
    people = await started(room)
    who, lines = asked(room), len(room.lines())
    await room.later(60)
    for one in people:
        await room.press(one, "more", room.message())
        await room.press(one, "pause" if one is people[0] else "vote yes pause")
    assert room.status() == "paused"
    assert room.say("board.paused") in words_of(room.message())
    await room.later(3 * 3600, step=3600)
    assert len(room.lines()) == lines
    await room.press(people[1], "more", room.message())
    await room.press(people[1], "resume")
    assert room.row()["deadline"] == room.now() + 180
    await room.play_one(who)


async def disconnect(room: Room) -> None:
    shard = room.bot.get_shard(0)
    assert shard is not None
    with room.env._bot_scope():
        await shard.disconnect()
    await room.env.settle()


async def reconnect(room: Room) -> None:
    shard = room.bot.get_shard(0)
    assert shard is not None
    with room.env._bot_scope():
        await shard.connect()
    await room.env.settle()


async def test_the_clocks_stand_still_while_discord_is_away(room: Room) -> None:
    """Nobody can click: no clock moves, nobody counts as absent, and the time is given back."""
    await started(room)
    lines, deadline = len(room.lines()), room.row()["deadline"]
    await room.later(100)
    await disconnect(room)
    await room.later(600, step=30)
    assert len(room.lines()) == lines
    await reconnect(room)
    assert room.row()["deadline"] >= deadline + 600
    assert room.is_painted()
    await room.later(60, step=10)
    assert len(room.lines()) == lines
    await room.play_one(asked(room))


async def test_a_kill_during_an_outage_costs_no_turn(room: Room) -> None:
    await started(room)
    lines, deadline = len(room.lines()), room.row()["deadline"]
    await disconnect(room)
    await room.later(600, step=30)
    await room.restart(kill=True, down=60)
    assert room.row()["deadline"] >= deadline + 600
    await room.later(100, step=10)
    assert len(room.lines()) == lines


async def test_a_connection_that_only_moves_touches_no_clock(room: Room) -> None:
    await started(room)
    before = room.row()["deadline"], room.row()["wake"], room.row()["revision"]
    await disconnect(room)
    await room.later(2)
    await reconnect(room)
    assert (room.row()["deadline"], room.row()["wake"], room.row()["revision"]) == before


async def test_the_stop_waits_for_no_hanging_request(room: Room) -> None:
    await started(room)
    room.slow("PATCH", "/channels/*/messages/*", 4000)
    await room.play_one(asked(room))
    began = time.monotonic()
    with room.env._bot_scope():
        await room.bot.close()
    assert time.monotonic() - began < 10
    await room.restart(kill=True)
    await room.play_one(asked(room))


async def two_tables(room: Room) -> None:
    """Open two tables in the play, on the fast clock, with a human asked."""
    for names in (("Ana", "Boris", "Vera"), ("Gleb", "Dora", "Egor")):
        people = [room.person(name) for name in names]
        await room.seated(*people, clock="fast", target=20)
        await room.start(people[0])
        await room.skip_to(Stage.PLAY)


def by_clock(room: Room) -> list[int]:
    """Return the tables at which the clock has moved."""
    rows = room.read("SELECT DISTINCT game_id FROM line WHERE \"by\" = 'clock' ORDER BY game_id")
    return [row[0] for row in rows]


async def test_a_reminder_that_breaks_stops_no_clock(room: Room) -> None:
    await two_tables(room)
    room.sever("POST", "/channels/*/messages", times=2)
    await room.later(65, step=5)
    assert by_clock(room) == [1, 2]


async def test_a_slow_reminder_holds_no_clock(room: Room) -> None:
    """Discord takes more than a minute for every new message."""
    await two_tables(room)
    room.slow("POST", "/channels/*/messages", 70)
    await room.later(35, step=5)
    assert by_clock(room) == [1, 2]
    await room.later(120, step=5)


@pytest.mark.parametrize(
    ("frozen", "refusal"),
    [
        ("game 1 does not replay and is frozen", Refusal.TABLE_FROZEN),
        ("game 1 is damaged and frozen", Refusal.TABLE_DAMAGED),
    ],
)
async def test_an_unreadable_table_is_frozen_and_says_so(
    room: Room, logged_errors: Errors, frozen: str, refusal: Refusal
) -> None:
    await two_tables(room)
    manager, rules = room.manager(), room.row(1)["rules"]
    change = "UPDATE game SET rules = '{}' WHERE game_id = 1"
    if refusal is Refusal.TABLE_DAMAGED:
        do(room.path, change)
    else:
        await rewritten(room.path, change)
    logged_errors.expect(frozen)
    await room.restart(kill=True, down=5)
    await room.later(100, step=5)
    assert room.status(1) == "frozen"
    assert room.say("alert.frozen", game=1) in words_of(room.message(1))
    assert by_clock(room) == [2]
    assert sum(frozen in one.getMessage() for one in logged_errors.records) == 1
    room.table = 1
    await room.raw((room.people[0], room.message(1), "pref:d:1:9:hand"))
    assert room.sentence(refusal) in words_of(room.people[0].private)
    await room.command(manager, "table close", room.place(1))
    assert room.status(1) == "void"
    # for the checks at the evening's end
    await rewritten(room.path, f"UPDATE game SET rules = '{rules}' WHERE game_id = 1")  # noqa: S608
