"""Settlement of a sheet, final or running (rules/russian.md 4.11)."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from typing import Final

from bot.engine import cards, ledger
from bot.engine.families.russian.options import MountainMode, Rounding, RussianOptions
from bot.engine.families.russian.scoring import MOUNTAIN, POOL, WHISTS

_MOUNTAIN_FACTOR: Final = -10  # whists of a mountain point above the mean


@lru_cache(maxsize=256)
def settle(options: RussianOptions, sheet: ledger.Sheet) -> tuple[int, ...]:
    """Return the whists won or lost per seat; sums to zero.

    Cached, because every view shows the balance, and sampled deals lead to few different sheets.
    """
    whists, mountain, pool = exact_columns(options, sheet)
    if options.rounding is Rounding.SEPARATE:
        parts = zip(
            whists, ledger.round_balances(mountain), ledger.round_balances(pool), strict=True
        )
        return tuple(int(w) + m + p for w, m, p in parts)
    return ledger.round_balances(
        [w + m + p for w, m, p in zip(whists, mountain, pool, strict=True)]
    )


def exact_columns(
    options: RussianOptions, sheet: ledger.Sheet
) -> tuple[list[Fraction], list[Fraction], list[Fraction]]:
    """Return whists, mountain and pool of every seat (W, M, P of 4.11), exact."""
    seats = range(options.players)
    whists = [
        Fraction(
            sum(sheet.total(WHISTS, i, j) - sheet.total(WHISTS, j, i) for j in seats if j != i)
        )
        for i in seats
    ]
    mountains = [sheet.total(MOUNTAIN, seat) for seat in seats]
    if options.mountain_mode is MountainMode.WHISTS:
        mountains = [0] * options.players
    return whists, _against_mean(mountains, _MOUNTAIN_FACTOR), _pool(options, sheet)


def _pool(options: RussianOptions, sheet: ledger.Sheet) -> list[Fraction]:
    pools = [sheet.total(POOL, seat) for seat in range(options.players)]
    factor = options.pool_settlement.factor
    if options.pool_settlement.kind == "average":
        return _against_mean(pools, factor)
    return [Fraction(factor * sum(own - other for other in pools)) for own in pools]


def _against_mean(points: Sequence[int], factor: int) -> list[Fraction]:
    mean = Fraction(sum(points), len(points))
    return [factor * (own - mean) for own in points]


def settlement_steps(
    options: RussianOptions, sheet: ledger.Sheet
) -> tuple[ledger.SettlementStep, ...]:
    """Return the steps of whists, mountain and pool, rounded one by one or once at the end."""
    seats = range(options.players)
    whists = ledger.pairwise_step("whists", sheet, WHISTS, seats)
    pools = [sheet.total(POOL, seat) for seat in seats]
    steps = []
    if options.mountain_mode is MountainMode.MOUNTAIN:
        mountains = [sheet.total(MOUNTAIN, seat) for seat in seats]
        steps.append(_mean_step("mountain", mountains, _MOUNTAIN_FACTOR))
    factor = options.pool_settlement.factor
    if options.pool_settlement.kind == "average":
        steps.append(_mean_step("pool", pools, factor))
    else:
        steps.append(_pool_pairs_step(pools, factor))
    if options.rounding is Rounding.SEPARATE:
        return (whists, *(part for step in steps for part in (step, *_rounding([step], seats))))
    return (whists, *steps, *_rounding([whists, *steps], seats))


def _mean_step(name: str, points: Sequence[int], factor: int) -> ledger.SettlementStep:
    mean = Fraction(sum(points), len(points))
    return ledger.column_step(name, points, [mean] * len(points), factor)


def _pool_pairs_step(pools: Sequence[int], factor: int) -> ledger.SettlementStep:
    terms = (
        ledger.SettlementTerm(i, j, pools[i], pools[j], factor)
        for i, j in permutations(range(len(pools)), 2)
    )
    return ledger.SettlementStep("pool_pairs", tuple(terms))


def _rounding(
    before: Sequence[ledger.SettlementStep], seats: Sequence[cards.Seat]
) -> tuple[ledger.SettlementStep, ...]:
    """Return the step from exact sums to whole ones; none if they are whole."""
    exact = [Fraction(sum(step.amount_for(seat) for step in before)) for seat in seats]
    whole = ledger.round_balances(exact)
    return () if list(whole) == exact else (ledger.column_step("rounding", whole, exact),)
