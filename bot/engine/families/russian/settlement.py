"""The final settlement (rules/russian.md 4.11)."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

from bot.engine.cards import Seat
from bot.engine.families.russian.options import MountainMode, Rounding, RussianOptions
from bot.engine.families.russian.scoring import MOUNTAIN, POOL, WHISTS
from bot.engine.ledger import Sheet, rounded
from bot.engine.settlement import Step, Term, against, between_all


@lru_cache(maxsize=256)
def settle(options: RussianOptions, sheet: Sheet) -> tuple[int, ...]:
    """Return the whists won or lost per seat; sums to zero.

    Cached, because every view shows the balance, and sampled deals lead to few different sheets.
    """
    whists, mountain, pool = columns(options, sheet)
    if options.rounding is Rounding.SEPARATE:
        parts = zip(whists, rounded(mountain), rounded(pool), strict=True)
        return tuple(int(w) + m + p for w, m, p in parts)
    return rounded([w + m + p for w, m, p in zip(whists, mountain, pool, strict=True)])


def columns(
    options: RussianOptions, sheet: Sheet
) -> tuple[list[Fraction], list[Fraction], list[Fraction]]:
    """Return W, M and P of every seat, exact."""
    seats = range(options.players)
    whists = [
        Fraction(sum(sheet.of(WHISTS, i, j) - sheet.of(WHISTS, j, i) for j in seats if j != i))
        for i in seats
    ]
    mountains = [sheet.of(MOUNTAIN, seat) for seat in seats]
    if options.mountain_mode is MountainMode.WHISTS:
        mountains = [0] * options.players
    return whists, _against_mean(mountains, -10), _pool(options, sheet)


def _pool(options: RussianOptions, sheet: Sheet) -> list[Fraction]:
    pools = [sheet.of(POOL, seat) for seat in range(options.players)]
    factor = options.pool_settlement.factor
    if options.pool_settlement.kind == "average":
        return _against_mean(pools, factor)
    return [Fraction(factor * sum(own - other for other in pools)) for own in pools]


def _against_mean(points: Sequence[int], factor: int) -> list[Fraction]:
    mean = Fraction(sum(points), len(points))
    return [factor * (own - mean) for own in points]


def steps(options: RussianOptions, sheet: Sheet) -> tuple[Step, ...]:
    """Return the steps column by column, each rounded at once or all of them at the end."""
    seats = range(options.players)
    whists = between_all("whists", sheet, WHISTS, seats)
    pools = [sheet.of(POOL, seat) for seat in seats]
    told = []
    if options.mountain_mode is MountainMode.MOUNTAIN:
        mountains = [sheet.of(MOUNTAIN, seat) for seat in seats]
        told.append(_mean_step("mountain", mountains, -10))
    factor = options.pool_settlement.factor
    if options.pool_settlement.kind == "average":
        told.append(_mean_step("pool", pools, factor))
    else:
        told.append(_pairwise(pools, factor))
    if options.rounding is Rounding.SEPARATE:
        return (whists, *(part for step in told for part in (step, *_rounding([step], seats))))
    return (whists, *told, *_rounding([whists, *told], seats))


def _mean_step(name: str, points: Sequence[int], factor: int) -> Step:
    mean = Fraction(sum(points), len(points))
    return against(name, points, [mean] * len(points), factor)


def _pairwise(pools: Sequence[int], factor: int) -> Step:
    terms = (Term(i, j, pools[i], pools[j], factor) for i, j in permutations(range(len(pools)), 2))
    return Step("pool_pairs", tuple(terms))


def _rounding(before: Sequence[Step], seats: Sequence[Seat]) -> tuple[Step, ...]:
    """Return the step from exact sums to whole ones; none if they are whole."""
    exact = [Fraction(sum(step.brings(seat) for step in before)) for seat in seats]
    whole = rounded(exact)
    return () if list(whole) == exact else (against("rounding", whole, exact),)
