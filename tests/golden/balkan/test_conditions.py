"""The score before a deal as small numbers, for the code of a deal (docs/notation.md)."""

import pytest

from bot.engine.families.balkan.flow import BALKAN
from tests.support import balkan

RULES = balkan.rules("serbian", starting_level=30)


@pytest.mark.parametrize(
    ("columns", "numbers"),
    [((-30, -30, -30), (0, 0, 0)), ((-31, -29, -32), (1, 2, 3)), ((-20, -40, 10), (20, 19, 80))],
)
def test_a_column_is_counted_from_the_start(
    columns: tuple[int, int, int], numbers: tuple[int, int, int]
) -> None:
    before = {f"main {seat}": total for seat, total in enumerate(columns)}
    at = balkan.carry(RULES, before, refas=(1, 0, 0), given=1)
    assert BALKAN.deal_conditions(RULES, at) == (1, 1, 0, 0, *numbers)
    again = BALKAN.carry_under(RULES, at.dealer, (1, 1, 0, 0, *numbers))
    assert again == at


def test_a_first_deal_has_no_conditions() -> None:
    assert BALKAN.carry_under(RULES, 1, ()) == balkan.carry(RULES, dealer=1)
