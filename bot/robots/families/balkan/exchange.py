"""Discard and contract of the declarer."""

from itertools import combinations

from bot.engine.actions import DISCARDS, Action, Declare
from bot.engine.cards import Card, Hand
from bot.engine.families.balkan.contracts import contracts_from, value_of
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.view import View
from bot.robots.families.balkan.value import best_contract, is_two_idle, outlook


def discard(view: View) -> Action:
    """Return the discard that leaves the ten cards and the contract of the highest value."""
    table = view.table
    assert table is not None
    names = contracts_from(BalkanOptions.of(view.rules), value_of(table.declared_contract.name))
    hand, leads = int(view.hand), table.seats[0] == view.seat
    idle_two = is_two_idle(view)

    def promise(pair: tuple[Card, Card]) -> tuple[float, int]:
        """Return the value of the ten cards left; among equals the lower pair goes."""
        low, high = pair
        seen = outlook(hand & ~(1 << low | 1 << high), leads)
        return round(best_contract(names, seen, idle_two)[0], 3), -(low & 7) - (high & 7)

    return DISCARDS[max(combinations(tuple(Hand(hand)), 2), key=promise)]


def declare(view: View) -> Action:
    """Return the best legal contract."""
    table = view.table
    assert table is not None
    names = tuple(action.name for action in view.legal if isinstance(action, Declare))
    seen = outlook(int(view.hand), table.seats[0] == view.seat)
    return Declare(best_contract(names, seen, is_two_idle(view))[1])
