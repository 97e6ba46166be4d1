"""What a contract is worth with so many tricks to expect, in whists (rules/russian.md 4.3).

A pool point and a mountain point are worth about ten whists each in all three systems; trick
whists go to the defenders.
"""

from functools import lru_cache
from math import erf, sqrt
from typing import Final

from bot.engine.families.russian.contracts import LEVEL, RANK, TRICK_BIDS, VALUE, level_and_trump

POINT: Final = 10  # whists

_STEPS = 10  # expected tricks are rounded to tenths


@lru_cache(maxsize=1024)
def _worth(level: int, tenths: int) -> float:
    return sum(_chance(tricks, tenths / _STEPS) * _result(level, tricks) for tricks in range(11))


def _chance(tricks: int, expected: float) -> float:
    """That exactly so many tricks are taken; the ends collect what lies beyond."""
    low = 0.0 if tricks == 0 else _normal((tricks - 0.5 - expected) / _spread(expected))
    high = 1.0 if tricks == 10 else _normal((tricks + 0.5 - expected) / _spread(expected))
    return high - low


def _spread(expected: float) -> float:
    """How far from the expectation the tricks lie, as measured: strong hands leave less open."""
    return max(0.4, min(1.0, 0.95 - 0.13 * (expected - 5)))


def _normal(distance: float) -> float:
    return 0.5 * (1 + erf(distance / sqrt(2)))


def _result(level: int, tricks: int) -> float:
    value, under = VALUE[level], max(0, level - tricks)
    whists = value * (10 - tricks + under)
    return -POINT * value * under - whists if under else POINT * value - whists


def contract_value(name: str, expected: tuple[float, ...]) -> float:
    """The worth of a contract; ``expected`` are tricks per strain, no trump last."""
    level, trump = LEVELS[name]
    return _worth(level, round(max(0.0, min(10.5, expected[trump])) * _STEPS))


def best_contract(names: tuple[str, ...], expected: tuple[float, ...]) -> tuple[float, str]:
    """The best of some contracts, the cheapest of equal ones."""
    values = [(contract_value(name, expected), name) for name in names]
    return max(values, key=lambda pair: (pair[0], -RANK[pair[1]]))


LEVELS: Final = {name: level_and_trump(name) for name in TRICK_BIDS}
assert set(LEVEL) == set(LEVELS)
