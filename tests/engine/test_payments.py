"""Payments at the end of a match: the sums are right, and their number is minimal."""

from itertools import product

import pytest

from bot.engine.ledger import Payment, settling_payments
from tests.support.cases import for_each

CASES = [
    ("the article's example", (-114, 52, 62), ((0, 1, 52), (0, 2, 62))),
    ("one winner", (30, -10, -20), ((1, 0, 10), (2, 0, 20))),
    ("nobody owes anything", (0, 0, 0), ()),
    ("one comes out even", (0, 7, -7), ((2, 1, 7),)),
    ("equal winners", (-20, 10, 10), ((0, 1, 10), (0, 2, 10))),
    ("equal losers", (-9, 18, -9), ((0, 1, 9), (2, 1, 9))),
    ("two pairs of four", (-30, 10, 30, -10), ((0, 2, 30), (3, 1, 10))),
    ("a pair beside two others", (-5, 3, 5, -3), ((0, 2, 5), (3, 1, 3))),
    ("two and two", (-30, 25, -10, 15), ((0, 1, 25), (0, 3, 5), (2, 3, 10))),
    ("three winners", (1, 2, -6, 3), ((2, 0, 1), (2, 1, 2), (2, 3, 3))),
]


@for_each(("balance", "expect"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_who_pays_whom(balance: tuple[int, ...], expect: tuple[Payment, ...]) -> None:
    assert settling_payments(balance) == expect


def fewest(balance: tuple[int, ...]) -> int:
    """Return the number of debtors and creditors, less one for each self-contained group."""
    there = [amount for amount in balance if amount]
    if not there:
        return 0
    pairs = [amount for amount in there[1:] if amount == -there[0]]
    return len(there) - (2 if len(there) == 4 and pairs else 1)


@pytest.mark.parametrize("players", [3, 4])
def test_every_balance_is_settled_to_the_last_unit_in_as_few_payments_as_can_be(
    players: int,
) -> None:
    for others in product(range(-6, 7), repeat=players - 1):
        balance = (*others, -sum(others))
        left, paid = list(balance), settling_payments(balance)
        for by, to, amount in paid:
            assert amount > 0
            left[by] += amount
            left[to] -= amount
        assert not any(left)
        assert len(paid) == fewest(balance)
        assert {balance[p.by] < 0 < balance[p.to] for p in paid} <= {True}


def test_a_sheet_that_does_not_balance_hangs_nobody() -> None:
    assert settling_payments((5, 0, 0)) == ()
    assert settling_payments((-5, 3, 0)) == ((0, 1, 3),)
