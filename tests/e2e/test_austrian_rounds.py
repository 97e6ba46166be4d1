"""A match that ends by a vote: all are asked after every full round, and only then."""

from functools import partial
from pathlib import Path
from random import Random

import pytest

from bot.engine.actions import JOIN, Action
from bot.engine.deal import Stage
from bot.engine.families.austrian.scoring import pot_total
from bot.engine.view import SeatView
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.e2e.test_austrian import CLUBS, answers, at_table
from tests.e2e.test_austrian_pot import balances, differing, stopped
from tests.support.austrian import deck
from tests.support.room import Person, Room, evening, words_of
from tests.support.stacked import Stacked, asked, next_deal, opened, played, reopened

pytestmark = pytest.mark.slow

BEGINNER = PLAIN_ROBOT


async def begun(room: Room) -> list[Person]:
    return await opened(room, "viennese", 1, forced_play="never", match_end="vote")


async def dealt(room: Room, deals: int) -> None:
    """Play hearts that nobody defends, so many times; the question after the last is open."""
    for number in range(deals):
        if number:
            assert room.stage() is Stage.BETWEEN
        if room.stage() is Stage.BETWEEN:
            await next_deal(room)
        await played(room, "bid HE", "pass", "pass", "drop", "drop")


async def test_all_want_another_round(tmp_path: Path) -> None:
    """A new process starts before each vote."""

    async def play(room: Room) -> None:
        people = await begun(room)
        await dealt(room, 3)
        card = words_of(room.message())
        assert room.say("board.deal", number=3) in card
        assert room.say("turn.round", name=f"**{asked(room).name}**") in card
        for _ in people:
            who = await reopened(room)
            assert answers(who) == {"pass", "another"}
            assert "A full round is over: another one?" in words_of(who.private)
            await played(room, "another")
        await dealt(room, 3)
        await played(room, "another", "pass")
        assert (room.status(), room.game().carry.number) == ("over", 6)
        assert sum(balances(room)) == 0
        assert await differing(room) == []

    await at_table(tmp_path, play, *[deck(CLUBS)] * 9)


async def test_the_help_tells_the_vote_from_the_early_stop(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        await begun(room)
        await dealt(room, 3)
        who = asked(room)
        await room.press(who, "help", await room.hand(who))
        assert room.say("help.round") in words_of(who.private)
        assert "the match ends and the pot is shared out" in words_of(who.private)

    await at_table(tmp_path, play, *[deck(CLUBS)] * 9)


async def test_the_early_stop_does_not_wait_for_the_round(tmp_path: Path) -> None:
    """The deal in progress does not count; the stakes in the pot are shared out."""

    async def play(room: Room) -> None:
        people = await begun(room)
        await dealt(room, 1)
        await next_deal(room)
        await stopped(room, people)
        assert (room.status(), room.game().carry.number) == ("over", 1)
        assert pot_total(room.game().carry.sheet) == 0
        assert balances(room) == [30, -10, -20]
        assert await differing(room) == []

    await at_table(tmp_path, play, *[deck(CLUBS)] * 9)


async def test_who_leaves_goes_on_through_a_robot(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        await begun(room)
        await dealt(room, 3)
        gone = asked(room)
        await room.press(gone, "more", room.message())
        await room.press(gone, "leave")
        await room.press(gone, "leave yes kept")
        assert asked(room) is not gone
        await played(room, "another", "another")
        assert room.stage() is Stage.BETWEEN
        assert await differing(room) == []

    await at_table(tmp_path, play, *[deck(CLUBS)] * 9)


def defends(seen: SeatView, dice: Random) -> Action:
    """Act as plain robots do, but let nobody stay at home."""
    return JOIN if JOIN in seen.legal else BEGINNER.choose(seen, dice)


def has_scored(deals: int, room: Room) -> bool:
    return room.game().carry.number == deals


@pytest.mark.process
async def test_the_post_mortem_on_both_sides_of_the_vote(tmp_path: Path) -> None:
    """The record of the one deal ends with the question, that of the next begins with it."""
    packs = [deck(CLUBS)] * 9
    async with evening(tmp_path, chance=Stacked(*packs), reviews=True) as room:
        room.choose = defends
        ana, *_ = await begun(room)
        await dealt(room, 2)
        await next_deal(room)
        for deal in (3, 4):
            await played(room, "bid 1", "pass", "pass")
            await room.skip_until(partial(has_scored, deal))
            assert room.stage() is (Stage.ROUND if deal == 3 else Stage.BETWEEN)
            assert "🔍" in words_of(room.message())
            await room.press(ana, f"analyse {deal}", room.message())
            assert "Best play: **10 tricks**" in words_of(ana.private)
            if deal == 3:
                await played(room, "another", "another", "another")
                await next_deal(room)
        assert len(room.read("SELECT deal FROM review")) == 4
