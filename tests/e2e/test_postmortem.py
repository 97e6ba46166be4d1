"""The post-mortem: the line on the card, the overview, every step, and the permissions."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.discord_ui.handlers.analysis_pages import weigh_next
from bot.discord_ui.handlers.context import WeighedCalls
from bot.engine.deal import Stage
from bot.model.refusals import Refusal
from bot.presets import OptionSetting
from bot.robots.call_judging import open_calls
from bot.workers import WorkerPool
from tests.support import builders
from tests.support.deal_records import EIGHT, EIGHT_BID, sochi
from tests.support.room import Person, Room, controls, evening, words_of
from tests.support.stacked import Stacked, next_deal, opened, opened_under, played

pytestmark = pytest.mark.process

ACE_FIRST = (*EIGHT_BID.split(", "), "play AH")
HIDDEN = (*EIGHT_BID.split(", "), "play AS", "play 8S", "play 9C")


async def eight(room: Room, *moves: str, **options: OptionSetting) -> list[Person]:
    """Score the deal of three people in which the first card costs the contract."""
    people = await opened_under(room, "sochi", 10, options)
    await played(room, *(moves or ACE_FIRST))
    await room.skip_until(lambda room: room.stage() is not Stage.PLAY)
    return people


def stacked(*packs: str) -> Stacked:
    return Stacked(*(builders.deck(pack) for pack in packs or (EIGHT,)))


def edits_since(room: Room, start: int) -> int:
    """Count the edits of public messages."""
    return sum(one.method == "PATCH" and "/channels/" in one.path for one in room.witness[start:])


async def test_the_card_tells_what_the_deal_was_worth(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=stacked(), reviews=True) as room:
        (ana, *_) = await eight(room)
        last = room.game().last
        assert last is not None
        made = room.say("verdict.made", n=last.won[0])
        line = room.say("verdict.contract", tricks="**8 tricks**", name="Ana", made=made)
        assert line in words_of(room.message())
        await next_deal(room)
        there = [words_of(message) for message in room.public()]
        assert sum(line in words for words in there) == 1  # it stays after its time is over
        row = room.read("SELECT * FROM review_seat WHERE seat = 0")[0]
        assert (row["user_id"], row["declared"], row["worth"]) == (ana.id, 1, 8)


async def test_one_edit_for_the_line(tmp_path: Path) -> None:
    """Once the deal is scored the bot posts the card, and edits it once with the review."""
    async with evening(tmp_path, chance=stacked(), reviews=True) as room:
        await opened(room, "sochi", 10)
        await played(room, *ACE_FIRST)
        await room.skip_until(lambda room: len(room.deal().tricks) == 8)
        await room.skip_until(lambda room: len(room.deal().trick) == 2)
        start, asked = len(room.witness), room.asked()
        assert asked is not None
        await room.play_one(asked)
        assert room.stage() is Stage.BETWEEN
        assert edits_since(room, start) <= 2  # the board before it, retired; and the line


def slower_than_reviews(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord take no public message while a scored deal has no review."""
    inner = room.bot.http.request

    async def request(route: discord.http.Route, **how: Any) -> Any:
        for _ in range(2000):
            if "/channels/" not in route.url or not _is_owed(room):
                break
            await asyncio.sleep(0.02)
        return await inner(route, **how)

    monkeypatch.setattr(room.bot.http, "request", request)


def _is_owed(room: Room) -> bool:
    missing = "SELECT 1 FROM deal LEFT JOIN review USING (game_id, deal) WHERE kind IS NULL"
    return bool(room.read(missing))


async def test_a_review_that_is_quicker_than_discord(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is known before the cards drawn without it are posted; the last one too."""
    async with evening(tmp_path, reviews=True, seed=3) as room:
        slower_than_reviews(room, monkeypatch)
        ana = room.person("Ana")
        await room.seated(ana, robots=2, rules="sochi", target=2, seats=3, clock="none")
        await room.start(ana)
        await room.play_until(lambda room: _was_played(room, room.game().carry.number))
        assert "🔍" in words_of(room.message())
        await room.play_out()
        assert _was_played(room, room.game().carry.number)
        assert "🔍" in words_of(room.message())
        assert room.is_painted()


def _was_played(room: Room, deal: int) -> bool:
    return bool(room.read("SELECT 1 FROM review_seat WHERE deal = ?", deal))


async def test_overview_and_every_step(tmp_path: Path) -> None:
    """Forward to the last card, back to the first, and from mistake to mistake."""
    async with evening(tmp_path, chance=stacked()) as room:
        (ana, *_) = await eight(room)
        await room.press(ana, "analyse 1", room.message())
        said = words_of(ana.private)
        assert room.say("analysis.turns") in said
        assert "**−1**" in said
        assert ":king_of_spades_four:" in said  # the card that would have held
        assert "Boris" in said
        await room.press(ana, "analyse 1 line")
        assert "10. " in words_of(ana.private)
        await room.press(ana, "analyse 1")
        await room.press(ana, "walk 1 first")
        assert room.say("analysis.card", n=1, of=30) in words_of(ana.private)
        assert room.say("analysis.costs", tricks="**1 trick**") in words_of(ana.private)
        for step in range(1, 30):
            await room.press(ana, f"walk 1 {step}")
            assert room.say("analysis.card", n=step + 1, of=30) in words_of(ana.private)
        assert not [c for c in controls(ana.private) if c.text == "walk 1 last" and c.enabled]
        await room.press(ana, "walk 1 28")
        await room.press(ana, "walk 1 last")
        await room.press(ana, "walk 1 first")
        await room.press(ana, "analyse 1")
        await room.press(ana, "walk 1 mistake -1")
        assert room.say("analysis.card", n=1, of=30) in words_of(ana.private)
        await room.press(ana, "analyse 1")
        await room.press(ana, "hand")


async def test_the_buttons_survive_a_restart(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=stacked()) as room:
        (ana, boris, _) = await eight(room)
        await room.press(ana, "analyse 1", room.message())
        await room.press(ana, "walk 1 first")
        await room.restart(kill=True)
        await room.press(ana, "walk 1 1")
        assert room.say("analysis.card", n=2, of=30) in words_of(ana.private)
        await room.press(boris, "analyse 1", room.message())
        assert room.say("analysis.turns") in words_of(boris.private)


async def test_anybody_may_look_also_later(tmp_path: Path) -> None:
    """A spectator, older deals while a new one is played, and all of them after the match."""
    async with evening(tmp_path, chance=stacked()) as room:
        (ana, *_) = await eight(room, end_condition="deals(2*players)")
        await next_deal(room)
        eve = room.person("Eve")
        (card,) = (m for m in room.public() if "analyse 1" in [c.text for c in controls(m)])
        await room.press(eve, "analyse 1", card)  # the card of the deal before keeps its button
        await room.command(eve, "pref analyse", deal=1)
        assert room.say("analysis.turns") in words_of(eve.private)
        await room.press(eve, "walk 1 mistake -1")
        assert "hand" not in [control.text for control in controls(eve.private)]
        await room.skip_out()
        for who in (eve, ana):
            await room.command(who, "pref analyse", deal=1)
            assert room.say("analysis.turns") in words_of(who.private)
        over = [control.text for control in controls(room.message())]
        assert any(text.startswith("analyse") for text in over)
        deals = room.game().carry.number
        assert f"analyse {deals}" in over
        await room.command(ana, "pref analyse")
        assert room.say("board.deal", number=deals) in words_of(ana.private)


async def test_refusals(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=stacked()) as room:
        ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
        await room.command(ana, "pref analyse")
        assert room.sentence(Refusal.NO_TABLE_HERE) in words_of(ana.private)
        await room.open_table(ana, rules="sochi", clock="none")
        for who in (boris, vera):
            await room.press(who, "join", room.message())
        await room.command(ana, "pref analyse")
        assert room.sentence(Refusal.NO_DEAL_YET) in words_of(ana.private)
        await room.press(ana, "start", room.message())
        for who in (ana, boris, vera):
            await room.press(who, "hand", room.message())
        await room.command(ana, "pref analyse")  # nobody may look at a running deal
        assert room.sentence(Refusal.NO_DEAL_YET) in words_of(ana.private)
        bids = EIGHT_BID.replace("whist, whist", "pass, pass").split(", ")
        await played(room, *bids)
        await room.command(ana, "pref analyse")
        assert room.sentence(Refusal.DEAL_WITHOUT_PLAY) in words_of(ana.private)
        await room.command(ana, "pref analyse", deal=7)
        assert room.sentence(Refusal.NO_SUCH_DEAL, deal=7) in words_of(ana.private)
        on_card = [control.text for control in controls(room.message())]
        assert not [text for text in on_card if text.startswith("analyse")]


async def test_when_there_is_no_time(tmp_path: Path) -> None:
    """Nobody answers in time: a sentence, and the table goes on."""
    async with evening(tmp_path, chance=stacked()) as room:
        (ana, *_) = await eight(room)
        with room.env._bot_scope():
            await room.bot.parts.workers.stop()
        await room.press(ana, "analyse 1", room.message())
        assert room.sentence(Refusal.ANALYSIS_TOO_SLOW) in words_of(ana.private)
        await next_deal(room)
        assert room.game().deal is not None


async def test_cards_that_were_never_shown(tmp_path: Path) -> None:
    """A claim where cards stay hidden after the deal: no post-mortem, no line, no button."""
    async with evening(tmp_path, chance=stacked(), reviews=True) as room:
        people = await opened(room, "sochi", 10, reveal_after_deal=False)
        await played(room, *HIDDEN)
        (ana, boris, vera) = people
        await room.press(ana, "hand", room.message())
        await room.command(ana, "claim", split="claim 7 2 0")
        for who in (boris, vera):
            await room.press(who, "hand", room.message())
            await room.press_twice(who, "accept")
        assert room.stage() is Stage.BETWEEN
        assert "🔍" not in words_of(room.message())
        assert "analyse 1" not in [control.text for control in controls(room.message())]
        await room.command(boris, "pref analyse")
        assert room.sentence(Refusal.CARDS_HIDDEN) in words_of(boris.private)
        assert [tuple(r) for r in room.read("SELECT kind FROM review")] == [("hidden",)]
        assert room.read("SELECT * FROM review_seat") == []


async def test_hidden_cards_that_were_all_played(tmp_path: Path) -> None:
    """Everybody has seen the thirty cards: nothing else is shown."""
    async with evening(tmp_path, chance=stacked(), reviews=True) as room:
        (ana, *_) = await eight(room, reveal_after_deal=False)
        assert "🔍" in words_of(room.message())
        await room.press(ana, "analyse 1", room.message())
        assert room.say("analysis.turns") in words_of(ana.private)
        await room.press(ana, "walk 1 first")
        assert ":nine_of_diamonds_four:" not in words_of(ana.private)  # the discard


async def test_what_a_killed_process_owes(tmp_path: Path) -> None:
    """A deal without a review is reviewed after the next start, and its card says so."""
    async with evening(tmp_path, chance=stacked()) as room:
        await eight(room)
        assert room.read("SELECT * FROM review") == []
        assert "🔍" not in words_of(room.message())
        room.reviews = True
        await room.restart(kill=True)
        assert len(room.read("SELECT * FROM review")) == 1
        assert "🔍" in words_of(room.message())


@pytest.mark.parametrize(
    ("preset", "target", "seats"), [("sochi", 2, 4), ("serbian", 10, 3), ("viennese", 2, 3)]
)
async def test_every_deal_of_an_evening(
    tmp_path: Path, preset: str, target: int, seats: int
) -> None:
    """One person among robots: the bot reviews every deal, and every one can be looked at."""
    async with evening(tmp_path, reviews=True, seed=3) as room:
        ana = room.person("Ana")
        await room.seated(
            ana, robots=seats - 1, rules=preset, target=target, seats=seats, clock="none"
        )
        await room.start(ana)
        deals = 0
        while room.status() == "playing":
            await room.skip_until(partial(_has_scored, deals + 1))
            deals = room.game().carry.number
        reviewed = [row["deal"] for row in room.read("SELECT deal FROM review ORDER BY deal")]
        assert reviewed == list(range(1, deals + 1))
        known = room.read("SELECT deal FROM review WHERE kind NOT IN ('hidden', 'unplayed')")
        for row in known[:4]:
            await room.command(ana, "pref analyse", deal=row["deal"])
            await room.press(ana, f"walk {row['deal']} first")
            await room.press(ana, f"walk {row['deal']} last")


def _has_scored(deals: int, room: Room) -> bool:
    return room.game().carry.number == deals


async def test_in_russian(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=stacked(), reviews=True, locale="ru") as room:
        await eight(room)
        ira = room.person("Ира", locale="ru")
        await room.command(ira, "pref analyse")
        assert room.say("analysis.turns", "ru") in words_of(ira.private)
        assert "взят" in words_of(room.message())


PASSED = EIGHT_BID.replace("whist, whist", "pass, pass").split(", ")


async def weigh_all(room: Room, who: Person) -> str:
    """Press on until every call is weighed; return the page."""
    await room.press(who, "analyse 1 calls")
    assert who.private is not None
    while "analyse 1 calls" in [c.text for c in controls(who.private) if c.enabled]:
        await room.press(who, "analyse 1 calls")
    return words_of(who.private)


async def test_what_each_call_was_worth(tmp_path: Path) -> None:
    """Every call of the deal with its points, by pages; a second look costs no question."""
    async with evening(tmp_path, chance=stacked()) as room:
        (ana, boris, _) = await eight(room)
        await room.press(ana, "analyse 1", room.message())
        said = await weigh_all(room, ana)
        assert room.say("calls.title") in said
        assert {"analyse 1", "deal 1"} <= {control.text for control in controls(ana.private)}
        await room.press(ana, "analyse 1 calls 2")
        both = said + words_of(ana.private)
        assert sum(line[:1] in "✅⚠" for line in both.splitlines() if line) == 7
        await room.press(ana, "analyse 1")
        with room.env._bot_scope():
            await room.bot.parts.workers.stop()
        await room.press(ana, "analyse 1 calls")
        assert words_of(ana.private) == said
        await room.press(boris, "analyse 1", room.message())
        await room.press(boris, "analyse 1 calls")
        assert words_of(boris.private) == said


async def test_calls_are_weighed_again_after_a_kill(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=stacked()) as room:
        (ana, *_) = await eight(room)
        await room.press(ana, "analyse 1", room.message())
        await room.restart(kill=True)
        assert room.say("calls.each") in await weigh_all(room, ana)


async def test_readers_of_one_deal_weigh_each_call_once() -> None:
    """Four presses at once weigh four calls; one that takes too long is not asked again."""
    record = sochi(EIGHT, EIGHT_BID)
    weighed, workers = WeighedCalls(record, (*open_calls(record)[:3], 10**6)), WorkerPool(2)
    try:
        await asyncio.gather(*(weigh_next(workers, weighed) for _ in range(3)))
        assert list(weighed.found) == list(weighed.lines[:3])
        assert None not in weighed.found.values()
    finally:
        await workers.stop()
    await asyncio.gather(*(weigh_next(workers, weighed) for _ in range(2)))
    assert weighed.found[10**6] is None
    assert weighed.next_line is None


async def test_calls_of_a_deal_that_was_not_played(tmp_path: Path) -> None:
    """It has no post-mortem, but calls; a process that cannot weigh them says so."""
    async with evening(tmp_path, chance=stacked()) as room:
        end = {"end_condition": "deals(2*players)"}
        (ana, *_) = await opened_under(room, "sochi", 10, end)
        await played(room, *PASSED)
        await room.skip_out()
        await room.press(ana, "match", room.message())
        await room.press(ana, "deal 1")
        assert "analyse 1" not in [control.text for control in controls(ana.private)]
        with room.env._bot_scope():
            await room.bot.parts.workers.stop()
        await room.press(ana, "analyse 1 calls")
        assert room.sentence(Refusal.ANALYSIS_TOO_SLOW) in words_of(ana.private)


async def test_calls_are_not_weighed_where_cards_stay_hidden(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=stacked()) as room:
        (ana, *_) = await eight(room, reveal_after_deal=False)
        await room.press(ana, "analyse 1", room.message())
        assert "analyse 1 calls" not in [control.text for control in controls(ana.private)]
