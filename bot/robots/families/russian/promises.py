"""Log-likelihoods of a hand given a step, a misere or a pass (rules/russian.md 2.4)."""

from typing import Final

from bot.engine.families.russian.contracts import LEVEL, TRICK_BIDS
from bot.robots.promise import (
    HandLogLikelihood,
    at_least_tricks,
    at_most_tricks,
    misere_hand,
    no_information,
)

_TRICKS_FOR_FIRST_BID: Final = 4.1  # tricks for the lowest bid
_STEP: Final = 0.28  # more tricks for every step


def bid_likelihood(name: str) -> HandLogLikelihood:
    if name not in LEVEL:
        return misere_hand
    return at_least_tricks(_TRICKS_FOR_FIRST_BID + _STEP * TRICK_BIDS.index(name))


def pass_likelihood(high: str) -> HandLogLikelihood:
    """Return the log-likelihood of a pass: the next step is too high; none over a misere."""
    if high and high not in LEVEL:
        return no_information
    steps = TRICK_BIDS.index(high) + 1 if high else 0
    return at_most_tricks(_TRICKS_FOR_FIRST_BID + _STEP * steps)
