"""Log-likelihoods of a hand given a number, a game or a pass (rules/balkan.md 2.3, 2.4)."""

from typing import Final

from bot.engine.families.balkan.contracts import BETTEL, GAME, is_game, value_of
from bot.robots.promise import HandLogLikelihood, at_least_tricks, at_most_tricks, no_information

_TRICKS_FOR_FIRST_BID: Final = 3.7  # tricks for the lowest bid
_GAME: Final = 6.2  # tricks for a game in the best suit
_LOW: Final = ("", "2")  # bids over which a pass is informative


def bid_likelihood(name: str) -> HandLogLikelihood:
    """Return the log-likelihood of a bid; one for all or no tricks gives no information."""
    if name == GAME:
        return at_least_tricks(_GAME)
    return (
        no_information
        if is_game(name) or value_of(name) >= BETTEL
        else at_least_tricks(_TRICKS_FOR_FIRST_BID)
    )


def pass_likelihood(high: str) -> HandLogLikelihood:
    return at_most_tricks(_TRICKS_FOR_FIRST_BID) if high in _LOW else no_information
