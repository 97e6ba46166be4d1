"""Auction and declared games: one step at a time, while the hand is worth it."""

from functools import lru_cache
from itertools import combinations
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import DISCARDS, Action, Bid, Declare
from bot.engine.cards import Card, Hand
from bot.engine.families.balkan import contracts
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.view import DealView, SeatView
from bot.robots.families import strategy
from bot.robots.families.balkan.valuation import best_contract, is_two_idle, outlook, outlooks

_LEAST_BID_VALUE: Final = -15.0  # least value of a bid: after a pass another player scores


def call(view: SeatView) -> Action:
    """Return the number or game of the highest value, else pass; prefer the named game."""
    table = view.open_deal
    leads = table.seats[0] == view.seat
    if not any(action == act.PASS for action in view.legal):
        return _declared_game(view, leads)
    offers: list[tuple[float, int, Action]] = [(_LEAST_BID_VALUE, 0, act.PASS)]
    for n, action in enumerate(view.legal):
        if action != act.PASS:
            offers.append((_bid_value(view, table, action, leads), n, action))
    return max(offers)[2]


def _bid_value(view: SeatView, table: DealView, action: Action, leads: bool) -> float:
    name = action.name if isinstance(action, Bid) else _held_number(table)
    options = BalkanOptions.of(view.rules)
    if not contracts.is_game(name):
        return value_of_number(
            int(view.hand), contracts.value_of(name), leads, options, is_two_idle(view)
        )
    names = contracts.plain_games(options) if name == contracts.GAME else (name,)
    return best_contract(names, outlook(int(view.hand), leads))[0]


def _held_number(table: DealView) -> str:
    """Return the number that may be held."""
    return next(c.action.name for c in reversed(table.calls) if isinstance(c.action, Bid))


@lru_cache(maxsize=256)
def value_of_number(
    hand: int, number: int, leads: bool, options: BalkanOptions, idle_two: bool
) -> float:
    """Return the value of the best contract from this number on, averaged over talons."""
    names = contracts.contracts_from(options, number)
    seen = outlooks(hand, leads)
    return sum(best_contract(names, each, idle_two)[0] for each in seen) / len(seen)


def _declared_game(view: SeatView, leads: bool) -> Action:
    """Return the best of several games that still wins, or silence."""
    seen = outlook(int(view.hand), leads)
    games = [action for action in view.legal if isinstance(action, Declare)]
    if not games:
        return act.SILENT
    value, name = best_contract(tuple(game.name for game in games), seen)
    return act.SILENT if act.SILENT in view.legal and value < _LEAST_BID_VALUE else Declare(name)


# Discard and contract of the declarer.


def discard(view: SeatView) -> Action:
    """Return the discard that leaves the ten cards and the contract of the highest value."""
    table = view.open_deal
    names = contracts.contracts_from(
        BalkanOptions.of(view.rules), contracts.value_of(table.declared_contract.name)
    )
    hand, leads = int(view.hand), table.seats[0] == view.seat
    idle_two = is_two_idle(view)

    def promise(pair: tuple[Card, Card]) -> tuple[float, int]:
        """Return the value of the ten cards left; among equals the lower pair goes."""
        low, high = pair
        seen = outlook(hand & ~(1 << low | 1 << high), leads)
        return round(best_contract(names, seen, idle_two)[0], 3), -(low & 7) - (high & 7)

    return DISCARDS[max(combinations(tuple(Hand(hand)), 2), key=promise)]


def declare(view: SeatView) -> Action:
    """Return the best legal contract."""
    table = view.open_deal
    names = tuple(action.name for action in view.legal if isinstance(action, Declare))
    seen = outlook(int(view.hand), table.seats[0] == view.seat)
    return Declare(best_contract(names, seen, is_two_idle(view))[1])


# Log-likelihoods of a hand given a number, a game or a pass (rules/balkan.md 2.3, 2.4).

_TRICKS_FOR_FIRST_BID: Final = 3.7  # tricks for the lowest bid
_GAME: Final = 6.2  # tricks for a game in the best suit
_LOW: Final = ("", "2")  # bids over which a pass is informative


def bid_likelihood(name: str) -> strategy.HandLogLikelihood:
    """Return the log-likelihood of a bid; one for all or no tricks gives no information."""
    if name == contracts.GAME:
        return strategy.at_least_tricks(_GAME)
    return (
        strategy.no_information
        if contracts.is_game(name) or contracts.value_of(name) >= contracts.BETTEL
        else strategy.at_least_tricks(_TRICKS_FOR_FIRST_BID)
    )


def pass_likelihood(high: str) -> strategy.HandLogLikelihood:
    return (
        strategy.at_most_tricks(_TRICKS_FOR_FIRST_BID) if high in _LOW else strategy.no_information
    )
