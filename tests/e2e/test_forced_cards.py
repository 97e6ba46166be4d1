"""A card without a choice is played at the player's wish (docs/rules/README.md)."""

from pathlib import Path

import pytest

from bot.engine.deal import Stage
from bot.engine.game import forced_card
from bot.tables.moves import TABLE_ACTOR
from tests.e2e.test_card_faces import chosen
from tests.e2e.test_turn_notifications import calls
from tests.support import builders
from tests.support.deal_records import EIGHT, EIGHT_BID
from tests.support.room import Person, Room, evening, words_of
from tests.support.stacked import Stacked, opened, played

pytestmark = pytest.mark.process


def forced_seats(room: Room) -> list[int]:
    """Return the seats for which the table played a card, in order."""
    lines = room.lines()
    return [seat for seat, text, by in lines if by == TABLE_ACTOR and text.startswith("play ")]


def is_forced_on(room: Room, who: Person) -> bool:
    return room.asked() is who and forced_card(room.game()) is not None


async def test_a_deal_with_a_wish(tmp_path: Path) -> None:
    """The wish holds at once and in every hand, and the post-mortem counts the cards."""
    async with evening(tmp_path, chance=Stacked(builders.deck(EIGHT))) as room:
        ana, boris, _ = await opened(room, "sochi", 10)
        await played(room, *EIGHT_BID.split(", "))
        await chosen(room, boris, "pref me", "me forced_cards yes")
        asked = []
        while room.stage() is Stage.PLAY and room.game().deal is not None:
            who = room.asked()
            assert who is not None
            if who is boris:
                asked.append(forced_card(room.game()))
            await room.play_one(who)
        assert asked, "leads and choices are still theirs"
        assert set(asked) == {None}
        made = len(forced_seats(room))
        seat = room.seat_of(boris)
        assert made
        assert set(forced_seats(room)) == {seat}
        await room.press(ana, "analyse 1", room.message())
        told = room.bot.parts.catalogue.words("en").say_plural(
            "analysis.forced", made, name=boris.name
        )
        assert told in words_of(ana.private)


@pytest.mark.parametrize("wish", ["yes", "no"])
async def test_nobody_is_called_to_a_card_played_for_them(tmp_path: Path, wish: str) -> None:
    """A slow robot keeps the turn open here, so that there is a reason to call."""
    async with evening(tmp_path, chance=Stacked(builders.deck(EIGHT))) as room:
        _, boris, _ = await opened(room, "sochi", 10)
        await played(room, *EIGHT_BID.split(", "))
        room.bot.parts.driver.pace = 3600
        await chosen(room, boris, "pref me", f"me forced_cards {wish}")
        await room.play_until(lambda room: is_forced_on(room, boris))
        before = len(calls(room, boris))
        await room.later(11 * 60)
        assert is_forced_on(room, boris)
        assert len(calls(room, boris)) - before == (wish == "no")
