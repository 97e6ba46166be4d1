"""Results of pairs: a simulated club of honest members, and one in which two help each other."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.features.fair_play.fair_play_screens import (
    FEWEST_MATCHES,
    HONEST_PAIRS_A_NOTABLE,
    NOTABLE_ERRORS,
    PairResult,
    pair_results,
)
from bot.model.leaderboards import RatedMatch, RatedSeat

DEALS, SPREAD, MEMBERS, MATCHES = 20, 26.0, 24, 1500
HELPERS = (3, 8)


def season(
    chance: Random, help_a_deal: float = 0.0, strong: float | None = None
) -> Iterator[RatedMatch]:
    """Yield matches of threes; the helpers together make more of a deal, in units of luck.

    ``strong`` is the strength of both helpers, whoever they play with.
    """
    strength = {member: chance.gauss(0, 0.08) for member in range(1, MEMBERS + 1)}
    if strong is not None:
        strength |= dict.fromkeys(HELPERS, strong)
    for game in range(MATCHES):
        users = chance.sample(sorted(strength), 3)
        if game % 30 == 0:
            users = [*HELPERS, next(one for one in users if one not in HELPERS)]
        shown = [DEALS * strength[user] + chance.gauss(0, 1) * DEALS**0.5 for user in users]
        if set(HELPERS) <= set(users):
            for helper in HELPERS:
                shown[users.index(helper)] += DEALS * help_a_deal
        mean = sum(shown) / 3
        points = [round(SPREAD * (one - mean)) for one in shown]
        seats = (
            RatedSeat(seat, user, None, points[seat], DEALS, is_final=True)
            for seat, user in enumerate(users)
        )
        yield RatedMatch(game, game, "sochi", tuple(seats))


def results(seed: int, help_a_deal: float = 0.0) -> tuple[PairResult, ...]:
    return pair_results(list(season(Random(seed), help_a_deal)), lambda _: SPREAD)


def test_honest_pairs_are_notable_as_rarely_as_said() -> None:
    """The page says that of so many honest pairs one stands two errors above zero; it does."""
    pairs = [pair for seed in range(12) for pair in results(seed)]
    notable = sum(pair.errors > NOTABLE_ERRORS for pair in pairs)
    assert len(pairs) > 1000
    assert notable * HONEST_PAIRS_A_NOTABLE == pytest.approx(len(pairs), rel=0.5)
    assert sum(pair.excess for pair in pairs) / len(pairs) == pytest.approx(0, abs=0.01)


def test_a_pair_that_helps_each_other_comes_first() -> None:
    """Fifty matches with a fifth of luck a deal each, as much as two levels of robots."""
    first = [results(seed, 0.2)[0].users for seed in range(6)]
    assert first.count(HELPERS) >= 5


def test_a_strong_pair_is_not_suspect() -> None:
    """What both make everywhere is their strength, not their company."""
    errors = []
    for seed in range(12):
        rows = list(season(Random(seed), strong=0.16))
        found = {one.users: one for one in pair_results(rows, lambda _: SPREAD)}
        errors.append(found[HELPERS].errors)
    assert sum(error > NOTABLE_ERRORS for error in errors) <= 1
    assert sum(errors) / len(errors) < 1


def match(game: int, balances: dict[int, int], deals: int = DEALS) -> RatedMatch:
    seats = (
        RatedSeat(seat, user, None, balance, deals, is_final=True)
        for seat, (user, balance) in enumerate(balances.items())
    )
    return RatedMatch(game, game, "sochi", tuple(seats))


def test_few_matches_are_not_listed() -> None:
    rows = [match(n, {1: 90, 2: -10, 3: -80}) for n in range(FEWEST_MATCHES - 1)]
    assert pair_results(rows, lambda _: SPREAD) == ()
    assert pair_results([], lambda _: SPREAD) == ()
    of_two = [match(n, {1: 90, 2: -90}) for n in range(20)]
    assert pair_results(of_two, lambda _: SPREAD) == ()


def test_forgotten_members_and_half_matches_do_not_count() -> None:
    half = [
        RatedMatch(
            n,
            n,
            "sochi",
            (
                RatedSeat(0, 1, None, 5, DEALS, is_final=True),
                RatedSeat(1, None, None, 5, DEALS, is_final=True),
                RatedSeat(2, 3, None, -5, 3, is_final=False),
                RatedSeat(2, 4, None, -5, DEALS - 3, is_final=True),
            ),
        )
        for n in range(20)
    ]
    assert pair_results(half, lambda _: SPREAD) == ()
