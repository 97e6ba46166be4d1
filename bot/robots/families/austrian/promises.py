"""Log-likelihoods of a hand given a number, a game or a pass (rules/austrian.md V-1 to V-8)."""

from typing import Final

from bot.engine.families.austrian.contracts import GAME, HEARTS, NUMBERS
from bot.robots.promise import HandLogLikelihood, at_least_tricks, at_most_tricks, no_information

_TRICKS_FOR_FIRST_BID: Final = 3.6  # tricks for the lowest bid
_GAME: Final = 5.8  # tricks for a game in the best suit
_LOW: Final = ("", "1", "2")  # bids over which a pass is informative


def bid_likelihood(name: str) -> HandLogLikelihood:
    """Return the log-likelihood of a bid; one for all or no tricks gives no information."""
    if name == HEARTS or name[0] == GAME:
        return at_least_tricks(_GAME)
    return at_least_tricks(_TRICKS_FOR_FIRST_BID) if name in NUMBERS else no_information


def pass_likelihood(high: str) -> HandLogLikelihood:
    return at_most_tricks(_TRICKS_FOR_FIRST_BID) if high in _LOW else no_information
