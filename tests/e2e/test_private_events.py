"""Private events through Discord: made, joined by code, played over days, closed to others."""

import pytest

from bot.features.daily import daily_handlers, private_events
from bot.features.daily.day_deals import resumed_deal, seal_of
from bot.model.refusals import Refusal
from bot.model.values import replace
from bot.presets import load_presets
from bot.store.queries.daily_deals import DailyDeal, DailyEvent, EventKey
from bot.ui_commands.codec import command_text
from bot.ui_commands.daily_commands import EventRef, MoveInEvent
from tests.e2e.day_play import choice
from tests.support.message_content import controls, words_of
from tests.support.room import Person, Room

pytestmark = pytest.mark.process

PRESETS = load_presets()
DAY = 20_454  # 2026-01-01, when every simulated Discord begins
CODE = "kx7q2m"
KEY = EventKey(DAY, "sochi", CODE)
REF = f"{DAY}.sochi.{CODE}"
DAY_SECONDS = 86_400


@pytest.fixture(autouse=True)
def one_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let robots decide in 4 ms, and draw a known code."""
    monkeypatch.setattr(daily_handlers, "DAILY_LEVEL", "club")
    monkeypatch.setattr(private_events, "new_code", lambda: CODE)


@pytest.fixture
def ana(room: Room) -> Person:
    return room.person("Ana")


async def make(room: Room, who: Person, days: int = 1, ahead: int = 0) -> None:
    """Make an event through its page."""
    await room.command(who, "pref today")
    await room.press(who, "today private sochi 0 1")
    if ahead:
        await room.press(who, f"today private sochi {ahead} 1")
    if days > 1:
        await room.press(who, f"today private sochi {ahead} {days}")
    await room.press(who, f"today make sochi {ahead} {days} {CODE}")


async def stored(room: Room, key: EventKey = KEY) -> DailyEvent:
    found = await room.store.daily_deals.event(key)
    assert found is not None
    return found


async def course(room: Room, who: Person) -> tuple[DailyDeal, ...]:
    return await room.store.daily_deals.course(KEY, who.id)


async def play_all(room: Room, who: Person) -> None:
    for _ in range(6):
        await room.press(who, f"today play {REF}")
        while (deal := (await course(room, who))[-1]).points is None:
            now = resumed_deal(PRESETS, await stored(room), deal)
            move = MoveInEvent(EventRef(*KEY), deal.number, now.length, choice(now))
            assert who.private is not None
            await room.raw((who, who.private, f"pref:d:0:0:{command_text(move)}"))
    await room.press(who, f"today event {REF}")


async def test_an_event_is_made_joined_and_compared(room: Room, ana: Person) -> None:
    boris = room.person("Boris")
    await make(room, ana)
    assert room.say("private.made", code=CODE) in words_of(ana.private)
    assert seal_of(await stored(room))[:8] in words_of(ana.private)
    await room.command(boris, "pref today", code=f" {CODE.upper()} ")
    assert room.say("private.about", code=CODE) in words_of(boris.private)
    await play_all(room, ana)
    assert room.say("daily.alone") in words_of(ana.private)
    await play_all(room, boris)
    assert "Ana" in words_of(boris.private)
    await room.press(boris, f"today deal {REF} 6")
    assert "Ana" in words_of(boris.private)
    first, second = await course(room, ana), await course(room, boris)
    assert [deal.course for deal in first] == [deal.course for deal in second]
    await room.press(boris, f"today event {REF}")
    await room.press(boris, f"today tell {REF}")
    (post,) = room.public(room.channel)
    assert CODE in words_of(post)
    assert await room.store.daily_deals.days_finished(ana.id) == set()  # no day of everybody's


async def test_the_page_of_a_day_leads_back_to_an_event_that_was_begun(
    room: Room, ana: Person
) -> None:
    await make(room, ana)
    await room.command(ana, "pref today")
    assert ana.private is not None
    assert f"today event {REF}" not in [one.text for one in controls(ana.private)]
    await room.command(ana, "pref today", code=CODE)
    await room.press(ana, f"today play {REF}")
    await room.command(ana, "pref today")
    await room.press(ana, f"today event {REF}")
    assert room.say("daily.progress", done=0) in words_of(ana.private)


async def test_an_event_is_announced_with_its_code(room: Room, ana: Person) -> None:
    await make(room, ana)
    await room.press(ana, f"today announce {REF}")
    (post,) = room.public(room.channel)
    assert CODE in words_of(post)
    boris = room.person("Boris")
    await room.press(boris, f"today event {REF}", post)
    assert room.say("private.about", code=CODE) in words_of(boris.private)


async def test_an_event_begins_and_ends_with_its_days(room: Room, ana: Person) -> None:
    await make(room, ana, days=2, ahead=1)
    key = KEY._replace(day=DAY + 1)
    ref = f"{DAY + 1}.sochi.{CODE}"
    assert ana.private is not None
    assert f"today play {ref}" not in [one.text for one in controls(ana.private)]
    await room.raw((ana, ana.private, f"pref:d:0:0:today play {ref}"))
    assert room.say("private.begins", when=f"<t:{(DAY + 1) * DAY_SECONDS}:R>") in words_of(
        ana.private
    )
    assert await room.store.daily_deals.course(key, ana.id) == ()
    for days in (1, 1):  # also at midnight within the event
        await room.later(days * DAY_SECONDS, step=DAY_SECONDS)
        await room.command(ana, "pref today", code=CODE)
        await room.press(ana, f"today play {ref}")
        await room.press(ana, f"today event {ref}")
    await room.later(DAY_SECONDS, step=DAY_SECONDS)
    await room.raw((ana, ana.private, f"pref:d:0:0:today play {ref}"))
    assert room.say("private.cut", done=0, code=CODE) in words_of(ana.private)
    await room.press(ana, f"today check {ref}")
    assert (await stored(room, key)).seed.hex() in words_of(ana.private)


async def test_what_is_known_of_an_event_without_its_code(room: Room, ana: Person) -> None:
    """Nothing: neither on this server with another code, nor on another server with this one."""
    await make(room, ana)
    boris = room.person("Boris")
    await room.command(boris, "pref today", code="aaaaaa")
    assert room.sentence(Refusal.PRIVATE_UNKNOWN) in words_of(boris.private)
    await room.command(boris, "pref today")
    assert CODE not in words_of(boris.private)
    elsewhere = replace(await stored(room), key=KEY._replace(code="bbbbbb"), guild_id=99)
    assert await room.store.daily_deals.make_private_event(elsewhere)
    assert boris.private is not None
    other = f"{DAY}.sochi.bbbbbb"
    for text in (f"event {other}", f"play {other}", f"check {other}", f"announce {other}"):
        await room.raw((boris, boris.private, f"pref:d:0:0:today {text}"))
        assert room.sentence(Refusal.PRIVATE_UNKNOWN) in words_of(boris.private)
    assert room.public(room.channel) == []


async def test_two_presses_make_one_event(room: Room, ana: Person) -> None:
    await room.command(ana, "pref today")
    await room.press(ana, "today private sochi 0 1")
    assert ana.private is not None
    press = (ana, ana.private, f"pref:d:0:0:today make sochi 0 1 {CODE}")
    await room.raw(press, press)
    assert await room.store.daily_deals.count_private_events(room.guild.id, DAY) == 1
    assert room.say("private.made", code=CODE) in words_of(ana.private)


async def test_a_code_of_another_server_is_refused(room: Room, ana: Person) -> None:
    elsewhere = DailyEvent(KEY, bytes(32), guild_id=99)
    assert await room.store.daily_deals.make_private_event(elsewhere)
    await make(room, ana)
    assert ana.private is not None
    assert room.sentence(Refusal.STALE) in words_of(ana.private)
    assert (await stored(room)).guild_id == 99


async def test_a_server_has_ten_events_at_most(room: Room, ana: Person) -> None:
    for n in range(10):
        new = DailyEvent(KEY._replace(code=f"aaaaa{'bcdefghjkm'[n]}"), bytes(32), guild_id=1)
        assert await room.store.daily_deals.make_private_event(replace(new, guild_id=room.guild.id))
    await make(room, ana)
    assert ana.private is not None
    assert room.sentence(Refusal.PRIVATE_ENOUGH, limit=10) in words_of(ana.private)
    await room.later(DAY_SECONDS, step=DAY_SECONDS)
    await room.raw((ana, ana.private, f"pref:d:0:0:today make sochi 0 1 {CODE}"))
    assert room.say("private.made", code=CODE) in words_of(ana.private)


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("kill", [True, False])
async def test_a_restart_keeps_event_and_course(room: Room, ana: Person, kill: bool) -> None:
    await make(room, ana)
    await room.press(ana, f"today play {REF}")
    before = await course(room, ana)
    await room.restart(kill=kill)
    assert await course(room, ana) == before
    await room.command(ana, "pref today", code=CODE)
    await room.press(ana, f"today play {REF}")
    assert await course(room, ana) == before


async def test_other_robots_end_an_event(
    room: Room, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make(room, ana)
    await room.press(ana, f"today play {REF}")
    monkeypatch.setattr(daily_handlers, "robots_digest", lambda: "another")
    await room.press(ana, f"today event {REF}")
    assert room.sentence(Refusal.PRIVATE_ROBOTS_CHANGED) in words_of(ana.private)


async def test_a_server_without_the_bot_has_no_event(room: Room, ana: Person) -> None:
    await make(room, ana)
    await room.press(ana, f"today play {REF}")
    await room.store.retention.anonymise_guild(room.guild.id)
    assert (await stored(room)).guild_id == 0
    assert [deal.guild_id for deal in await course(room, ana)] == [0]
    await room.command(ana, "pref today", code=CODE)
    assert room.sentence(Refusal.PRIVATE_UNKNOWN) in words_of(ana.private)
