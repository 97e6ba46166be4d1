"""The Austrian pot: it runs dry, the players refill it or not; the bowl on the sheet."""

from pathlib import Path

import pytest

from bot.cli.verify import verify_games
from bot.engine.deal import Stage
from bot.engine.families.austrian.scoring import pot_total
from bot.engine.view import build_view
from tests.e2e.test_austrian import CLUBS, answers, at_table
from tests.support.austrian import deck
from tests.support.room import Person, Room, words_of
from tests.support.stacked import asked, next_deal, opened, played, reopened

pytestmark = pytest.mark.slow


def pot(room: Room) -> int:
    return pot_total(room.game().carry.sheet)


async def emptied(room: Room) -> list[Person]:
    """Play hearts that nobody defends, until the pot is empty."""
    people = await opened(room, "austrian", 10)
    for _ in range(9):
        await played(room, "bid HE", "drop", "drop")
        if room.stage() is Stage.FUNDING:
            return people
        await next_deal(room)
    raise AssertionError("the pot does not get empty")


async def stopped(room: Room, people: list[Person]) -> None:
    """Let everybody agree to end the match at once."""
    await room.press(people[0], "more", room.message())
    await room.press(people[0], "stop")
    await room.press(people[0], "stop yes")
    for who in people[1:]:
        assert room.status() == "playing"
        await room.press(who, "vote yes stop", room.message())


async def differing(room: Room) -> list[str]:
    """Return the differences that an audit of the file finds."""
    found: list[str] = []
    await verify_games(room.path, lambda one: found.append(str(one)), lambda done, games: None)
    return found


def balances(room: Room) -> list[int]:
    return [row["balance"] for row in room.read("SELECT balance FROM result ORDER BY seat")]


async def test_all_fill_the_pot_again(tmp_path: Path) -> None:
    """A new process starts before each vote."""

    async def play(room: Room) -> None:
        people = await emptied(room)
        deals = room.game().carry.number
        for _ in people:
            who = await reopened(room)
            assert answers(who) == {"pass", "fund"}
            await played(room, "fund")
        assert room.game().carry.number == deals
        assert (room.status(), pot(room)) == ("playing", 0)
        await next_deal(room)
        assert room.stage() is Stage.AUCTION
        assert dict(build_view(room.game(), None).marks)["pot"] == 30
        assert "30" in words_of(room.message())

    await at_table(tmp_path, play, *[deck(CLUBS)] * 9)


async def test_the_last_deal_is_written_when_the_vote_is_asked(tmp_path: Path) -> None:
    """Its card is there with the question, and the sheet counts it."""

    async def play(room: Room) -> None:
        people = await emptied(room)
        assert len(room.read("SELECT deal FROM deal")) == room.game().carry.number == 3
        assert build_view(room.game(), None).balance == (0, 0, 0)
        assert room.say("board.deal", number=3) in words_of(room.message())
        await room.command(people[0], "pref score")
        assert "3 deals played" in words_of(people[0].private)
        await played(room, "pass")
        assert len(room.read("SELECT deal FROM deal")) == 3

    await at_table(tmp_path, play, *[deck(CLUBS)] * 9)


async def test_the_vote_stands_under_the_payments_of_the_last_deal(tmp_path: Path) -> None:
    """In public, with the empty pot; each voter finds the question in their hand."""

    async def play(room: Room) -> None:
        people = await emptied(room)
        card = words_of(room.message())
        assert "for the tricks: **10** from the pot; premium: **10** from Ana" in card
        assert room.say("turn.funding", name=f"**{asked(room).name}**") in card
        assert "pot 0" in card
        assert "The pot is empty: pay in again?" in words_of(await room.hand(asked(room)))
        await room.press(people[0], "last", room.message())
        assert room.say("board.deal", number=3) in words_of(people[0].private)
        await room.command(people[0], "pref analyse", deal=3)

    await at_table(tmp_path, play, *[deck(CLUBS)] * 9)


async def test_a_match_that_is_stopped_in_the_vote(tmp_path: Path) -> None:
    """It keeps the deal that emptied the pot; a process that begins then finds it over."""

    async def play(room: Room) -> None:
        people = await emptied(room)
        await played(room, "fund")
        await stopped(room, people)
        assert (room.status(), room.game().carry.number, pot(room)) == ("over", 3, 0)
        assert balances(room) == [0, 0, 0]
        await room.command(people[0], "pref score")
        assert "3 deals played" in words_of(people[0].private)
        assert await differing(room) == []
        with room.nothing_changes():
            await room.restart(kill=True)

    await at_table(tmp_path, play, *[deck(CLUBS)] * 9)


async def test_who_leaves_in_the_vote_is_voted_for(tmp_path: Path) -> None:
    """A robot takes the seat and pays in; nobody is asked twice."""

    async def play(room: Room) -> None:
        await emptied(room)
        await played(room, "fund")
        gone = asked(room)
        await room.press(gone, "more", room.message())
        await room.press(gone, "leave")
        await room.press(gone, "leave yes kept")
        assert asked(room) is not gone
        await played(room, "fund")
        assert room.stage() is Stage.BETWEEN
        assert [by for _, text, by in room.lines() if text == "fund"].count("robot") == 1
        assert await differing(room) == []

    await at_table(tmp_path, play, *[deck(CLUBS)] * 9)


async def test_one_who_does_not_pay_ends_the_game(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        await emptied(room)
        await played(room, "fund", "pass")
        assert room.status() == "over"
        assert balances(room) == [0, 0, 0]
        assert await differing(room) == []

    await at_table(tmp_path, play, *[deck(CLUBS)] * 9)


async def test_the_sheet_shows_the_bowl_and_the_last_transfers(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        ana, *_ = await opened(room, "viennese", 1, forced_play="never")
        await room.command(ana, "pref score")
        await room.press(ana, "score words")
        assert "10" in words_of(ana.private)
        await played(room, "bid HE", "pass", "pass", "drop", "drop")
        await room.command(ana, "pref score")
        await room.press(ana, "score words")
        said = words_of(ana.private)
        assert room.say("pot.maximum", maximum=30) in said
        assert room.say("sheet.last_deals") in said

    await at_table(tmp_path, play)
