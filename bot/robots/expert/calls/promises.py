"""What the others' bids and passes promise, while the auction goes on.

Plain robots bid step by step as far as their hand is worth it, so how far they went, and where
they stopped, tells within a trick what they expect in their best strain.  The numbers are what
lay behind such bids of theirs, in tricks of ten cards as worth.py counts them.
"""

from collections.abc import Callable
from math import inf
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Bid
from bot.engine.cards import Seat
from bot.engine.families.austrian.contracts import GAME as AUSTRIAN_GAME
from bot.engine.families.austrian.contracts import HEARTS, NUMBERS
from bot.engine.families.balkan.contracts import GAME
from bot.engine.families.russian.contracts import MISERE, MISERE_BY_HAND, TRICK_BIDS
from bot.engine.view import View
from bot.robots import worth

Promise = Callable[[int], float]  # of ten cards: the logarithm of how likely they said so

_STEEP: Final = 4.0  # how fast the likelihood falls outside of the limits, by the trick
_CAUGHT: Final = 14.0  # and with the chance to be caught after two cards are laid away
_FIRST: Final = {"russian": 4.1, "balkan": 3.7, "austrian": 3.6}  # tricks for the lowest bid
_STEP: Final = 0.28  # more for every step of the Russian ladder
_GAME: Final = {"balkan": 6.2, "austrian": 5.8}  # tricks for a game in the own best suit
_NUMBERS: Final = "2345"  # the Balkan bids that promise tricks


def promises(view: View) -> tuple[tuple[Seat, Promise], ...]:
    """What each other seat has told of its hand by its last call; no word, no promise."""
    table = view.table
    assert table is not None
    told: dict[Seat, Promise] = {}
    high = ""
    for call in table.calls:
        if isinstance(call.action, Bid):
            high = call.action.name
        if call.seat == view.seat:
            continue
        if isinstance(call.action, Bid | act.Hold):
            told[call.seat] = _bid(view.rules.family, high)
        elif isinstance(call.action, act.Pass) and call.seat not in told:
            told[call.seat] = _pass(view.rules.family, high)
    return tuple(told.items())


def _bid(family: str, name: str) -> Promise:
    if name in (MISERE, MISERE_BY_HAND) and family == "russian":
        return _takes_none
    return _at_least(_needed(family, name))


def _pass(family: str, high: str) -> Promise:
    """The next step was too high; over a game or a misère a pass says nothing."""
    if family == "russian":
        if high and high not in TRICK_BIDS:
            return _any
        steps = TRICK_BIDS.index(high) + 1 if high else 0
        return _at_most(_FIRST[family] + _STEP * steps)
    is_low = not high or high in ("2", *NUMBERS[:1])
    return _at_most(_FIRST[family]) if is_low else _any


def _needed(family: str, name: str) -> float:
    """Tricks behind a bid; none are told by one for all tricks or for none."""
    match family:
        case "russian":
            return _FIRST[family] + _STEP * TRICK_BIDS.index(name)
        case "balkan":
            return _GAME[family] if name == GAME else _first(family, name in _NUMBERS)
        case _:
            is_game = name == HEARTS or name[0] == AUSTRIAN_GAME
            return _GAME[family] if is_game else _first(family, name in NUMBERS)


def _first(family: str, promises_tricks: bool) -> float:
    return _FIRST[family] if promises_tricks else -inf


def _best(hand: int) -> float:
    return max(worth.tricks(hand, trump) for trump in worth.STRAINS)


def _at_least(tricks: float) -> Promise:
    return _any if tricks == -inf else lambda hand: -_STEEP * max(0.0, tricks - _best(hand))


def _at_most(tricks: float) -> Promise:
    return lambda hand: -_STEEP * max(0.0, _best(hand) - tricks)


def _takes_none(hand: int) -> float:
    return _CAUGHT * worth.best_pair((worth.SAFE,) * 4, hand)


def _any(hand: int) -> float:
    return 0.0
