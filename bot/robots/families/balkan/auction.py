"""Auction and declared games: one step at a time, while the hand is worth it."""

from functools import lru_cache
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action, Bid, Declare
from bot.engine.families.balkan.contracts import (
    GAME,
    contracts_from,
    is_game,
    plain_games,
    value_of,
)
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.view import DealView, View
from bot.robots.families.balkan.value import (
    best_contract,
    is_two_idle,
    outlook,
    outlooks,
)

_LEAST_BID_VALUE: Final = -15.0  # least value of a bid: after a pass another player scores


def call(view: View) -> Action:
    """Return the number or game of the highest value, else pass; prefer the named game."""
    table = view.table
    assert table is not None
    leads = table.seats[0] == view.seat
    if not any(action == act.PASS for action in view.legal):
        return _declared_game(view, leads)
    offers: list[tuple[float, int, Action]] = [(_LEAST_BID_VALUE, 0, act.PASS)]
    for n, action in enumerate(view.legal):
        if action != act.PASS:
            offers.append((_bid_value(view, table, action, leads), n, action))
    return max(offers)[2]


def _bid_value(view: View, table: DealView, action: Action, leads: bool) -> float:
    name = action.name if isinstance(action, Bid) else _held_number(table)
    options = BalkanOptions.of(view.rules)
    if not is_game(name):
        return value_of_number(int(view.hand), value_of(name), leads, options, is_two_idle(view))
    names = plain_games(options) if name == GAME else (name,)
    return best_contract(names, outlook(int(view.hand), leads))[0]


def _held_number(table: DealView) -> str:
    """Return the number that may be held."""
    return next(c.action.name for c in reversed(table.calls) if isinstance(c.action, Bid))


@lru_cache(maxsize=256)
def value_of_number(
    hand: int, number: int, leads: bool, options: BalkanOptions, idle_two: bool
) -> float:
    """Return the value of the best contract from this number on, averaged over talons."""
    names = contracts_from(options, number)
    seen = outlooks(hand, leads)
    return sum(best_contract(names, each, idle_two)[0] for each in seen) / len(seen)


def _declared_game(view: View, leads: bool) -> Action:
    """Return the best of several games that still wins, or silence."""
    seen = outlook(int(view.hand), leads)
    games = [action for action in view.legal if isinstance(action, Declare)]
    if not games:
        return act.SILENT
    value, name = best_contract(tuple(game.name for game in games), seen)
    return act.SILENT if act.SILENT in view.legal and value < _LEAST_BID_VALUE else Declare(name)
