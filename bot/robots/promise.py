"""Log-likelihoods of a hand given a call of the auction.

The numbers were measured on calls of the plain robots, in expected tricks of ten cards.
"""

from collections.abc import Callable
from typing import Final

from bot.robots import worth

HandLogLikelihood = Callable[[int], float]  # ten cards -> log-likelihood of the call

_FALL_PER_TRICK: Final = 4.0  # fall of the log-likelihood per trick outside the limits
_FALL_PER_CATCH: Final = 14.0  # the same per expected catch after the discard


def _best_strain_tricks(hand: int) -> float:
    return max(worth.declarer_tricks(hand, trump) for trump in worth.STRAIN_ORDER)


def at_least_tricks(tricks: float) -> HandLogLikelihood:
    """Return the log-likelihood function for at least ``tricks`` in the best strain."""
    return lambda hand: -_FALL_PER_TRICK * max(0.0, tricks - _best_strain_tricks(hand))


def at_most_tricks(tricks: float) -> HandLogLikelihood:
    return lambda hand: -_FALL_PER_TRICK * max(0.0, _best_strain_tricks(hand) - tricks)


def misere_hand(hand: int) -> float:
    return _FALL_PER_CATCH * worth.value_after_discards((worth.MISERE_SAFETY,) * 4, hand)


def no_information(hand: int) -> float:
    return 0.0
