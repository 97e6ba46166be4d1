"""Log-likelihoods of a hand given a number, a game or a pass (rules/balkan.md 2.3, 2.4)."""

from typing import Final

from bot.engine.families.balkan.contracts import BETTEL, GAME, is_game, value_of
from bot.robots.promise import Promise, at_least, at_most, nothing

_FIRST: Final = 3.7  # tricks for the lowest bid
_GAME: Final = 6.2  # tricks for a game in the best suit
_LOW: Final = ("", "2")  # bids over which a pass is informative


def bid_tells(name: str) -> Promise:
    """Return the log-likelihood of a bid; one for all or no tricks gives no information."""
    if name == GAME:
        return at_least(_GAME)
    return nothing if is_game(name) or value_of(name) >= BETTEL else at_least(_FIRST)


def pass_tells(high: str) -> Promise:
    return at_most(_FIRST) if high in _LOW else nothing
