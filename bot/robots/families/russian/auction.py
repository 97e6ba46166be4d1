"""Auction: step by step up the ladder, while a bid is worth more than a pass."""

from functools import lru_cache
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action, Bid
from bot.engine.families.russian.contracts import LEVEL, MISERE_BY_HAND, contracts_from
from bot.engine.families.russian.options import RussianOptions
from bot.engine.roles import speakers
from bot.engine.view import Table, View
from bot.robots import worth
from bot.robots.families.russian.value import POINT, best_contract

MISERE_MADE: Final = 90.0  # whists, as contract values
MISERE_LOST: Final = -250.0
CAUTION: Final = -6.0  # least value of a bid
_HOPE: Final = 0.3  # weight of the danger of raspasy while others may still bid
_AVERAGE: Final = 10 / 3  # tricks a seat takes in raspasy


def call(view: View) -> Action:
    """Return the lowest bid if it is worth it, or misere if that is worth more, else pass."""
    table = view.table
    assert table is not None
    assert view.seat is not None
    offers: list[tuple[float, Action]] = [(value_of_pass(view, table), act.PASS)]
    step = _step(view)
    if step is not None:
        offers.append((value_of_bid(int(view.hand), _name(step, table)), step))
    offers += [
        (_value_of_misere(view, table, action), action)
        for action in view.legal
        if isinstance(action, Bid) and action.name not in LEVEL
    ]
    return max(offers, key=lambda offer: offer[0])[1]


def _step(view: View) -> Action | None:
    """Return a hold if legal, else the lowest bid of tricks."""
    if act.HOLD in view.legal:
        return act.HOLD
    bids = (a for a in view.legal if isinstance(a, Bid) and a.name in LEVEL)
    return next(bids, None)


def _name(step: Action, table: Table) -> str:
    if isinstance(step, Bid):
        return step.name
    return next(c.action.name for c in reversed(table.calls) if isinstance(c.action, Bid))


@lru_cache(maxsize=256)
def value_of_bid(hand: int, name: str) -> float:
    """Return the value of the best contract from this bid on, averaged over talons."""
    names = contracts_from(name)
    outlooks = worth.prospects(hand)
    return sum(best_contract(names, outlook)[0] for outlook in outlooks) / len(outlooks)


def _value_of_misere(view: View, table: Table, bid: Bid) -> float:
    leads = table.seats[0] == view.seat
    chance = (
        worth.misere_chance(int(view.hand), leads)
        if bid.name == MISERE_BY_HAND
        else worth.misere_prospect(int(view.hand), leads)
    )
    return chance * MISERE_MADE + (1 - chance) * MISERE_LOST


def value_of_pass(view: View, table: Table) -> float:
    """Return the value of a pass, which risks raspasy; for the last caller raspasy is certain."""
    if RussianOptions.of(view.rules).throws_in:
        return CAUTION  # nothing is played
    passes = sum(call.action == act.PASS for call in table.calls)
    if passes != len(table.calls):
        return CAUTION  # another player has bid
    is_last = passes == len(speakers(table.seats, table.roles)) - 1
    weight = 1.0 if is_last else _HOPE
    cost = dict(view.marks).get("cost", 1)
    return CAUTION - weight * POINT * cost * (worth.unwanted(int(view.hand)) - _AVERAGE)
