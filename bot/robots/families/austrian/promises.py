"""Log-likelihoods of a hand given a number, a game or a pass (rules/austrian.md V-1 to V-8)."""

from typing import Final

from bot.engine.families.austrian.contracts import GAME, HEARTS, NUMBERS
from bot.robots.promise import Promise, at_least, at_most, nothing

_FIRST: Final = 3.6  # tricks for the lowest bid
_GAME: Final = 5.8  # tricks for a game in the best suit
_LOW: Final = ("", "1", "2")  # bids over which a pass is informative


def bid_tells(name: str) -> Promise:
    """Return the log-likelihood of a bid; one for all or no tricks gives no information."""
    if name == HEARTS or name[0] == GAME:
        return at_least(_GAME)
    return at_least(_FIRST) if name in NUMBERS else nothing


def pass_tells(high: str) -> Promise:
    return at_most(_FIRST) if high in _LOW else nothing
