"""How likely so many tricks are where so many are expected."""

from functools import lru_cache
from math import erf, sqrt
from typing import Final

_STEPS: Final = 10  # expected tricks are rounded to tenths
_MOST: Final = 10.5


def tenths_of(expected: float) -> int:
    """Expected tricks as the whole number the tables are kept by."""
    return round(max(0.0, min(_MOST, expected)) * _STEPS)


@lru_cache(maxsize=2048)
def chance(tricks: int, tenths: int) -> float:
    """That exactly so many are taken; the ends collect what lies beyond."""
    expected = tenths / _STEPS
    low = 0.0 if tricks == 0 else _normal((tricks - 0.5 - expected) / _spread(expected))
    high = 1.0 if tricks == 10 else _normal((tricks + 0.5 - expected) / _spread(expected))
    return high - low


def at_least(tricks: int, expected: float) -> float:
    """That so many are taken or more."""
    tenths = tenths_of(expected)
    return sum(chance(each, tenths) for each in range(tricks, 11))


def _spread(expected: float) -> float:
    """How far from the expectation the tricks lie, as measured: strong hands leave less open."""
    return max(0.4, min(1.0, 0.95 - 0.13 * (expected - 5)))


def _normal(distance: float) -> float:
    return 0.5 * (1 + erf(distance / sqrt(2)))
