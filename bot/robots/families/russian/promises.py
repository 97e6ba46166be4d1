"""What is told by a step of the ladder, by a misère, and by a pass (rules/russian.md 2.4)."""

from typing import Final

from bot.engine.families.russian.contracts import LEVEL, TRICK_BIDS
from bot.robots.promise import Promise, at_least, at_most, nothing, takes_none

_FIRST: Final = 4.1  # tricks for the lowest bid
_STEP: Final = 0.28  # more for every step


def bid_tells(name: str) -> Promise:
    if name not in LEVEL:
        return takes_none
    return at_least(_FIRST + _STEP * TRICK_BIDS.index(name))


def pass_tells(high: str) -> Promise:
    """The next step was too high; over a misère a pass says nothing."""
    if high and high not in LEVEL:
        return nothing
    steps = TRICK_BIDS.index(high) + 1 if high else 0
    return at_most(_FIRST + _STEP * steps)
