"""A proved claim is accepted at once; every other claim waits for consent."""

import gc
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.background.driver import ClaimAdjudicator
from bot.engine.actions import Deck
from bot.engine.deal import Stage
from tests.support import austrian, balkan, builders
from tests.support.naming import cards_in
from tests.support.room import Person, Room, controls, evening, words_of
from tests.support.stacked import Stacked, agreed, next_deal, opened, played

pytestmark = pytest.mark.process

# forehand (Ana) has ten sure tricks in clubs
CLUBS = "AC KC QC JC 10C 9C 8C 7C AS AD | ... | ... | 7S 7D"
# the two clubs above hers may lie in one hand
SHAKY = "QC JC 10C 9C 8C 7C AS AD AH KH | ... | ... | 7S 7D"

TO_PLAY: dict[str, tuple[Callable[[str], Deck], str]] = {
    "sochi": (builders.deck, "bid 7C, pass, pass, discard 7S 7D, declare 7C, whist, whist"),
    "serbian": (balkan.deck, "bid G, pass, pass, declare G5C, join, join, stand, stand"),
    "viennese": (austrian.deck, "bid 1, pass, pass, discard 7S 7D, declare 1"),
}


def pack(preset: str, line: str = CLUBS) -> Deck:
    deal, _ = TO_PLAY[preset]
    return deal(line)


async def to_play(room: Room, preset: str) -> list[Person]:
    """Seat three people; Ana plays her clubs and is on lead."""
    people = await opened(room, preset, 10, claims="by_consent")
    await room.bot.parts.workers.warm()
    await played(room, *TO_PLAY[preset][1].split(", "))
    assert room.stage() is Stage.PLAY
    return people


async def claim_all(room: Room, who: Person) -> None:
    """Claim by the buttons: ten for me, which leaves nothing to ask."""
    await room.press(who, "claim", await room.hand(who))
    await room.press(who, "claim 10 0 0", who.private)


@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
async def test_ten_sure_tricks(tmp_path: Path, preset: str) -> None:
    async with evening(tmp_path, chance=Stacked(pack(preset))) as room:
        ana, _, _ = await to_play(room, preset)
        await claim_all(room, ana)
        assert room.stage() is Stage.BETWEEN
        assert room.last().won == (10, 0, 0)
        accepted = [line for line in room.lines() if line[1] == "accept"]
        assert accepted == [(1, "accept", "table"), (2, "accept", "table")]
        note = next(m.content for m in room.public() if m.content.startswith("Ana's claim"))
        assert len(cards_in(note)) == 10
        assert room.say("hand.proven") in words_of(ana.private)
        await next_deal(room)
        assert room.stage() is Stage.AUCTION


@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
async def test_what_is_not_sure_is_asked(tmp_path: Path, preset: str) -> None:
    async with evening(tmp_path, chance=Stacked(pack(preset, SHAKY))) as room:
        ana, boris, vera = await to_play(room, preset)
        await claim_all(room, ana)
        assert room.stage() is Stage.CLAIM
        assert room.lines()[-1][1] == "claim 10 0 0"
        assert room.asked() is boris
        await room.hand(boris)
        await room.press_twice(boris, "accept")
        assert room.stage() is Stage.CLAIM
        await room.press(vera, "refuse", await room.hand(vera))
        assert room.stage() is Stage.PLAY
        answers = {by for _, text, by in room.lines() if text in ("accept", "refuse")}
        assert answers == {str(boris.id), str(vera.id)}


async def test_nothing_is_kept_of_an_offer_whose_table_has_left_the_memory(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=Stacked(pack("sochi", SHAKY))) as room:
        ana, _, _ = await to_play(room, "sochi")
        await claim_all(room, ana)
        arbiter = room.bot.parts.driver.adjudicator
        assert isinstance(arbiter, ClaimAdjudicator)
        assert [table.id for table in arbiter._needs_consent] == [room.table]
        marta = room.manager()
        await room.command(marta, "table close")
        await room.press(marta, "close void", marta.private)
        assert room.status() == "void"
        room.bot.parts.painter.live_hands.stop()
        room.bot.parts.tables._recent.clear()
        gc.collect()
        assert not arbiter._needs_consent


async def test_robots_are_not_asked_either(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=Stacked(pack("sochi"))) as room:
        ana = room.person("Ana")
        await room.seated(ana, robots=2, clock="none")
        await room.start(ana)
        await room.bot.parts.workers.warm()
        await room.skip_to(Stage.PLAY)
        deal = room.game().deal
        assert deal is not None
        if deal.contract is None or deal.contract.declarer != 0:
            pytest.fail("Ana plays with these cards")
        await room.command(ana, "claim", split="claim 10 0 0")
        assert room.stage() is Stage.BETWEEN
        assert {by for _, text, by in room.lines() if text == "accept"} == {"table"}


async def test_nobody_is_asked_to_take_a_gift(tmp_path: Path) -> None:
    """Ana gives up all the rest, which is the most the others could get."""
    async with evening(tmp_path, chance=Stacked(pack("sochi"))) as room:
        ana = room.person("Ana")
        await room.seated(ana, room.person("Boris"), room.person("Vera"), clock="none")
        await room.start(ana)
        await room.bot.parts.workers.warm()
        moves = "bid M, pass, pass, discard 7S 7D, play AS"
        await played(room, *moves.split(", "))
        while room.deal().trick:
            who = room.asked()
            assert who is not None
            await room.play_one(who)
        await room.command(ana, "claim", split="claim 9 0 0")
        assert room.stage() is Stage.BETWEEN
        assert room.last().won == (10, 0, 0)
        assert any(room.say("alert.given_up", name="Ana") == m.content for m in room.public())


async def test_an_offer_is_judged_again_after_a_kill(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=Stacked(pack("sochi"))) as room:
        ana, _, _ = await to_play(room, "sochi")
        room.bot.parts.driver.adjudicator = None  # the process ends before that
        await claim_all(room, ana)
        assert room.stage() is Stage.CLAIM
        await room.restart(kill=True)
        assert room.stage() is Stage.BETWEEN
        assert room.last().won == (10, 0, 0)


async def test_whoever_was_faster_has_answered(tmp_path: Path) -> None:
    """A refusal that arrives while the claim is judged stands."""
    async with evening(tmp_path, chance=Stacked(pack("sochi"))) as room:
        ana, boris, vera = await to_play(room, "sochi")
        arbiter, room.bot.parts.driver.adjudicator = room.bot.parts.driver.adjudicator, None
        await claim_all(room, ana)
        hand = await room.hand(boris)
        refuse = next(c.custom_id for c in controls(hand) if c.text == "refuse")
        room.bot.parts.driver.adjudicator = arbiter
        room.bot.parts.driver.tasks.poke(room.table)
        await room.raw((boris, hand, refuse))
        assert room.lines()[-1][1:] in (("refuse", str(boris.id)), ("accept", "table"))
        assert room.stage() in (Stage.PLAY, Stage.BETWEEN)
        assert vera.private is not None
        assert words_of(vera.private)


async def test_a_claim_switched_off_stays_so(room: Room) -> None:
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await room.open_table(ana, rules="sochi", clock="none")
    await agreed(room, ana, claims="off")
    for who in (boris, vera):
        await room.press(who, "join", room.message())
    await room.start(ana)
    await room.skip_to(Stage.PLAY)
    asked = room.asked()
    assert asked is not None
    assert "claim" not in {c.text for c in controls(await room.hand(asked))}


async def test_without_workers_it_is_asked(tmp_path: Path) -> None:
    """No proof in time: consent, as without a proof."""
    async with evening(tmp_path, chance=Stacked(pack("sochi"))) as room:
        ana, boris, vera = await to_play(room, "sochi")
        await room.bot.parts.workers.stop()
        await claim_all(room, ana)
        assert room.stage() is Stage.CLAIM
        for who in (boris, vera):
            await room.hand(who)
            await room.press_twice(who, "accept")
        assert room.stage() is Stage.BETWEEN
        answered = {by for _, text, by in room.lines() if text == "accept"}
        assert answered == {str(boris.id), str(vera.id)}
