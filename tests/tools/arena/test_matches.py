"""What the comparison of robots rests on."""

import pytest

from tests.robots.evenings import PRESETS
from tests.tools.arena.matches import Record, mean_and_error, rotation, sit, told

PLAIN = "beginner"


@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
def test_a_robot_wins_nothing_from_its_equals(preset: str) -> None:
    balances, record = rotation(PRESETS.rules(preset), PLAIN, PLAIN, 3, 5)
    assert any(balances)
    assert sum(balances) == 0
    assert record.deals == 3 * 3


def test_every_seating_gets_the_same_cards() -> None:
    rules = PRESETS.rules("sochi")
    first, second = (sit(rules, 7, seat, [PLAIN] * 3, 4).record for seat in (0, 1))
    assert first.deals == second.deals == 4
    assert first.contracts + second.contracts <= 4


def test_mean_and_standard_error() -> None:
    assert mean_and_error([1.0, 3.0]) == (2.0, 1.0)


def test_the_report_counts_by_match_and_by_deal() -> None:
    record = Record(deals=24)
    text = told("title", [10.0, 14.0], record, 3)
    assert "+12.00 ± 2.00 a match (+6.0 s.e.), +3.00 ± 0.50 a deal" in text
