"""Probabilities of trick counts around an expectation."""

from functools import lru_cache
from math import erf, sqrt
from typing import Final

_TENTHS: Final = 10  # expected tricks are rounded to tenths
_MOST_EXPECTED: Final = 10.5


def to_tenths(expected: float) -> int:
    """Return expected tricks in tenths, the integer that indexes the cached tables."""
    return round(max(0.0, min(_MOST_EXPECTED, expected)) * _TENTHS)


@lru_cache(maxsize=2048)
def trick_probability(tricks: int, tenths: int) -> float:
    """Return the probability of exactly ``tricks``; 0 and 10 include the tails."""
    expected = tenths / _TENTHS
    low = (
        0.0
        if tricks == 0
        else _normal_cdf((tricks - 0.5 - expected) / _standard_deviation(expected))
    )
    high = (
        1.0
        if tricks == 10
        else _normal_cdf((tricks + 0.5 - expected) / _standard_deviation(expected))
    )
    return high - low


def probability_of_at_least(tricks: int, expected: float) -> float:
    """Return the probability of at least ``tricks``."""
    tenths = to_tenths(expected)
    return sum(trick_probability(each, tenths) for each in range(tricks, 11))


def _standard_deviation(expected: float) -> float:
    """Return the measured standard deviation, which is smaller for strong hands."""
    return max(0.4, min(1.0, 0.95 - 0.13 * (expected - 5)))


def _normal_cdf(distance: float) -> float:
    return 0.5 * (1 + erf(distance / sqrt(2)))
