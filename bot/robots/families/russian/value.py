"""Value of a contract by expected tricks, in whists (rules/russian.md 4.3).

A pool point and a mountain point are worth about ten whists each in all three systems; trick
whists go to the defenders.
"""

from functools import lru_cache
from typing import Final

from bot.engine.families.russian.contracts import LEVEL, RANK, TRICK_BIDS, VALUE, level_and_trump
from bot.robots.chances import chance, tenths_of

POINT: Final = 10  # whists


@lru_cache(maxsize=1024)
def _worth(level: int, tenths: int) -> float:
    return sum(chance(tricks, tenths) * _result(level, tricks) for tricks in range(11))


def _result(level: int, tricks: int) -> float:
    value, under = VALUE[level], max(0, level - tricks)
    whists = value * (10 - tricks + under)
    return -POINT * value * under - whists if under else POINT * value - whists


def contract_value(name: str, expected: tuple[float, ...]) -> float:
    """Return the value of a contract; ``expected`` are tricks per strain, no trump last."""
    level, trump = LEVELS[name]
    return _worth(level, tenths_of(expected[trump]))


def best_contract(names: tuple[str, ...], expected: tuple[float, ...]) -> tuple[float, str]:
    """Return the value and name of the best contract, the cheapest among equals."""
    return _best(names, tuple(map(tenths_of, expected)))


@lru_cache(maxsize=65536)
def _best(names: tuple[str, ...], tenths: tuple[int, ...]) -> tuple[float, str]:
    """Cached, because a simulated auction asks for the same rounded tricks thousands of times."""
    worths = [_worth(level, tenths[trump]) for level, trump in map(LEVELS.__getitem__, names)]
    value = max(worths)
    equal = [name for name, worth in zip(names, worths, strict=True) if worth == value]
    return value, min(equal, key=RANK.__getitem__)


LEVELS: Final = {name: level_and_trump(name) for name in TRICK_BIDS}
assert set(LEVEL) == set(LEVELS)
