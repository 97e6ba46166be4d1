"""The final reckoning (rules/russian.md 4.11)."""

from collections.abc import Sequence
from fractions import Fraction

from bot.engine.families.russian.options import MountainMode, Rounding, RussianOptions
from bot.engine.families.russian.scoring import MOUNTAIN, POOL, WHISTS
from bot.engine.ledger import Sheet, rounded


def settle(options: RussianOptions, sheet: Sheet) -> tuple[int, ...]:
    """Whists won or lost per seat; sums to zero."""
    whists, mountain, pool = columns(options, sheet)
    if options.rounding is Rounding.SEPARATE:
        parts = zip(whists, rounded(mountain), rounded(pool), strict=True)
        return tuple(int(w) + m + p for w, m, p in parts)
    return rounded([w + m + p for w, m, p in zip(whists, mountain, pool, strict=True)])


def columns(
    options: RussianOptions, sheet: Sheet
) -> tuple[list[Fraction], list[Fraction], list[Fraction]]:
    """W, M and P of every seat, exact."""
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
