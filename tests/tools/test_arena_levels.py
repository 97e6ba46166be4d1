"""Levels beside each other: the foundations of the comparison."""

from pathlib import Path

import pytest

from bot.robots import ROBOTS
from tools.arena.levels import OTHERS, Row, Table, further, read, report, row, rows_of, written
from tools.arena.matches import chooser

SOCHI = Table("sochi", 3, 1)


@pytest.mark.slow
def test_all_levels_play_the_same_deal() -> None:
    """A deal that all pass and nobody thinks about is the same for all."""
    found = row(SOCHI, 79)
    assert len(found.brought) == len(ROBOTS)
    assert read(written(found)) == Row(SOCHI, 79, tuple(round(p, 3) for p in found.brought))


def test_what_is_known_is_not_played_again(tmp_path: Path) -> None:
    book = tmp_path / "levels.txt"
    known = [Row(SOCHI, seed, (0.0, 1.0, 3.0 + seed)) for seed in range(3)]
    book.write_text("".join(written(each) + "\n" for each in known))
    assert rows_of(book) == known
    assert list(further([SOCHI], 3, known)) == []


@pytest.mark.slow
def test_what_is_missing_is_played() -> None:
    known = [Row(SOCHI, seed, (0.0, 0.0, 0.0)) for seed in range(79)]
    assert [found.seed for found in further([SOCHI], 80, known)] == [79]


def test_a_step_is_sure_from_three_standard_errors_on() -> None:
    text = report([Row(SOCHI, seed, (0.0, 1.0, 1.0 + seed)) for seed in range(3)])
    assert "club over beginner: +1.00 ± 0.00 (sure)" in text
    assert "expert over club: +1.00 ± 0.58\n" in text
    assert "sochi, 3 players, mixed others, 1 deals, 3 seeds" in text


def test_a_single_robot_is_told_by_what_it_brings() -> None:
    alone = SOCHI._replace(robots="expert")
    text = report([Row(alone, seed, (float(seed),)) for seed in range(3)])
    assert text.splitlines()[1:] == ["  expert: +1.00 ± 0.58"]


def test_each_of_the_others_is_a_robot_of_the_arena() -> None:
    assert all(chooser(name) for mixtures in OTHERS.values() for pair in mixtures for name in pair)
    table = SOCHI._replace(others="thinking", robots="club,careful")
    assert read("sochi 3 1 thinking club,careful 7 1.000 2.000").table == table
