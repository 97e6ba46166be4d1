"""The scores of a Balkan table: the plain two, refas given and used, the hat."""

from pathlib import Path

import pytest

from bot.engine.deal import Stage
from bot.engine.families.balkan.scoring import balkan_carry, remaining_debt
from tests.e2e.test_balkan import at_table, main
from tests.support.room import Person, Room, words_of
from tests.support.stacked import next_deal, opened, outcome, played, reopened


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "word", "own"),
    [
        ("croatian", "two_credited", -56),
        ("slovenian", "two_refa", -60),
        ("serbian", "two_refa", -60),
    ],
)
async def test_a_plain_two_that_nobody_doubles(
    tmp_path: Path, preset: str, word: str, own: int
) -> None:
    """Won by default, or thrown in for a refa; the restart is between the two answers."""

    async def play(room: Room) -> None:
        await opened(room, preset, 60)
        await played(room, "bid 2", "pass", "pass", "discard 7S 7D", "declare 2S", "stand")
        await reopened(room, kill=True)
        await played(room, "stand")
        assert outcome(room) == word
        assert main(room) == (own, -60, -60)
        assert balkan_carry(room.game().carry).refas == (
            (1, 1, 1) if word == "two_refa" else (0, 0, 0)
        )
        assert room.stage() is Stage.BETWEEN

    await at_table(tmp_path, play)


# -- the sheet


async def sheet_of(room: Room, who: Person) -> str:
    await room.command(who, "pref score")
    await room.press(who, "score words")
    return words_of(who.private)


@pytest.mark.slow
async def test_a_refa_is_given_and_used(tmp_path: Path) -> None:
    """Three passes; then Boris, forehand now, makes two contracts."""

    async def play(room: Room) -> None:
        ana, boris, _ = await opened(room, "croatian", 60)
        await played(room, "pass", "pass", "pass")
        assert outcome(room) == "passed_out_refa"
        assert (await sheet_of(room, ana)).count("―") >= 3
        await next_deal(room)
        await reopened(room, kill=True)
        await played(room, "bid G", "pass", "pass", "declare G5C")
        assert "×2" in words_of(room.message())
        await played(room, "drop", "drop")
        assert main(room) == (-60, -60 + 2 * 12, -60)
        assert balkan_carry(room.game().carry).refas == (1, 0, 1)
        sheet = await sheet_of(room, boris)
        assert "╱24" in sheet
        assert "60. 36." in sheet  # an unsigned debt

    await at_table(tmp_path, play)


async def test_a_hat_is_drawn_and_taken_off(tmp_path: Path) -> None:
    """A column above zero is written under a hat; no refa is given any more."""

    async def play(room: Room) -> None:
        ana, _, vera = await opened(room, "croatian", 10)
        await played(room, "bid G", "pass", "pass", "declare G5C", "drop", "drop")
        assert main(room) == (2, -10, -10)
        assert "10. ^2." in await sheet_of(room, ana)
        assert "^2" in words_of(room.message())
        await next_deal(room)
        await played(room, "pass", "pass", "pass")
        assert outcome(room) == "passed_out"
        assert balkan_carry(room.game().carry).refas == (0, 0, 0)
        await next_deal(room)
        await played(room, "bid G", "pass", "pass", "declare G5C")
        await room.restart(kill=True)
        assert "10. ^2." in await sheet_of(room, vera)
        assert remaining_debt(room.game().carry.sheet) == 18

    await at_table(tmp_path, play)


async def test_three_players_only(room: Room) -> None:
    """Four with a resting dealer is no Balkan game: a sentence, and no table."""
    ana = room.person("Ana")
    await room.command(ana, "table open", room.channel, rules="croatian", seats=4)
    assert ana.private is not None
    assert words_of(ana.private)
    assert room.read("SELECT * FROM game") == []
