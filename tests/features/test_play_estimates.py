"""The numbers of play and of the same cards: means and their errors, worked out by hand."""

from math import inf, sqrt

import pytest

from bot.features.rankings.play_estimates import (
    call_numbers,
    datum_numbers,
    play_numbers,
    totals_of_preset,
)
from bot.model.reviews import CallTotals, PlayKey, PlayTotals

NOTHING = PlayTotals(*(0,) * 11)


def totals(**numbers: int) -> PlayTotals:
    return PlayTotals(*(numbers.get(name, 0) for name in PlayTotals.__struct_fields__))


def test_points_tricks_and_clean_deals() -> None:
    """Deals of 0, 0 and 30 points; 0, 0 and 2 tricks in 8, 8 and 4 decisions."""
    found = play_numbers(
        totals(
            deals=4,
            played=3,
            decisions=20,
            tricks_given=2,
            capped=30,
            capped_squares=900,
            clean=2,
            tricks_squares=4,
            tricks_by_decisions=8,
            decisions_squares=144,
        )
    )
    assert found is not None
    assert found.deals == 3
    assert found.points.value == 10
    assert found.points.error == pytest.approx(sqrt((900 / 3 - 100) * 3 / 2 / 3))
    assert found.tricks.value == pytest.approx(10)
    assert found.tricks.error == pytest.approx(100 * sqrt(4 - 0.2 * 8 + 0.01 * 144) / 20)
    assert found.clean.value == pytest.approx(100 * 2 / 3)


def test_one_deal_says_nothing_about_the_error() -> None:
    found = play_numbers(totals(deals=1, played=1, decisions=5, capped=4, capped_squares=16))
    assert found is not None
    assert found.points.value == 4
    assert found.points.error == inf
    assert play_numbers(NOTHING) is None


def test_the_gain_is_in_points() -> None:
    """Two deals, +3 and -1 against the robots."""
    found = datum_numbers(totals(deals=5, compared=2, gain=200, gain_squares=90_000 + 10_000))
    assert found is not None
    assert (found.deals, found.gain.value) == (2, 1)
    assert found.gain.error == pytest.approx(2)
    assert datum_numbers(NOTHING) is None


def test_members_of_a_preset() -> None:
    own = PlayKey(1, "", "sochi", of_two=False, with_robots=False, family="russian")
    robot = PlayKey(0, "club", "sochi", of_two=False, with_robots=True, family="russian")
    among = PlayKey(1, "", "sochi", of_two=False, with_robots=True, family="russian")
    found = {own: totals(deals=1), robot: totals(deals=2), among: totals(deals=3)}
    assert totals_of_preset(found, "sochi", with_robots=False, of_two=False) == {1: found[own]}
    assert totals_of_preset(found, "sochi", with_robots=True, of_two=False) == {1: found[among]}
    assert totals_of_preset(found, "rostov", with_robots=True, of_two=False) == {}


def test_what_calls_gave_away_a_deal() -> None:
    """Four deals of 1, 1, 3 and 3 points: two in the mean, with the error of four values."""
    found = call_numbers(CallTotals(4, 800, 2 * 100**2 + 2 * 300**2))
    assert found.value == pytest.approx(2.0)
    assert found.error == pytest.approx((4 / 3) ** 0.5 / 2)
