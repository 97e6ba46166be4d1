"""What a word of the auction promises of the ten cards behind it, as the log of a likelihood.

The numbers are what lay behind such words of the plain robots, in tricks of ten cards as worth.py
counts them.
"""

from collections.abc import Callable
from typing import Final

from bot.robots import worth

Promise = Callable[[int], float]  # of ten cards: the logarithm of how likely they said so

_STEEP: Final = 4.0  # how fast the likelihood falls outside of the limits, by the trick
_CAUGHT: Final = 14.0  # and with the chance to be caught after two cards are laid away


def _best(hand: int) -> float:
    return max(worth.tricks(hand, trump) for trump in worth.STRAINS)


def at_least(tricks: float) -> Promise:
    """So many in the best strain, or more."""
    return lambda hand: -_STEEP * max(0.0, tricks - _best(hand))


def at_most(tricks: float) -> Promise:
    return lambda hand: -_STEEP * max(0.0, _best(hand) - tricks)


def takes_none(hand: int) -> float:
    return _CAUGHT * worth.best_pair((worth.SAFE,) * 4, hand)


def nothing(hand: int) -> float:
    return 0.0
