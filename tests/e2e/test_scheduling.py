"""Lobbies with a start time: the reminder, the start, late starts, and absent players."""

import pytest

from bot.discord_ui.start_times import parse_start_time, zone_of
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.render.words import load_catalogue
from tests.support.room import Person, Room, controls, words_of

pytestmark = pytest.mark.slow  # whole evenings

LANGUAGES = tuple(load_catalogue().languages.values())
NOON = 1_767_265_200  # 2026-01-01 11:00 UTC, 12:00 in Vienna
HOUR = 3600


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        *(("21:00", 9), ("9 pm", 9), (" At  21.00 ", 9), ("в 21:00", 9), ("11:30", 23.5)),
        *(("tomorrow 11:30", 23.5), ("tomorrow at 12:30", 24.5), ("завтра в 0:00", 12)),
        *(("in 30 minutes", 0.5), ("in 90m", 1.5), ("через час", 1), ("through 2 h", None)),
        *(("in 1 h 15 min.", 1.25), ("через 2 часа 30 минут", 2.5), ("12:00", 24), ("12am", 12)),
        *(("25:00", None), ("soon", None), ("in 0 min", None), ("in", None), ("13 pm", None)),
        *(("in 123456 min", None), ("", None), ("in 30", None), ("-5:00", None)),
    ],
)
def test_an_hour_as_it_is_typed(typed: str, hours: float | None) -> None:
    if hours is not None:
        at = parse_start_time(typed, NOON, zone_of("Europe/Vienna"), LANGUAGES)
        assert at == NOON + hours * HOUR
        return
    with pytest.raises(Refused) as refused:
        parse_start_time(typed, NOON, zone_of("Europe/Vienna"), LANGUAGES)
    assert refused.value.reason is Refusal.HOUR_UNREADABLE


def test_too_far_ahead() -> None:
    with pytest.raises(Refused) as refused:
        parse_start_time("in 169 hours", NOON, zone_of("UTC"), LANGUAGES)
    assert refused.value.reason is Refusal.HOUR_TOO_FAR


@pytest.fixture
def people(room: Room) -> list[Person]:
    return [room.person(name) for name in ("Ana", "Boris", "Vera")]


def count_notices(room: Room, key: str, **facts: str) -> int:
    """Return how often a notice stands in the channel and in the thread of the table."""
    text, places = room.say(key, **facts), {one.id: one for one in (room.channel, room.place())}
    return sum(m.content == text for place in places.values() for m in room.public(place))


async def test_a_lobby_begins_at_its_hour(room: Room, people: list[Person]) -> None:
    """In the server's zone; seated players are called once; everybody gets their hand there."""
    ana, boris, vera = people
    guild = await room.store.preferences.guild(room.guild.id)
    await room.store.preferences.set_guild(replace(guild, zone="Europe/Moscow"))
    await room.seated(ana, boris, start="04:00", clock="none")  # it is 3 in Moscow
    hour = room.row()["starts_at"]
    assert hour == pytest.approx(room.now() + HOUR, abs=5)
    assert f"<t:{hour}:R>" in words_of(room.message())
    await room.restart(kill=True)
    await room.later(HOUR - 500)
    mentions = f"<@{ana.id}>, <@{boris.id}>"
    assert count_notices(room, "alert.gather", mentions=mentions, when=f"<t:{hour}:R>") == 1
    await room.restart()
    await room.press(vera, "join", room.message())
    await room.later(495)
    assert room.status() == "lobby"
    await room.later(10)
    assert room.status() == "playing"
    assert room.place().id != room.channel.id
    assert f"<#{room.place().id}>" in words_of(room.public(room.channel)[0])
    assert count_notices(room, "alert.gather", mentions=mentions, when=f"<t:{hour}:R>") == 0
    await room.hand(vera)


@pytest.mark.slow
async def test_the_hour_finds_seats_free(room: Room, people: list[Person]) -> None:
    """The host's role passes on, even to nobody; the players wait as in any lobby."""
    ana, boris, _ = people
    await room.seated(ana, boris, start="in 30 minutes", clock="none")
    await room.press(ana, "leave", room.message())
    assert room.row()["host_id"] == boris.id
    await room.press(boris, "leave", room.message())
    assert (room.status(), room.seats(), room.row()["host_id"]) == ("lobby", {}, 0)
    await room.press(ana, "join", room.message())
    assert room.row()["host_id"] == ana.id
    await room.later(31 * 60)
    assert room.status() == "lobby"
    free = room.bot.parts.catalogue.words("en").say_plural("alert.seats_free", 2)
    assert [m.content for m in room.public()].count(free) == 1
    assert room.row()["starts_at"] is None
    await room.later(31 * 60)
    assert room.status() == "void"
    assert controls(room.message()) == []


@pytest.mark.slow
async def test_nobody_is_there_at_the_hour(room: Room, people: list[Person]) -> None:
    ana = people[0]
    await room.seated(ana, start="in 5 min")
    await room.press(ana, "leave", room.message())
    await room.later(301)
    assert room.status() == "void"
    assert room.public() == []


@pytest.mark.slow
@pytest.mark.parametrize(("down", "status"), [(50, "playing"), (100, "void")])
async def test_a_bot_that_was_away_at_the_hour(
    room: Room, people: list[Person], down: int, status: str
) -> None:
    """Less than an hour late it begins and says so; later it does not begin any more."""
    await room.seated(*people, start="in 20 minutes", clock="none")
    hour = room.row()["starts_at"]
    await room.restart(kill=True, down=down * 60)
    await room.later(10)
    assert room.status() == status
    late = count_notices(room, "alert.late", when=f"<t:{hour}:t>")
    assert late == (status == "playing")
    await room.restart(kill=True)
    await room.later(10)
    assert count_notices(room, "alert.late", when=f"<t:{hour}:t>") == late


async def test_no_such_hour(room: Room, people: list[Person]) -> None:
    await room.command(people[0], "table open", room.channel, start="sometime")
    assert room.sentence(Refusal.HOUR_UNREADABLE, text="sometime") in words_of(people[0].private)
    assert room.read("SELECT 1 FROM game") == []
