"""The final settlement (rules/russian.md 4.11)."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

from bot.engine.cards import Seat
from bot.engine.families.russian.options import MountainMode, Rounding, RussianOptions
from bot.engine.families.russian.scoring import MOUNTAIN, POOL, WHISTS
from bot.engine.ledger import (
    SettlementStep,
    SettlementTerm,
    Sheet,
    column_step,
    pairwise_step,
    round_balances,
)


@lru_cache(maxsize=256)
def settle(options: RussianOptions, sheet: Sheet) -> tuple[int, ...]:
    """Return the whists won or lost per seat; sums to zero.

    Cached, because every view shows the balance, and sampled deals lead to few different sheets.
    """
    whists, mountain, pool = exact_columns(options, sheet)
    if options.rounding is Rounding.SEPARATE:
        parts = zip(whists, round_balances(mountain), round_balances(pool), strict=True)
        return tuple(int(w) + m + p for w, m, p in parts)
    return round_balances([w + m + p for w, m, p in zip(whists, mountain, pool, strict=True)])


def exact_columns(
    options: RussianOptions, sheet: Sheet
) -> tuple[list[Fraction], list[Fraction], list[Fraction]]:
    """Return W, M and P of every seat, exact."""
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
    return whists, _against_mean(mountains, -10), _pool(options, sheet)


def _pool(options: RussianOptions, sheet: Sheet) -> list[Fraction]:
    pools = [sheet.total(POOL, seat) for seat in range(options.players)]
    factor = options.pool_settlement.factor
    if options.pool_settlement.kind == "average":
        return _against_mean(pools, factor)
    return [Fraction(factor * sum(own - other for other in pools)) for own in pools]


def _against_mean(points: Sequence[int], factor: int) -> list[Fraction]:
    mean = Fraction(sum(points), len(points))
    return [factor * (own - mean) for own in points]


def settlement_steps(options: RussianOptions, sheet: Sheet) -> tuple[SettlementStep, ...]:
    """Return the steps column by column, each rounded at once or all of them at the end."""
    seats = range(options.players)
    whists = pairwise_step("whists", sheet, WHISTS, seats)
    pools = [sheet.total(POOL, seat) for seat in seats]
    told = []
    if options.mountain_mode is MountainMode.MOUNTAIN:
        mountains = [sheet.total(MOUNTAIN, seat) for seat in seats]
        told.append(_mean_step("mountain", mountains, -10))
    factor = options.pool_settlement.factor
    if options.pool_settlement.kind == "average":
        told.append(_mean_step("pool", pools, factor))
    else:
        told.append(_pairwise(pools, factor))
    if options.rounding is Rounding.SEPARATE:
        return (whists, *(part for step in told for part in (step, *_rounding([step], seats))))
    return (whists, *told, *_rounding([whists, *told], seats))


def _mean_step(name: str, points: Sequence[int], factor: int) -> SettlementStep:
    mean = Fraction(sum(points), len(points))
    return column_step(name, points, [mean] * len(points), factor)


def _pairwise(pools: Sequence[int], factor: int) -> SettlementStep:
    terms = (
        SettlementTerm(i, j, pools[i], pools[j], factor)
        for i, j in permutations(range(len(pools)), 2)
    )
    return SettlementStep("pool_pairs", tuple(terms))


def _rounding(
    before: Sequence[SettlementStep], seats: Sequence[Seat]
) -> tuple[SettlementStep, ...]:
    """Return the step from exact sums to whole ones; none if they are whole."""
    exact = [Fraction(sum(step.amount_for(seat) for step in before)) for seat in seats]
    whole = round_balances(exact)
    return () if list(whole) == exact else (column_step("rounding", whole, exact),)
