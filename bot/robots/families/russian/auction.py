"""Auction: step by step up the ladder, while a bid is worth more than a pass."""

from functools import lru_cache
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action, Bid
from bot.engine.families.russian.contracts import LEVEL, MISERE_BY_HAND, contracts_from
from bot.engine.families.russian.options import RussianOptions
from bot.engine.roles import player_seats
from bot.engine.view import DealView, View
from bot.robots import worth
from bot.robots.families.russian.value import WHISTS_PER_POINT, best_contract

MISERE_MADE: Final = 90.0  # whists, as contract values
MISERE_LOST: Final = -250.0
_LEAST_BID_VALUE: Final = -6.0  # least value of a bid
_DANGER_WEIGHT: Final = 0.3  # weight of the danger of raspasy while others may still bid
_AVERAGE_TRICKS: Final = 10 / 3  # tricks a seat takes in raspasy


def call(view: View) -> Action:
    """Return the lowest bid if it is worth it, or misere if that is worth more, else pass."""
    table = view.table
    assert table is not None
    assert view.seat is not None
    offers: list[tuple[float, Action]] = [(value_of_pass(view, table), act.PASS)]
    step = _lowest_step(view)
    if step is not None:
        offers.append((value_of_bid(int(view.hand), _bid_name(step, table)), step))
    offers += [
        (_value_of_misere(view, table, action), action)
        for action in view.legal
        if isinstance(action, Bid) and action.name not in LEVEL
    ]
    return max(offers, key=lambda offer: offer[0])[1]


def _lowest_step(view: View) -> Action | None:
    """Return a hold if legal, else the lowest bid of tricks."""
    if act.HOLD in view.legal:
        return act.HOLD
    bids = (a for a in view.legal if isinstance(a, Bid) and a.name in LEVEL)
    return next(bids, None)


def _bid_name(step: Action, table: DealView) -> str:
    if isinstance(step, Bid):
        return step.name
    return next(c.action.name for c in reversed(table.calls) if isinstance(c.action, Bid))


@lru_cache(maxsize=256)
def value_of_bid(hand: int, name: str) -> float:
    """Return the value of the best contract from this bid on, averaged over talons."""
    names = contracts_from(name)
    outlooks = worth.talon_prospects(hand)
    return sum(best_contract(names, outlook)[0] for outlook in outlooks) / len(outlooks)


def _value_of_misere(view: View, table: DealView, bid: Bid) -> float:
    leads = table.seats[0] == view.seat
    chance = (
        worth.misere_probability(int(view.hand), leads)
        if bid.name == MISERE_BY_HAND
        else worth.mean_misere_probability(int(view.hand), leads)
    )
    return chance * MISERE_MADE + (1 - chance) * MISERE_LOST


def value_of_pass(view: View, table: DealView) -> float:
    """Return the value of a pass, which risks raspasy; for the last caller raspasy is certain."""
    if RussianOptions.of(view.rules).throws_in:
        return _LEAST_BID_VALUE  # nothing is played
    passes = sum(call.action == act.PASS for call in table.calls)
    if passes != len(table.calls):
        return _LEAST_BID_VALUE  # another player has bid
    is_last = passes == len(player_seats(table.seats, table.roles)) - 1
    weight = 1.0 if is_last else _DANGER_WEIGHT
    cost = dict(view.marks).get("cost", 1)
    return _LEAST_BID_VALUE - weight * WHISTS_PER_POINT * cost * (
        worth.unwanted_tricks(int(view.hand)) - _AVERAGE_TRICKS
    )
