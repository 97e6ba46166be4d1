"""American aid: the pools it fills, their order, and its price (rules/russian.md 4.7)."""

import pytest

from tests.support import builders

AID = [
    # 4.7, sochi 20: pools before, scorer, contract -> entries
    ("own pool only", (3, 5, 9), 0, "10S", {"pool 0": 10}),
    ("own pool first", (15, 5, 9), 0, "10S", {"pool 0": 5, "pool 2": 5, "whists 0>2": 50}),
    ("highest open pool first", (20, 3, 8), 0, "6C", {"pool 2": 2, "whists 0>2": 20}),
    ("equal pools clockwise", (20, 12, 12), 0, "8C", {"pool 1": 6, "whists 0>1": 60}),
    ("clockwise from the donor", (12, 20, 12), 1, "8C", {"pool 2": 6, "whists 1>2": 60}),
    (
        "several victims",
        (18, 19, 17),
        0,
        "8C",
        {"pool 0": 2, "pool 1": 1, "whists 0>1": 10, "pool 2": 3, "whists 0>2": 30},
    ),
    (
        "surplus comes off the own mountain",
        (19, 20, 18),
        0,
        "10C",
        {"pool 0": 1, "pool 2": 2, "whists 0>2": 20, "mountain 0": -7},
    ),
]


@pytest.mark.parametrize(("title", "pools", "donor", "contract", "expect"), AID)
def test_american_aid(
    title: str, pools: tuple[int, ...], donor: int, contract: str, expect: dict[str, int]
) -> None:
    agreed = builders.rules("sochi")
    before = {f"pool {seat}": points for seat, points in enumerate(pools)}
    at = builders.carry(agreed, before=before)
    result = builders.scored_unplayed(agreed, at, contract, declarer=donor)
    assert builders.sums(result.postings) == expect, title


def test_aid_with_the_resting_dealer_as_victim() -> None:
    """AM-27; equal pools go clockwise from the donor: seat 1 before the dealer in seat 3."""
    agreed = builders.rules("sochi", 4)
    at = builders.carry(agreed, before={"pool 0": 20, "pool 1": 18, "pool 2": 20, "pool 3": 18})
    result = builders.scored_unplayed(agreed, at, "7C")
    assert builders.sums(result.postings) == {
        "pool 1": 2, "whists 0>1": 20, "pool 3": 2, "whists 0>3": 20,
    }  # fmt: skip


def test_aid_with_everything_doubled() -> None:
    """4.7: the surplus off the mountain and the aid's whists are doubled."""
    agreed = builders.rules("sochi", mountain_multiplier=2, whist_multiplier=2)
    at = builders.carry(agreed, before={"pool 0": 20, "pool 1": 19, "pool 2": 20})
    result = builders.scored_unplayed(agreed, at, "8C")
    assert builders.sums(result.postings) == {"pool 1": 1, "whists 0>1": 20, "mountain 0": -10}


def test_aid_in_rostov_converts_the_surplus() -> None:
    """4.7 with 4.9: a point off the mountain is five whists less of every opponent."""
    agreed = builders.rules("rostov", american_aid=True, pool_target=20)
    at = builders.carry(agreed, before={"pool 0": 20, "pool 1": 20, "pool 2": 20})
    result = builders.scored_unplayed(agreed, at, "6C")
    assert builders.sums(result.postings) == {"whists 1>0": -10, "whists 2>0": -10}


def test_bonus_of_two_players_goes_through_aid_in_order() -> None:
    """3.5 rule 3: H1 first; that aid closes the pool that then has no room for H2."""
    agreed = builders.rules("sochi")
    at = builders.carry(agreed, before={"pool 0": 20, "pool 1": 19, "pool 2": 15})
    result = builders.scored_all_pass(agreed, at, {0: 0, 1: 0, 2: 10})
    assert builders.sums(result.postings) == {
        # H1: 2 of aid, 1 to H2, 1 to H3; H2, now closed: 2 to H3
        "pool 1": 1, "whists 0>1": 10, "pool 2": 3, "whists 0>2": 10, "whists 1>2": 20,
        "mountain 2": 10,
    }  # fmt: skip


def test_the_dealers_bonus_comes_last() -> None:
    """3.5 rule 3: H3 fills the dealer's pool, so the dealer's own bonus is all surplus."""
    agreed = builders.rules("sochi", 4)
    before = {"pool 0": 20, "pool 1": 20, "pool 2": 20, "pool 3": 19}
    at = builders.carry(agreed, before=before)
    result = builders.scored_all_pass(agreed, at, {0: 5, 1: 5, 2: 0, 3: 0})
    assert builders.sums(result.postings) == {
        "mountain 0": 5, "mountain 1": 5, "pool 3": 1, "whists 2>3": 10, "mountain 2": -1,
        "mountain 3": -2,
    }  # fmt: skip
