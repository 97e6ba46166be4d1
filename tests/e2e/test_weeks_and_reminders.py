"""Weeks and reminders of the six deals: the sum of a week, and one letter a day by wish."""

from typing import Any

import pytest

from bot.features.daily import server_days
from bot.features.daily.comparison import cap_of
from bot.features.daily.day_deals import event_of_day, events_of_day
from bot.model.periods import week_of
from bot.model.refusals import Refusal
from bot.model.values import replace
from tests.e2e.day_play import DAY, DAY_SECONDS, KEY, PRESETS, REF, do_hourly_work, finish, offered
from tests.support.message_content import words_of
from tests.support.room import Person, Room

pytestmark = pytest.mark.process

WEEK = week_of(DAY * DAY_SECONDS)


@pytest.fixture
def ana(room: Room) -> Person:
    return room.person("Ana")


def letters(room: Room, who: Person) -> list[Any]:
    """Return the direct messages of somebody, as the simulated Discord keeps them."""
    backend = room.env.backend
    there = [c for c in backend.channels.values() if who.id in getattr(c, "recipient_ids", ())]
    return [m for one in there for m in backend.messages.get(one.id, {}).values()]


async def at_hour(room: Room, hour: int) -> None:
    """Let it be an hour of this day (UTC), and do the hourly work."""
    await room.later(DAY * DAY_SECONDS + hour * 3600 - room.now(), step=DAY_SECONDS)
    await do_hourly_work(room)


async def test_one_reminder_by_wish_with_the_way_to_the_deals(room: Room, ana: Person) -> None:
    boris = room.person("Boris")
    for who in (ana, boris):
        await room.command(who, "pref today")
        await room.press(who, f"today play {REF}")
    await room.command(ana, "pref today")
    await room.press(ana, "settings")
    await room.press(ana, "me reminder 18")
    await room.command(ana, "pref today")
    assert "settings" not in offered(ana)
    await at_hour(room, 17)
    assert letters(room, ana) == []
    await room.restart(kill=True)
    await at_hour(room, 18)
    await room.restart(kill=True)
    await at_hour(room, 19)
    (letter,) = letters(room, ana)
    assert f"today event {REF}" in str(letter)
    assert letters(room, boris) == []


async def test_no_reminder_once_all_six_are_played(room: Room, ana: Person) -> None:
    person = await room.store.preferences.person(ana.id)
    await room.store.preferences.set_person(replace(person, remind_at=18))
    await finish(room, KEY, {ana: 5})
    await at_hour(room, 18)
    assert letters(room, ana) == []
    await at_hour(room, 24 + 18)
    assert len(letters(room, ana)) == 1


async def test_closed_direct_messages_leave_the_reminder_out_and_say_so(
    room: Room, ana: Person
) -> None:
    await room.command(ana, "pref me")
    await room.press(ana, "me reminder 18")
    channel = room.env.backend.get_dm_channel(ana.id)
    room.env.inject_error(
        "POST", f"/channels/{channel.id}/messages", status=403, code=50007, message="closed"
    )
    await at_hour(room, 18)
    await at_hour(room, 20)  # they are tried once a day
    assert letters(room, ana) == []
    await room.command(ana, "pref today")
    assert room.say("settings.refused") in words_of(ana.private)
    await room.command(ana, "pref me")
    assert room.say("settings.refused") in words_of(ana.private)


async def test_the_week_here_and_on_all_servers(room: Room, ana: Person) -> None:
    """2026-01-01 is a Thursday, so three days of its week are over."""
    boris, vera, week = room.person("Boris"), room.person("Vera"), f"today week {WEEK}"
    await finish(room, event_of_day(DAY - 3), {ana: 60, boris: 0, vera: 0})
    await finish(room, event_of_day(DAY - 2), {ana: 0, boris: 90, vera: 0})
    await finish(room, KEY, {ana: 500, boris: 0, vera: 0})  # today tells nothing yet
    await finish(room, event_of_day(DAY - 4), {ana: 500, boris: 0, vera: 0})  # last Sunday
    hidden = await room.store.preferences.person(vera.id)
    await room.store.preferences.set_person(replace(hidden, ranked=False))
    await room.command(ana, "pref today")
    await room.press(ana, week)
    said = words_of(ana.private)
    cap = cap_of(PRESETS, event_of_day(DAY - 3).preset)
    assert f"**Ana** · +{60 / cap * 100:.1f}" in said
    assert "Vera" not in said
    await room.press(ana, f"{week} all")
    said = words_of(ana.private)
    assert room.say("daily.week.stranger") in said
    assert "Vera" not in said
    assert ana.private is not None
    past = event_of_day(DAY - 3)
    await room.raw((ana, ana.private, f"pref:d:0:0:today event {past.day}.{past.preset}"))
    assert room.say("daily.week.stranger") not in words_of(ana.private)
    places = f"today places {past.day}.{past.preset}"
    await room.press(ana, places)
    assert "2. **Boris** · 0.0" in words_of(ana.private).replace("\\", "")
    await room.press(ana, f"{places} share")
    assert "1. **Ana** · 58 %" in words_of(ana.private).replace("\\", "")
    assert "Vera" not in words_of(ana.private)
    await room.press(ana, f"today all {past.day}.{past.preset}")
    said = words_of(ana.private)
    assert "1. **Ana** · +60.0" in said.replace("\\", "")
    assert said.count(room.say("daily.week.stranger")) == 1
    assert "Vera" not in said
    gleb = room.person("Gleb")  # who has not played
    await room.command(gleb, "pref today")
    assert gleb.private is not None
    for page in (f"today all {REF}", f"today places {REF}", f"today places {REF} share"):
        await room.raw((gleb, gleb.private, f"pref:d:0:0:{page}"))
        assert room.sentence(Refusal.DAILY_SEALED) in words_of(gleb.private)
        assert "Ana" not in words_of(gleb.private)
    await room.command(ana, "pref today")
    await room.press(ana, week)
    await room.press(ana, f"{week} all")
    await room.press(ana, f"today week {WEEK - 1} all")
    assert "+100.0" in words_of(ana.private)
    await room.press(ana, f"today week {WEEK - 1}")
    assert ana.private is not None
    await room.raw((ana, ana.private, f"pref:d:0:0:today week {WEEK + 1}"))
    assert room.sentence(Refusal.DAILY_GONE) in words_of(ana.private)


async def test_mondays_post_names_the_first_of_the_week_before(room: Room, ana: Person) -> None:
    boris, vera = room.person("Boris"), room.person("Vera")
    await finish(room, event_of_day(DAY - 3), {ana: 60, boris: 0, vera: 0})
    hidden = await room.store.preferences.person(vera.id)
    await room.store.preferences.set_person(replace(hidden, ranked=False))
    services = room.bot.parts.handler.services
    monday, tuesday = [
        await server_days.invitation_of(services, None, room.guild.id, DAY + day) for day in (4, 5)
    ]
    assert [name for name, _ in monday.week] == ["Ana", "Boris"]
    assert monday.week[0][1] > monday.week[1][1]
    assert tuesday.week == ()


async def test_a_day_counts_once_a_week_however_many_families_somebody_played(
    room: Room, ana: Person
) -> None:
    """The first that was finished counts, not the best."""
    boris, vera = room.person("Boris"), room.person("Vera")
    first, second = events_of_day(DAY - 1)[:2]
    await finish(room, second, {ana: 999, boris: 0, vera: 0}, at=20)
    await finish(room, first, {ana: 20, boris: 0, vera: 0}, at=10)
    await room.command(ana, "pref today")
    await room.press(ana, f"today week {WEEK}")
    assert f"**Ana** · +{20 / cap_of(PRESETS, first.preset) * 100:.1f}" in words_of(ana.private)
