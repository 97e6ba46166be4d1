"""A robot that is sure of the rest offers it; humans accept, or play on."""

from pathlib import Path

import pytest

from bot.engine.deal import Stage
from bot.engine.notation import parse_action
from tests.support import builders
from tests.support.room import Person, Room, evening, words_of
from tests.support.stacked import Stacked

pytestmark = pytest.mark.process

# the robot left of Ana has ten sure tricks in clubs
PACK = "... | AC KC QC JC 10C 9C 8C 7C AS AD | ... | 7S 7D"


async def offered(room: Room, clock: str = "none") -> Person:
    """Let Ana whist against a robot, which is on lead with all the tricks and offers them."""
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock=clock)
    await room.start(ana)
    await room.bot.parts.workers.warm()
    await room.skip_to(Stage.DEFENCE)
    await room.play_one(ana, parse_action("whist"))
    await room.skip_to(Stage.CLAIM)
    assert room.asked() is ana
    return ana


def claims(room: Room) -> list[tuple[int, str, str]]:
    return [line for line in room.lines() if line[1].startswith("claim")]


async def test_a_human_accepts_what_a_robot_offers(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=Stacked(builders.deck(PACK)), level="club") as room:
        ana = await offered(room)
        ((seat, claim, by),) = claims(room)
        assert (seat, by) == (1, "robot")
        tricks = parse_action(claim)
        hand = await room.hand(ana)
        assert room.say("advice.claim.proved") in words_of(hand)
        await room.press_twice(ana, "accept")
        assert room.stage() is Stage.BETWEEN
        assert tricks
        answers = {(seat, by) for seat, text, by in room.lines() if text == "accept"}
        assert answers == {(0, str(ana.id)), (2, "table")}


async def test_who_refuses_plays_on_and_is_not_asked_again(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=Stacked(builders.deck(PACK)), level="club") as room:
        ana = await offered(room)
        await room.press(ana, "refuse", await room.hand(ana))
        assert room.stage() is Stage.PLAY
        await room.skip_until(lambda at: at.stage() is Stage.BETWEEN)
        assert len(claims(room)) == 1
        assert room.last().won[1] == 10


async def test_an_offer_waits_for_an_answer_through_a_kill(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=Stacked(builders.deck(PACK)), level="club") as room:
        ana = await offered(room)
        await room.restart(kill=True)
        assert room.stage() is Stage.CLAIM
        assert room.asked() is ana
        await room.hand(ana)
        await room.press_twice(ana, "accept")
        assert room.stage() is Stage.BETWEEN


async def test_silence_is_no_consent(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=Stacked(builders.deck(PACK)), level="club") as room:
        await offered(room, clock="normal")
        await room.later(200)
        assert room.lines()[-1][1] != "accept"
        assert [text for _, text, by in room.lines() if by == "clock"] == ["refuse"]
        assert len(claims(room)) == 1


async def test_nobody_waits_for_who_has_left(tmp_path: Path) -> None:
    """The offer is accepted for her, and the other human is still asked."""
    pack = builders.deck("... | ... | AC KC QC JC 10C 9C 8C 7C AS AD | 7S 7D")
    async with evening(tmp_path, chance=Stacked(pack), level="club") as room:
        ana, boris = room.person("Ana"), room.person("Boris")
        await room.seated(ana, boris, robots=1, clock="none")
        await room.start(ana)
        await room.bot.parts.workers.warm()
        await room.skip_to(Stage.DEFENCE)
        for who in (ana, boris):
            await room.play_one(who, parse_action("whist"))
        await room.skip_to(Stage.CLAIM)
        assert room.asked() is ana
        await room.press(ana, "more", room.message())
        await room.press(ana, "leave")
        await room.press(ana, "leave yes kept")
        assert room.stage() is Stage.CLAIM
        assert room.asked() is boris
        await room.hand(boris)
        await room.press_twice(boris, "accept")
        answers = [line for line in room.lines() if line[1] == "accept"]
        assert answers == [(0, "accept", "table"), (1, "accept", str(boris.id))]


async def test_a_robot_of_habits_plays_on(tmp_path: Path) -> None:
    """It proves nothing, so the human plays to the end."""
    async with evening(tmp_path, chance=Stacked(builders.deck(PACK))) as room:
        ana = room.person("Ana")
        await room.seated(ana, robots=2, clock="none")
        await room.start(ana)
        await room.skip_until(lambda at: at.stage() is Stage.BETWEEN)
        assert claims(room) == []
