"""Log-likelihoods of a hand given a call of the auction.

The numbers were measured on calls of the plain robots, in expected tricks of ten cards.
"""

from collections.abc import Callable
from typing import Final

from bot.robots import worth

Promise = Callable[[int], float]  # ten cards -> log-likelihood of the call

_STEEP: Final = 4.0  # fall of the log-likelihood per trick outside the limits
_CAUGHT: Final = 14.0  # the same per expected catch after the discard


def _best(hand: int) -> float:
    return max(worth.tricks(hand, trump) for trump in worth.STRAINS)


def at_least(tricks: float) -> Promise:
    """Return the log-likelihood function for at least ``tricks`` in the best strain."""
    return lambda hand: -_STEEP * max(0.0, tricks - _best(hand))


def at_most(tricks: float) -> Promise:
    return lambda hand: -_STEEP * max(0.0, _best(hand) - tricks)


def takes_none(hand: int) -> float:
    return _CAUGHT * worth.best_pair((worth.SAFE,) * 4, hand)


def nothing(hand: int) -> float:
    return 0.0
