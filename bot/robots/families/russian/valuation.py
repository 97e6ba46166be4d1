"""Value of a contract by expected tricks, in whists (rules/russian.md 4.3).

A pool point and a mountain point are worth about ten whists each in all three systems; trick
whists go to the defenders.
"""

from functools import lru_cache
from typing import Final

from bot.engine.families.russian.contracts import LEVEL, RANK, TRICK_BIDS, VALUE, level_and_trump
from bot.robots.evaluation import to_tenths, trick_probability

WHISTS_PER_POINT: Final = 10  # whists


@lru_cache(maxsize=1024)
def _contract_worth(level: int, tenths: int) -> float:
    return sum(trick_probability(tricks, tenths) * _result(level, tricks) for tricks in range(11))


def _result(level: int, tricks: int) -> float:
    value, under = VALUE[level], max(0, level - tricks)
    whists = value * (10 - tricks + under)
    return (
        -WHISTS_PER_POINT * value * under - whists if under else WHISTS_PER_POINT * value - whists
    )


def contract_value(name: str, expected: tuple[float, ...]) -> float:
    """Return the value of a contract; ``expected`` are tricks per strain, no trump last."""
    level, trump = LEVEL_AND_TRUMP[name]
    return _contract_worth(level, to_tenths(expected[trump]))


def best_contract(names: tuple[str, ...], expected: tuple[float, ...]) -> tuple[float, str]:
    """Return the value and name of the best contract, the cheapest among equals."""
    return _cached_best(names, tuple(map(to_tenths, expected)))


@lru_cache(maxsize=2048)  # those of some decisions; few come again later
def _cached_best(names: tuple[str, ...], tenths: tuple[int, ...]) -> tuple[float, str]:
    """Cached, because a simulated auction asks for the same rounded tricks thousands of times."""
    worths = [
        _contract_worth(level, tenths[trump])
        for level, trump in map(LEVEL_AND_TRUMP.__getitem__, names)
    ]
    value = max(worths)
    equal = [name for name, worth in zip(names, worths, strict=True) if worth == value]
    return value, min(equal, key=RANK.__getitem__)


LEVEL_AND_TRUMP: Final = {name: level_and_trump(name) for name in TRICK_BIDS}
assert set(LEVEL) == set(LEVEL_AND_TRUMP)
