"""What is told by a number, by a game, and by a pass (rules/austrian.md V-1 to V-8)."""

from typing import Final

from bot.engine.families.austrian.contracts import GAME, HEARTS, NUMBERS
from bot.robots.promise import Promise, at_least, at_most, nothing

_FIRST: Final = 3.6  # tricks for the lowest bid
_GAME: Final = 5.8  # for a game in the own best suit
_LOW: Final = ("", "1", "2")  # over which a pass says something


def bid_tells(name: str) -> Promise:
    """None are told by a bid for all tricks or for none."""
    if name == HEARTS or name[0] == GAME:
        return at_least(_GAME)
    return at_least(_FIRST) if name in NUMBERS else nothing


def pass_tells(high: str) -> Promise:
    return at_most(_FIRST) if high in _LOW else nothing
