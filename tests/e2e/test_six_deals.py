"""The six deals of a day through Discord: played, left, resumed, compared, and kept secret."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.engine.actions import Discard, Play
from bot.engine.cards import CARD_NAMES, Hand
from bot.engine.view import known_cards
from bot.features.daily import daily_handlers, server_days
from bot.features.daily.day_deals import bare_deal, event_of_day, resumed_deal, seal_of
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.notation.deal_code import deal_code
from bot.notation.deal_text import deal_text
from bot.store.queries.own_deals import DealOrigin
from bot.workers import TooSlow
from bot.workers.jobs import choose_move
from tests.conftest import Errors
from tests.e2e.day_play import (
    DAY,
    DAY_SECONDS,
    KEY,
    PRESETS,
    REF,
    choice,
    course,
    event,
    finish,
    move_text,
    offered,
    under_way,
)
from tests.support.message_content import controls, words_of
from tests.support.naming import cards_in
from tests.support.room import Person, Room, evening
from tests.workers import jobs

pytestmark = pytest.mark.process

_DEATHS = 5  # a new process takes a second where many tests run


@pytest.fixture(autouse=True)
def quick_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let robots decide in 4 ms: what is told here does not turn on their strength."""
    monkeypatch.setattr(daily_handlers, "DAILY_LEVEL", "club")


@pytest.fixture(autouse=True)
def same_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every event with one seed, so that its courses are the same in every run."""
    monkeypatch.setattr(server_days, "token_bytes", lambda size: bytes(range(size)))


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
    deal = now.game.deal
    known = () if deal is None else Hand(known_cards(deal)[now.seat])
    secret = {*range(len(CARD_NAMES))} - {*known, *played}
    told = cards_in(words_of(who.private)) & secret
    assert not told or told == secret, words_of(who.private)
    assert stored.course not in words_of(who.private)


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


async def look_at_best_play(room: Room, who: Person, number: int) -> None:
    """Show best play of a deal that was played, if it was: every trick has three cards."""
    line = f"today line {REF} {number}"
    if line not in offered(who):
        return
    await room.press(who, line)
    said = words_of(who.private)
    assert room.say("analysis.line") in said
    tricks = [text for text in said.split("\n") if re.match(r"-# \d+\. ", text)]
    assert tricks
    assert len(cards_in("\n".join(tricks))) in {3 * len(tricks), 3 * len(tricks) + 2}  # the talon
    await room.press(who, f"today deal {REF} {number}")


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
        await look_at_best_play(room, ana, number)
    assert room.public(room.channel) == []
    quotas = room.bot.parts.handler.services.quotas
    with suppress(Refused):
        while True:
            await quotas.count_question(ana.id)
    await room.press(ana, f"today deal {REF} 5")
    assert "20 hints and analyses within a minute" in words_of(ana.private)


async def test_the_same_acts_meet_the_same_robots(
    room: Room, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where every second decision finds no worker, or one that dies, as does the next one."""
    await play_all(room, ana)
    boris, run, calls = room.person("Boris"), type(room.bot.parts.workers).run, [0]

    async def unsteady(pool: Any, seconds: float, job: Any, *args: Any) -> Any:
        calls[0] += 1
        if calls[0] % 4 == 1:
            if calls[0] < _DEATHS * 4:
                await run(pool, seconds, jobs.die)
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
    assert calls[0] > 60
    said = words_of(boris.private)
    assert "Ana" in said
    assert "Boris" in said
    await room.press(boris, f"today places {REF}")
    await room.press(boris, f"today places {REF} share")
    assert "50 %" in words_of(boris.private)
    await room.press(boris, f"today event {REF}")
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


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("kill", [True, False])
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
    await room.raw((ana, ana.private, f"pref:d:0:0:today line {REF} 1"))
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
