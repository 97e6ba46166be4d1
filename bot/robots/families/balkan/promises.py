"""What is told by a number, by a game, and by a pass (rules/balkan.md 2.3, 2.4)."""

from typing import Final

from bot.engine.families.balkan.contracts import BETTEL, GAME, is_game, value_of
from bot.robots.promise import Promise, at_least, at_most, nothing

_FIRST: Final = 3.7  # tricks for the lowest bid
_GAME: Final = 6.2  # for a game in the own best suit
_LOW: Final = ("", "2")  # over which a pass says something


def bid_tells(name: str) -> Promise:
    """None are told by a bid for all tricks or for none."""
    if name == GAME:
        return at_least(_GAME)
    return nothing if is_game(name) or value_of(name) >= BETTEL else at_least(_FIRST)


def pass_tells(high: str) -> Promise:
    return at_most(_FIRST) if high in _LOW else nothing
