"""Miseres of plain robots: what is counted about them."""

from tools.arena.miseres import Ends, Misere, misere, report

_LEVELS = 3


def test_the_plain_robot_keeps_its_own_miseres() -> None:
    found = next(each for seed in range(40) if (each := misere(seed, "sochi", "beginner")))
    assert found.said == ("", "", "", "")
    assert found.kept == 1
    assert [ends.other for ends in found.ends] == [None] * _LEVELS


def test_miseres_kept_against_the_own_numbers_are_counted_for_each_seed() -> None:
    half = Misere(1, ("", "", "pass", "pass"), (30.0, 10.0, 50.0, 50.0), (Ends(-60, False, 4),) * 3)
    sure = Misere(2, ("",) * 4, (0.0,) * 4, (Ends(80, True, None),) * 3)
    told = report([half, sure], 20)
    assert "20 deals, 2 miseres, 1.5 kept" in told
    assert "against its own numbers: 0.5, 10 points" in told
    assert "expert: 1 made, 1 of those always kept" in told
