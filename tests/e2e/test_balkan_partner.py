"""A partner who took a trick is asked to pay, between two deals (rules/balkan.md 3.11)."""

from pathlib import Path

import pytest

from bot.cli.verify import verify_games
from bot.engine.actions import Deck
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.notation import parse_action
from tests.golden.test_logs import read
from tests.support.room import Person, Room, controls, evening, words_of
from tests.support.stacked import Stacked, asked, next_deal, opened, played, reopened

pytestmark = pytest.mark.slow

# Ana plays diamonds; Vera lays the king on the jack of clubs, so Boris is a trick short
LOG = read(Path(__file__).parents[1] / "golden" / "balkan" / "deals" / "serbian-partner-pays.txt")


def pack() -> Deck:
    deck = parse_action(LOG.lines[1][1])
    assert isinstance(deck, Deck)
    return deck


async def left_short(room: Room) -> list[Person]:
    people = await opened(room, "serbian", 100, partner_pays="on_request")
    await played(room, *(line for seat, line in LOG.lines[2:-2] if seat != TABLE_SEAT))
    return people


def main(room: Room) -> tuple[int, ...]:
    sheet = room.game().carry.sheet
    return tuple(sheet.total("main", seat) for seat in range(3))


def answers(who: Person) -> set[str]:
    return {one.text for one in controls(who.private) if one.kind == "a"}


async def differing(room: Room) -> list[str]:
    """Return the differences that an audit of the file finds."""
    found: list[str] = []
    await verify_games(room.path, lambda one: found.append(str(one)), lambda done, games: None)
    return found


async def test_asked_and_paid(tmp_path: Path) -> None:
    """A new process starts before each answer; the card of the deal tells it all."""
    async with evening(tmp_path, chance=Stacked(pack())) as room:
        _, boris, vera = await left_short(room)
        assert room.say("turn.asking", name="**Boris**") in words_of(room.message())
        assert asked(room) is boris
        await reopened(room)
        assert answers(boris) == {"pass", "ask"}
        await played(room, "ask")
        assert asked(room) is vera
        await reopened(room)
        assert answers(vera) == {"refuse", "pay"}
        await played(room, "pay")
        assert main(room) == (-94, -100, -106)
        assert "for the partner: **−6**" in words_of(room.message())
        await room.command(boris, "pref score")
        await room.press(boris, "score words")
        assert "106" in words_of(boris.private)  # written, and then balanced
        await next_deal(room)
        assert room.stage() is Stage.AUCTION
        assert main(room) == (-94, -100, -106)
        assert await differing(room) == []


async def test_a_leaver_pays_through_a_robot(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=Stacked(pack())) as room:
        _, _, vera = await left_short(room)
        await room.press(vera, "more", room.message())
        await room.press(vera, "leave")
        await room.press(vera, "leave yes kept")
        await played(room, "ask")
        assert main(room) == (-94, -100, -106)
        assert [by for _, text, by in room.lines() if text == "pay"] == ["robot"]
        assert await differing(room) == []
