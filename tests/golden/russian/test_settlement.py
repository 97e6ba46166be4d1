"""The final reckoning: the worked cases, the article's example and rules/russian.md 4.11, 4.13."""

from typing import Any

import pytest

from bot.engine.families import family_of
from bot.engine.families.russian.options import RussianOptions
from bot.engine.families.russian.scoring import exact_columns
from bot.engine.ledger import Sheet, round_balances
from tests.golden.russian.reading import cases, written
from tests.support import builders


def sheet_of(case: dict[str, Any]) -> Sheet:
    return builders.sheet(written(case["sheet"]))


@pytest.mark.parametrize("case", cases("settlements"), ids=lambda case: case["id"])
def test_worked_settlements(case: dict[str, Any]) -> None:
    agreed = builders.rules(case["preset"], len(case["players"]))
    found = family_of(agreed).settle(agreed, sheet_of(case))
    assert found == tuple(case["expect_combined"].values()), case["working"]


def test_seed_example_column_by_column() -> None:
    """4.13: every column is rounded by itself, then added."""
    (case,) = [case for case in cases("settlements") if case["id"] == "RU-31"]
    agreed = builders.rules("leningrad", rounding="separate")
    options = RussianOptions.of(agreed)
    whists, mountain, pool = exact_columns(options, sheet_of(case))
    expect = case["expect_separate"]
    assert tuple(whists) == tuple(expect["whists"].values())
    assert round_balances(mountain) == tuple(expect["mountain"].values())
    assert round_balances(pool) == tuple(expect["pool"].values())
    assert family_of(agreed).settle(agreed, sheet_of(case)) == tuple(expect["total"].values())


def test_the_two_ways_of_rounding_may_differ() -> None:
    """4.11: mountain 1 0 0 -> -6 2/3, 3 1/3, 3 1/3; pool 1 0 0 -> 6 2/3, -3 1/3, -3 1/3.

    Combined: exactly 0 0 0.  Separate: mountain -7 3 3, loser gains one: -6 3 3 ... and pool
    7 -3 -3, winner gives one: 6 -3 -3.  Sum 0 0 0 as well; pool 2 0 0 instead is 13 1/3,
    -6 2/3, -6 2/3: combined 6 2/3, -3 1/3, -3 1/3 -> 7 -3 -3 -> 6 -3 -3; separate -6 3 3 and
    13 -7 -7 -> (lack of one: the earlier of the two losers) 13 -6 -7: together 7 -3 -4.
    """
    sheet = builders.sheet({"mountain 0": 1, "pool 0": 2})
    for rounding, expect in (("combined", (6, -3, -3)), ("separate", (7, -3, -4))):
        agreed = builders.rules("sochi", rounding=rounding)
        assert family_of(agreed).settle(agreed, sheet) == expect


POOLS = [
    # 4.11: pool 10 6 4 alone, three players
    ("average(10)", (33, -7, -27), "mean 20/3: 33 1/3, -6 2/3, -26 2/3 -> 33 -7 -27 = -1"),
    ("average(20)", (67, -13, -53), "66 2/3, -13 1/3, -53 1/3 -> 67 -13 -53 = +1"),
    ("pairwise(5)", (50, -10, -40), "5 * (4+6), 5 * (-4+2), 5 * (-6-2)"),
]


@pytest.mark.parametrize(("way", "rough", "working"), POOLS)
def test_pool_settlement(way: str, rough: tuple[int, ...], working: str) -> None:
    agreed = builders.rules("sochi", pool_settlement=way)
    found = family_of(agreed).settle(
        agreed, builders.sheet({"pool 0": 10, "pool 1": 6, "pool 2": 4})
    )
    fixed = {-1: (33, -7, -26), 1: (66, -13, -53), 0: rough}
    assert found == fixed[sum(rough)], working


def test_sochi_stopped_early_counts_the_pool_by_ten() -> None:
    """4.10: one pool point equals one mountain point equals ten whists."""
    agreed = builders.rules("sochi")
    settle = family_of(agreed).settle
    ahead = settle(agreed, builders.sheet({"pool 0": 3}))
    behind = settle(agreed, builders.sheet({"mountain 1": 3, "mountain 2": 3}))
    assert ahead == behind == (20, -10, -10)


def test_closed_pools_do_not_count_in_sochi() -> None:
    agreed = builders.rules("sochi")
    closed = {f"pool {seat}": 20 for seat in range(3)}
    assert family_of(agreed).settle(agreed, builders.sheet(closed)) == (0, 0, 0)


def test_subtracting_the_smallest_mountain_changes_nothing() -> None:
    agreed = builders.rules("leningrad", 4)
    settle = family_of(agreed).settle
    high = builders.sheet({f"mountain {n}": 31 + 7 * n for n in range(4)})
    low = builders.sheet({f"mountain {n}": 7 * n for n in range(1, 4)})
    assert settle(agreed, high) == settle(agreed, low)


def test_rostov_has_no_mountain() -> None:
    agreed = builders.rules("rostov")
    assert family_of(agreed).settle(agreed, builders.sheet({"whists 0>1": 7})) == (7, -7, 0)
