"""Start times as players write them: what each golden text means, and what is refused."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from bot.discord_ui.start_times import parse_start_time, parse_time_of_day, zone_of
from bot.model.refusals import Refusal, Refused
from bot.render.words import load_catalogue
from tests.support.room import Room, words_of

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "start_times"
LANGUAGES: Final = tuple(load_catalogue().languages.values())
NOON: Final = 1_767_265_200  # Thursday, 2026-01-01 11:00 UTC, 12:00 in Vienna
WHY: Final = {
    Refusal.HOUR_UNREADABLE: "refused",
    Refusal.HOUR_PAST: "past",
    Refusal.HOUR_TOO_FAR: "far",
}


def cases(name: str) -> list[tuple[str, str]]:
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [(line.split(" = ")[0], line.split(" = ")[1]) for line in lines if " = " in line]


def meaning(typed: str, now: int = NOON, zone: str = "Europe/Vienna") -> str:
    """Return the local time that a text means, or why it is no start time."""
    place = zone_of(zone)
    try:
        at = parse_start_time(typed, now, place, LANGUAGES)
    except Refused as refused:
        return WHY[refused.reason]
    return datetime.fromtimestamp(at, place).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize("name", ["field.txt", "languages.txt"])
def test_no_start_time_is_read_otherwise_than_meant(name: str) -> None:
    faults = [
        f"{typed}: {meaning(typed)}, not {meant}"
        for typed, meant in cases(name)
        if meaning(typed) != meant
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *(("21:00", "21:00"), ("9 pm", "21:00"), ("21 Uhr", "21:00"), ("в 9 вечера", "21:00")),
        *(("u 21h", "21:00"), ("ob 20.30", "20:30"), ("noon", "12:00"), ("midnight", "00:00")),
        *(("9", None), ("at 9", None), ("25:00", None), ("Friday 21:00", None), ("", None)),
        *(("20:00 MSK", None), ("tomorrow 21:00", None), ("in 2 hours", None)),
    ],
)
def test_a_time_of_day(typed: str, meant: str | None) -> None:
    """A weekly table has its day elsewhere, and the server's zone."""
    if meant is not None:
        minute = parse_time_of_day(typed, LANGUAGES)
        assert f"{minute // 60:02}:{minute % 60:02}" == meant
        return
    with pytest.raises(Refused) as refused:
        parse_time_of_day(typed, LANGUAGES)
    assert refused.value.reason is Refusal.TIME_UNREADABLE


def test_the_golden_texts_are_many() -> None:
    """At least 27 of the thirty are understood, and 120 more."""
    assert len(cases("field.txt")) == 30
    assert sum(meant != "refused" for _, meant in cases("field.txt")) >= 27
    assert sum(re.match(r"\d", meant) is not None for _, meant in cases("languages.txt")) >= 120


@pytest.mark.parametrize("locale", sorted(load_catalogue().languages))
def test_the_examples_of_a_refusal_are_understood(locale: str) -> None:
    """A reader who types what the sentence offers has a table."""
    words = load_catalogue().words(locale)
    sentence = words.refusal(Refusal.HOUR_UNREADABLE, text="")
    offered = re.findall(r"`([^`]+)`|(?<=[ „])„([^“]{3,})“", sentence)
    examples = [one or other for one, other in offered]
    assert len(examples) == 3
    for example in examples:
        assert meaning(example).startswith("2026-01-0"), example


def test_where_clocks_change() -> None:
    """An hour that occurs twice is the next of the two; one that is skipped is an hour later."""
    autumn = int(datetime(2026, 10, 24, 20, tzinfo=UTC).timestamp())
    twice = parse_start_time("Sunday 2:30", autumn, zone_of("Europe/Vienna"), LANGUAGES)
    assert datetime.fromtimestamp(twice, UTC).hour == 0
    later = parse_start_time("25.10. 2:30", twice + 60, zone_of("Europe/Vienna"), LANGUAGES)
    assert later == twice + 3600
    spring = int(datetime(2026, 3, 28, 20, tzinfo=UTC).timestamp())
    assert meaning("29.3. 2:30", spring) == "2026-03-29 03:30"


@pytest.mark.parametrize(
    ("typed", "hour", "meant"),
    [
        ("tonight at 1 am", 0, "2026-01-02 01:00"),  # half past midnight: this very night
        ("tonight at 9", 0, "2026-01-02 21:00"),
        ("today 21:00", 0, "2026-01-02 21:00"),
        ("завтра в 21:00 мск", 0, "refused"),  # tomorrow is another day in Vienna
    ],
)
def test_the_small_hours(typed: str, hour: int, meant: str) -> None:
    midnight = NOON + 12 * 3600
    now = midnight - 1800 if meant == "refused" else midnight + 1800
    assert meaning(typed, now) == meant


def test_a_name_of_summer_counts_in_summer() -> None:
    july = int(datetime(2026, 7, 2, 10, tzinfo=UTC).timestamp())
    assert meaning("20:00 CEST", july) == "2026-07-02 20:00"
    assert meaning("20:00 CET", july) == "refused"


async def test_an_hour_is_echoed(room: Room) -> None:
    """The lobby says what was understood, in the zone of each reader."""
    ana = room.person("Ana")
    await room.command(ana, "table open", room.channel, start="u 21 sat")
    hour = room.row()["starts_at"]
    assert f"<t:{hour}:F>" in words_of(room.message())


async def test_a_past_hour_is_told(room: Room) -> None:
    ana, past = room.person("Ana"), room.now() - 60
    await room.command(ana, "table open", room.channel, start=f"<t:{past}:t>")
    assert room.sentence(Refusal.HOUR_PAST, when=f"<t:{past}:F>") in words_of(ana.private)
    assert room.read("SELECT 1 FROM game") == []
