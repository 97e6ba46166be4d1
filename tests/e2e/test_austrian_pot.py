"""The Austrian pot: it runs dry, all fill it again or not; the bowl on the sheet."""

from pathlib import Path

from bot.engine.deal import Stage
from bot.engine.families.austrian.carry import pot_of
from bot.engine.view import view
from tests.e2e.test_austrian import CLUBS, answers, at_table
from tests.support.austrian import deck
from tests.support.room import Person, Room, words_of
from tests.support.stacked import next_deal, opened, played, reopened


def pot(room: Room) -> int:
    return pot_of(room.game().carry.sheet)


async def emptied(room: Room) -> list[Person]:
    """Hearts that nobody defends, until the pot is empty."""
    people = await opened(room, "austrian", 10)
    for _ in range(9):
        await played(room, "bid HE", "drop", "drop")
        if room.stage() is Stage.FUNDING:
            return people
        await next_deal(room)
    raise AssertionError("the pot does not get empty")


async def test_all_fill_the_pot_again(tmp_path: Path) -> None:
    """With a new process before each vote."""

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
        assert dict(view(room.game(), None).marks)["pot"] == 30
        assert "30" in words_of(room.message())

    await at_table(tmp_path, play, *[deck(CLUBS)] * 9)


async def test_the_last_deal_is_written_when_the_vote_is_asked(tmp_path: Path) -> None:
    """Its card is there with the question, and the sheet counts it."""

    async def play(room: Room) -> None:
        people = await emptied(room)
        assert len(room.read("SELECT deal FROM deal")) == room.game().carry.number == 3
        assert view(room.game(), None).balance == (0, 0, 0)
        assert room.say("board.deal", number=3) in words_of(room.message())
        await room.command(people[0], "score")
        assert "3 deals played" in words_of(people[0].private)
        await played(room, "pass")
        assert len(room.read("SELECT deal FROM deal")) == 3

    await at_table(tmp_path, play, *[deck(CLUBS)] * 9)


async def test_one_who_does_not_pay_ends_the_game(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        await emptied(room)
        await played(room, "fund", "pass")
        assert room.status() == "over"
        results = room.read("SELECT balance FROM result")
        assert sum(row["balance"] for row in results) == 0

    await at_table(tmp_path, play, *[deck(CLUBS)] * 9)


async def test_the_sheet_shows_the_bowl_and_the_last_transfers(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        ana, *_ = await opened(room, "viennese", 1, forced_play="never")
        await room.command(ana, "score")
        assert "10" in words_of(ana.private)
        await played(room, "bid HE", "pass", "pass", "drop", "drop")
        await room.command(ana, "score")
        said = words_of(ana.private)
        assert "\\____/" in said
        assert room.say("sheet.last_deals") in said

    await at_table(tmp_path, play)
