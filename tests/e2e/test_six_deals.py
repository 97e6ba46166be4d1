"""The six deals of a day through Discord: played, left, resumed, compared, and kept secret."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.discord_ui.handlers import public_posts
from bot.engine.actions import Action, Discard, Play
from bot.engine.cards import CARD_NAMES
from bot.engine.notation import format_action
from bot.engine.view import known_cards
from bot.features.daily import daily_handlers, keep_days, server_days
from bot.features.daily.comparison import cap_of
from bot.features.daily.day_deals import (
    DealInPlay,
    bare_deal,
    event_of_day,
    events_of_day,
    resumed_deal,
    seal_of,
)
from bot.model.periods import week_of
from bot.model.refusals import Refusal, Refused
from bot.notation.deal_code import deal_code
from bot.notation.deal_text import deal_text
from bot.presets import load_presets
from bot.robots.plain_robot import PLAIN_ROBOT
from bot.store.queries.daily_deals import DailyDeal, DailyEvent, EventKey
from bot.store.queries.own_deals import DealOrigin
from bot.workers import TooSlow
from bot.workers.jobs import choose_move
from tests.conftest import Errors
from tests.support.message_content import controls, words_of
from tests.support.naming import cards_in
from tests.support.room import Person, Room, evening

pytestmark = pytest.mark.process

PRESETS = load_presets()
DAY = 20_454  # 2026-01-01, when every simulated Discord begins
KEY = event_of_day(DAY)
REF = f"{DAY}.{KEY.preset}"
DAY_SECONDS = 86_400
WEEK = week_of(DAY * DAY_SECONDS)


@pytest.fixture(autouse=True)
def quick_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let robots decide in 4 ms: what is told here does not turn on their strength."""
    monkeypatch.setattr(daily_handlers, "DAILY_LEVEL", "club")


@pytest.fixture(autouse=True)
def same_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every event with one seed, so that its courses are the same in every run."""
    monkeypatch.setattr(server_days, "token_bytes", lambda size: bytes(range(size)))


async def event(room: Room, key: EventKey = KEY) -> DailyEvent:
    found = await room.store.daily_deals.event(key)
    assert found is not None
    return found


async def course(room: Room, who: Person) -> tuple[DailyDeal, ...]:
    return await room.store.daily_deals.course(KEY, who.id)


async def under_way(room: Room, who: Person) -> DealInPlay | None:
    """Return the deal that somebody is playing."""
    stored = [deal for deal in await course(room, who) if deal.points is None]
    return resumed_deal(PRESETS, await event(room), stored[0]) if stored else None


def choice(now: DealInPlay) -> Action:
    """Return the action of a plain robot in the seat of the player: always the same."""
    return PLAIN_ROBOT.choose(now.view(now.seat), Random(3))


def move_text(now: DealInPlay, action: Action) -> str:
    return f"today move {REF} {now.stored.number} {now.length} {format_action(action)}"


async def play_one(room: Room, who: Person) -> None:
    now = await under_way(room, who)
    assert now is not None
    action = choice(now)
    if isinstance(action, Discard):
        assert who.private is not None
        for card in (action.low, action.high):
            (mark,) = [
                c.text
                for c in controls(who.private)
                if c.text.startswith("today mark") and c.text.endswith(CARD_NAMES[card])
            ]
            await room.press(who, mark)
    await room.press(who, move_text(now, action))
    await assert_sealed(room, who, now.stored.number)


async def assert_sealed(room: Room, who: Person, number: int) -> None:
    """No card is shown that the player cannot know, and no code of the deal.

    A catcher of an open misère may be shown all cards they do not know: together they tell nothing.
    """
    stored = (await course(room, who))[number - 1]
    now = resumed_deal(PRESETS, await event(room), stored)
    played = {said.action.card for said in now.deal.course if isinstance(said.action, Play)}
    secret = {*range(len(CARD_NAMES))} - {*known_cards(now.game, now.seat), *played}
    told = cards_in(words_of(who.private)) & secret
    assert not told or told == secret, words_of(who.private)
    assert stored.course not in words_of(who.private)


def offered(who: Person) -> list[str]:
    """Return what can be pressed or chosen on the private message of somebody."""
    return [control.text for control in controls(who.private)]


async def play_deal(room: Room, who: Person) -> None:
    """Play the deal under way to its score."""
    while await under_way(room, who) is not None:
        await play_one(room, who)


async def play_all(room: Room, who: Person) -> None:
    await room.command(who, "pref today")
    for number in range(1, 7):
        await room.press(who, f"today play {REF}")
        await play_deal(room, who)
        assert len(await course(room, who)) == number
    await room.press(who, f"today event {REF}")


@pytest.fixture
def ana(room: Room) -> Person:
    return room.person("Ana")


async def test_a_day_from_the_first_page_to_the_comparison(room: Room, ana: Person) -> None:
    await room.command(ana, "pref today")
    said = words_of(ana.private)
    assert room.say("daily.about") in said
    assert seal_of(await event(room))[:8] in said
    assert seal_of(await event(room, event_of_day(DAY + 1)))[:8] in said
    assert not any("today event" in text for text in offered(ana))  # nobody opened yesterday's
    await play_all(room, ana)
    said = words_of(ana.private)
    assert room.say("daily.alone") in said
    for number in range(1, 7):
        await room.press(ana, f"today deal {REF} {number}")
        said = words_of(ana.private)
        assert (await course(room, ana))[number - 1].course in said
        assert len(cards_in(words_of(ana.private))) == 32
    assert room.public(room.channel) == []


async def test_the_same_acts_meet_the_same_robots(
    room: Room, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where every second decision finds no worker, or one that dies."""
    await play_all(room, ana)
    boris, run, calls = room.person("Boris"), type(room.bot.parts.workers).run, [0]

    async def unsteady(pool: Any, seconds: float, job: Any, *args: Any) -> Any:
        calls[0] += 1
        if calls[0] % 4 == 1:
            raise TooSlow
        if calls[0] % 4 == 3:
            raise Refused(Refusal.BUSY)
        return await run(pool, seconds, job, *args)

    monkeypatch.setattr(daily_handlers, "_PAUSE", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(type(room.bot.parts.workers), "run", unsteady)
        await play_all(room, boris)
    first, second = await course(room, ana), await course(room, boris)
    assert [deal.course for deal in first] == [deal.course for deal in second]
    assert [deal.points for deal in first] == [deal.points for deal in second]
    said = words_of(boris.private)
    assert "Ana" in said
    assert "Boris" in said
    await room.press(boris, f"today event {REF} share")
    assert "50 %" in words_of(boris.private)
    await room.press(boris, f"today tell {REF}")
    assert "🟨" * 6 in words_of(room.public(room.channel)[-1])


async def test_a_machine_that_stays_busy_plays_no_other_move(
    room: Room, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.command(ana, "pref today")
    await room.press(ana, f"today play {REF}")

    async def busy(*_: object) -> None:
        raise Refused(Refusal.BUSY)

    monkeypatch.setattr(daily_handlers, "_PAUSE", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(type(room.bot.parts.workers), "run", busy)
        while (now := await under_way(room, ana)) is not None and now.is_my_turn:
            await play_one(room, ana)
        waiting = await under_way(room, ana)
        assert waiting is not None
        assert room.sentence(Refusal.DAILY_QUEUE) in words_of(ana.private)
        await room.press(ana, f"today play {REF}")
        assert await under_way(room, ana) == waiting
    await room.press(ana, f"today play {REF}")
    await play_deal(room, ana)


async def test_a_robot_that_fails_stops_the_deal(
    room: Room, ana: Person, monkeypatch: pytest.MonkeyPatch, logged_errors: Errors
) -> None:
    async def failing(*_: object) -> None:
        raise ValueError("a fault")

    logged_errors.expect("a robot of the six deals failed with ValueError")

    await room.command(ana, "pref today")
    with monkeypatch.context() as patch:
        patch.setattr(type(room.bot.parts.workers), "run", failing)
        await room.press(ana, f"today play {REF}")
        while (now := await under_way(room, ana)) is not None and now.is_my_turn:
            await play_one(room, ana)
        assert room.sentence(Refusal.DAILY_STUCK) in words_of(ana.private)
    await room.press(ana, f"today play {REF}")
    await play_deal(room, ana)


@pytest.mark.parametrize("kill", [False, True])
async def test_a_restart_after_every_act_loses_nothing(room: Room, ana: Person, kill: bool) -> None:
    await room.command(ana, "pref today")
    await room.press(ana, f"today play {REF}")
    while (before := await under_way(room, ana)) is not None and before.length < 20:
        await room.restart(kill=kill)
        assert await under_way(room, ana) == before
        await room.command(ana, "pref today")
        await room.press(ana, f"today play {REF}")
        assert await under_way(room, ana) == before
        await play_one(room, ana)
    await play_deal(room, ana)


async def test_a_second_press_is_one_act(room: Room, ana: Person) -> None:
    await room.command(ana, "pref today")
    message = ana.private
    assert message is not None
    begin = (ana, message, f"pref:d:0:0:today play {REF}")
    await room.raw(begin, begin)
    assert len(await course(room, ana)) == 1
    now = await under_way(room, ana)
    assert now is not None
    text = (ana, message, f"pref:d:0:0:{move_text(now, choice(now))}")
    await room.raw(text, text)
    once = await course(room, ana)
    await room.raw(text)
    assert await course(room, ana) == once


async def test_one_person_asks_the_robots_once_however_often_they_press(
    room: Room, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five presses at once cost one person's thinking, and are one act."""
    await room.command(ana, "pref today")
    await room.press(ana, f"today play {REF}")
    now = await under_way(room, ana)
    assert now is not None
    assert ana.private is not None
    run, asked = type(room.bot.parts.workers).run, list[int]()

    async def counted(pool: Any, seconds: float, job: Any, *args: Any) -> Any:
        if job is choose_move:
            asked.append(args[-1])  # the seed, which is that of the place
        return await run(pool, seconds, job, *args)

    press = (ana, ana.private, f"pref:d:0:0:{move_text(now, choice(now))}")
    with monkeypatch.context() as patch:
        patch.setattr(type(room.bot.parts.workers), "run", counted)
        await room.raw(*([press] * 5))
    assert len(asked) == len(set(asked))
    after = (await course(room, ana))[0]
    assert resumed_deal(PRESETS, await event(room), after).length > now.length
    await room.command(ana, "pref today")
    await room.press(ana, f"today play {REF}")
    await play_deal(room, ana)


async def test_what_others_made_is_secret_until_the_own_end(room: Room, ana: Person) -> None:
    await room.command(ana, "pref today")
    assert ana.private is not None
    await room.raw((ana, ana.private, f"pref:d:0:0:today deal {REF} 1"))
    assert room.sentence(Refusal.DAILY_SEALED) in words_of(ana.private)
    await room.raw((ana, ana.private, f"pref:d:0:0:today tell {REF}"))
    assert room.sentence(Refusal.DAILY_UNFINISHED) in words_of(ana.private)
    await room.raw((ana, ana.private, f"pref:d:0:0:today check {REF}"))
    found = await event(room)
    assert seal_of(found) in words_of(ana.private)
    assert found.seed.hex() not in words_of(ana.private)
    for gone in (f"{DAY + 1}.{KEY.preset}", f"{DAY - 9}.sochi", f"{DAY}.rostov"):
        await room.raw((ana, ana.private, f"pref:d:0:0:today event {gone}"))
        assert room.sentence(Refusal.DAILY_GONE) in words_of(ana.private)


async def test_no_other_page_shows_the_cards_of_an_open_day(room: Room, ana: Person) -> None:
    """Not by a code, as a text, under other rules, and not by a deal that was kept before."""
    found = await event(room)
    deal = bare_deal(PRESETS, found, 2)
    other = replace(deal, rules=PRESETS.rules("rostov", players=3))
    refused = room.sentence(Refusal.DAILY_CARDS)
    for text in (deal_code(PRESETS, deal), deal_code(PRESETS, other), deal_text(PRESETS, deal)):
        for name in ("pref deal", "problem deal"):
            await room.command(ana, name, code=text)
            assert refused in words_of(ana.private)
    kept = await room.store.own_deals.put(
        ana.id, deal_code(PRESETS, deal), DealOrigin.IMPORT, room.now()
    )
    await room.command(ana, "pref deal")
    await room.press(ana, f"own open {kept.deal_id}")
    assert refused in words_of(ana.private)
    assert ana.private is not None
    own = kept.deal_id
    for text in (f"own from {own} 0 0 club", f"own begin {own} 0 0 club", f"own share {own} 0"):
        await room.raw((ana, ana.private, f"pref:d:0:0:{text}"))
        assert refused in words_of(ana.private)
    await finish(room, KEY, {ana: 5})
    await room.command(ana, "pref deal", code=deal_code(PRESETS, deal))
    assert deal_code(PRESETS, deal) in words_of(ana.private)
    await room.raw((ana, ana.private, f"pref:d:0:0:own share {own} 0"))
    assert refused in words_of(ana.private)  # others still play them
    assert room.public(room.channel) == []
    boris = room.person("Boris")
    await room.later(DAY_SECONDS, step=DAY_SECONDS)
    await room.command(boris, "pref deal", code=deal_code(PRESETS, deal))
    assert deal_code(PRESETS, deal) in words_of(boris.private)


async def test_midnight_during_a_course(room: Room, ana: Person) -> None:
    await room.command(ana, "pref today")
    await room.press(ana, f"today play {REF}")
    now = await under_way(room, ana)
    assert now is not None
    await room.later(DAY_SECONDS, step=DAY_SECONDS)
    hand = ana.private
    assert hand is not None
    for text in (move_text(now, choice(now)), f"today play {REF}", f"today mark {REF} 1 0"):
        await room.raw((ana, hand, f"pref:d:0:0:{text}"))
        assert ana.private is not None
        assert ana.private.id == hand.id
        assert room.say("daily.cut", done=0) in words_of(ana.private)
        assert "today" in offered(ana)
    assert await under_way(room, ana) == now
    await room.press(ana, f"today check {REF}")
    assert (await event(room)).seed.hex() in words_of(ana.private)
    await room.press(ana, f"today event {REF}")
    await room.press(ana, f"today deal {REF} 6")  # also where nobody has finished
    assert len(cards_in(words_of(ana.private))) == 32
    await room.command(ana, "pref today")
    assert room.say("preset.serbian") in words_of(ana.private)
    await room.press(ana, f"today event {REF}")


async def test_other_robots_end_the_day(
    room: Room, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.command(ana, "pref today")
    await room.press(ana, f"today play {REF}")
    now = await under_way(room, ana)
    assert now is not None
    monkeypatch.setattr(daily_handlers, "robots_digest", lambda: "another")
    hand = ana.private
    assert hand is not None
    stopped = room.sentence(Refusal.DAILY_ROBOTS_CHANGED)
    for text in (move_text(now, choice(now)), f"today play {REF}", f"today mark {REF} 1 0"):
        await room.raw((ana, hand, f"pref:d:0:0:{text}"))
        assert ana.private is not None
        assert ana.private.id == hand.id  # no hand is left with buttons that do nothing
        assert words_of(ana.private).count(stopped) == 1
        assert not any(offer.startswith("today play") for offer in offered(ana))
    boris = room.person("Boris")
    await room.command(boris, "pref today")
    assert room.sentence(Refusal.DAILY_ROBOTS_CHANGED) in words_of(boris.private)
    assert f"today play {REF}" not in offered(boris)


async def test_a_server_with_a_preset_plays_its_family(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        ana = room.person("Ana")
        marta = room.manager()
        await room.command(marta, "pref server")
        await room.press(marta, "server preset austrian")
        await room.command(ana, "pref today")
        assert room.say("preset.viennese") in words_of(ana.private)


async def test_a_forgotten_person_is_in_no_course(room: Room, ana: Person) -> None:
    await room.command(ana, "pref today")
    await room.press(ana, f"today play {REF}")
    await room.store.privacy.erase(ana.id)
    assert await course(room, ana) == ()
    assert ana.private is not None
    await room.raw((ana, ana.private, f"pref:d:0:0:today mark {REF} 1 0"))
    assert room.sentence(Refusal.DAILY_GONE) in words_of(ana.private)


async def seals_shown(room: Room, who: Person) -> list[str]:
    """Return the whole seals that /pref verify shows where no table is, today's first."""
    await room.command(who, "pref verify")
    assert room.say("daily.seals") in words_of(who.private)
    return re.findall(r"`([0-9a-f]{64})`", words_of(who.private))


async def do_hourly_work(room: Room) -> None:
    with room.env._bot_scope():  # by the time of Discord
        await keep_days(room.bot.parts.handler.services, room.bot)
    await room.env.settle()


async def test_the_seals_of_a_week_are_public_where_no_channel_is_named(
    room: Room, ana: Person
) -> None:
    """Nobody opened a page, and no manager named a channel."""
    made = await room.store.daily_deals.events_from(DAY)
    assert Counter(one.key.day for one in made) == dict.fromkeys(range(DAY, DAY + 8), 3)
    expected = [seal_of(await event(room, event_of_day(day))) for day in range(DAY, DAY + 8)]
    assert await seals_shown(room, ana) == expected
    assert not any("today check" in text for text in offered(ana))  # the bot is new


async def test_a_seal_of_the_evening_before_holds_where_the_bot_was_down_at_midnight(
    room: Room, ana: Person
) -> None:
    seals = await seals_shown(room, ana)
    await room.restart(kill=True, down=3 * DAY_SECONDS)
    await do_hourly_work(room)
    assert (await seals_shown(room, ana))[:5] == seals[3:]
    assert len(await room.store.daily_deals.events_from(DAY)) == 3 * (8 + 3)
    before = event_of_day(DAY + 2)  # nobody played it
    await room.press(ana, f"today check {before.day}.{before.preset}")
    said = words_of(ana.private)
    assert seals[2] in said
    assert f"commitment {seals[2]}" in said
    assert (await event(room, before)).seed.hex() in said
    await room.press(ana, "today seals")
    await room.press(ana, "today")


async def test_the_check_of_a_table_leads_to_the_seals_of_the_days(room: Room, ana: Person) -> None:
    await room.command(ana, "pref verify", deal=1)
    assert room.sentence(Refusal.NO_TABLE_HERE) in words_of(ana.private)
    await room.seated(ana, clock="none", target=20)
    await room.command(ana, "pref verify")
    await room.press(ana, "today seals")
    assert room.say("daily.seals") in words_of(ana.private)


async def test_the_rules_of_the_day_and_the_way_back(room: Room, ana: Person) -> None:
    await room.command(ana, "pref today")
    await room.press(ana, f"today rules {REF}")
    assert room.say("about.sochi") in words_of(ana.private)
    await room.press(ana, f"today rules {REF} 1")
    assert room.say("help.course.russian") in words_of(ana.private)
    await room.press(ana, f"today event {REF}")
    assert room.say("daily.about") in words_of(ana.private)


async def test_rules_without_a_table_are_those_of_every_preset(room: Room, ana: Person) -> None:
    await room.command(ana, "pref rules")
    assert room.say("about.sochi") in words_of(ana.private)
    for preset in PRESETS.names():
        await room.press(ana, f"rules of {preset}")
        assert room.say(f"about.{preset}") in words_of(ana.private)
    await room.press(ana, f"rules of {preset} 1")
    assert ana.private is not None
    await room.raw((ana, ana.private, "pref:d:0:0:rules of whist"))
    assert room.sentence(Refusal.PRESET_UNKNOWN, preset="whist") in words_of(ana.private)


async def test_a_manager_posts_the_day(room: Room, ana: Person) -> None:
    await room.command(ana, "pref today")
    assert ana.private is not None
    assert not any(control.text == "today post" for control in controls(ana.private))
    await room.raw((ana, ana.private, "pref:d:0:0:today post"))
    assert room.sentence(Refusal.NO_PERMISSION) in words_of(ana.private)
    assert room.public(room.channel) == []
    marta = room.manager()
    await room.command(marta, "pref today")
    await room.press(marta, "today post")
    (post,) = room.public(room.channel)
    assert room.say("daily.day_before") not in words_of(post)
    await room.press(ana, "today", post)
    assert room.say("daily.about") in words_of(ana.private)
    await room.press(marta, "today post")
    assert room.sentence(Refusal.SHARED_JUST_NOW) in words_of(marta.private)


async def test_a_post_names_the_first_of_the_day_before(room: Room, ana: Person) -> None:
    """Nobody who hides from leaderboards, nobody of another server."""
    yesterday, boris, vera = event_of_day(DAY - 1), room.person("Boris"), room.person("Vera")
    await room.store.daily_deals.make_event(yesterday, bytes(32))
    server = room.guild.id
    for who, guild in ((ana, server), (boris, server), (vera, 99)):
        user = who.id
        await room.store.preferences.set_name(user, who.called)
        for number in range(1, 7):
            await room.store.daily_deals.begin(
                DailyDeal(*yesterday, user, number, guild, "code", user % 7 * number, 9)
            )
    boris_settings = await room.store.preferences.person(boris.id)
    await room.store.preferences.set_person(replace(boris_settings, ranked=False))
    marta = room.manager()
    await room.command(marta, "pref today")
    await room.press(marta, "today post")
    said = words_of(room.public(room.channel)[-1])
    assert "Ana" in said
    assert "Boris" not in said
    assert "Vera" not in said


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


async def finish(room: Room, key: EventKey, points: dict[Person, int], at: int = 9) -> None:
    """Store six deals of each person, with these points in the first one."""
    await room.store.daily_deals.make_event(key, bytes(32))
    for who, first in points.items():
        await room.store.preferences.set_name(who.id, who.called)
        for number in range(1, 7):
            result = first if number == 1 else 0
            new = DailyDeal(*key, who.id, number, room.guild.id, "code", result, at)
            await room.store.daily_deals.begin(new)


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


async def test_the_day_is_posted_once_from_the_morning_on(room: Room, ana: Person) -> None:
    """By the clock of the server: seven in the morning, eight, and once more."""
    marta = room.manager()
    await room.command(marta, "pref server", today=room.channel)
    await room.command(marta, "pref server", zone="Europe/Vienna")
    for hours, posts in ((6, 0), (1, 1), (0, 1)):
        await room.later(hours * 3600, step=hours * 3600)
        await do_hourly_work(room)
        assert len(room.public(room.channel)) == posts
    (post,) = room.public(room.channel)
    until = f"<t:{(DAY + 1) * DAY_SECONDS}:R>"
    assert room.say("daily.invitation", when=until) in words_of(post)
    await room.press(ana, "today", post)
    assert room.say("daily.about") in words_of(ana.private)


async def later_posts(room: Room, hours: int) -> int:
    """Return how many posts the channel has once the hourly work was done after some hours."""
    await room.later(hours * 3600, step=hours * 3600)
    await do_hourly_work(room)
    return len(room.public(room.channel))


async def test_a_post_by_hand_in_the_named_channel_is_that_of_the_day(room: Room) -> None:
    marta = room.manager()
    await room.command(marta, "pref server", today=room.channel)
    await room.command(marta, "pref today")
    await room.press(marta, "today post")
    assert await later_posts(room, 12) == 1
    assert await later_posts(room, 24) == 2


async def test_a_post_of_unknown_outcome_is_not_repeated(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    marta, sent = room.manager(), public_posts.post_in_channel
    await room.command(marta, "pref server", today=room.channel)

    async def lost(*given: Any) -> None:
        await sent(*given)
        raise TimeoutError

    with monkeypatch.context() as patch:
        patch.setattr(server_days, "post_in_channel", lost)
        assert await later_posts(room, 12) == 1
    assert await later_posts(room, 2) == 1


async def test_a_post_by_hand_of_unknown_outcome_is_that_of_the_day(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    marta = room.manager()
    await room.command(marta, "pref server", today=room.channel)
    await room.command(marta, "pref today")

    async def lost(*_: object) -> None:
        raise TimeoutError

    with monkeypatch.context() as patch:
        patch.setattr(daily_handlers, "post_for_all", lost)
        await room.press(marta, "today post")
    assert await later_posts(room, 12) == 0
