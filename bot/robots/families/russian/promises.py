"""Log-likelihoods of a hand given a step, a misere or a pass (rules/russian.md 2.4)."""

from typing import Final

from bot.engine.families.russian.contracts import LEVEL, TRICK_BIDS
from bot.robots.promise import Promise, at_least, at_most, nothing, takes_none

_FIRST: Final = 4.1  # tricks for the lowest bid
_STEP: Final = 0.28  # more tricks for every step


def bid_tells(name: str) -> Promise:
    if name not in LEVEL:
        return takes_none
    return at_least(_FIRST + _STEP * TRICK_BIDS.index(name))


def pass_tells(high: str) -> Promise:
    """Return the log-likelihood of a pass: the next step is too high; none over a misere."""
    if high and high not in LEVEL:
        return nothing
    steps = TRICK_BIDS.index(high) + 1 if high else 0
    return at_most(_FIRST + _STEP * steps)
