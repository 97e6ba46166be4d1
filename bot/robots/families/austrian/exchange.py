"""The purchase: discard, contract, and buying the talon after another player's discard."""

from itertools import combinations
from typing import Final

from bot.engine.actions import BUY, DISCARDS, NO_ACES, PASS, Action, Declare
from bot.engine.cards import Card, Hand
from bot.engine.families.austrian.contracts import contracts_from
from bot.engine.view import View
from bot.robots.families.austrian.auction import value_of_purchase
from bot.robots.families.austrian.value import ace_bonus, best_contract, contract_stakes, outlook

_LEAST_BUY_VALUE: Final = 1.0  # least value of an after-buy, in tenths of the amount


def discard(view: View) -> Action:
    """Return the discard that leaves the ten cards and the contract of the highest value."""
    table, prices, hand = view.table, contract_stakes(view), int(view.hand)
    assert table is not None
    names = contracts_from(table.declared_contract.name, prices.options.top)

    def promise(pair: tuple[Card, Card]) -> tuple[float, int]:
        """Return the value of the ten cards left; among equals the lower pair goes."""
        low, high = pair
        kept = hand & ~(1 << low | 1 << high)
        value = best_contract(names, outlook(kept), prices)[0] + ace_bonus(kept, prices)
        return round(value, 3), -(low & 7) - (high & 7)

    return DISCARDS[max(combinations(tuple(Hand(hand)), 2), key=promise)]


def declare(view: View) -> Action:
    """Return the best legal contract; announcing no aces never costs anything."""
    if NO_ACES in view.legal:
        return NO_ACES
    names = tuple(action.name for action in view.legal if isinstance(action, Declare))
    return Declare(best_contract(names, outlook(int(view.hand)), contract_stakes(view))[1])


def buy(view: View) -> Action:
    """Buy the discarded cards if they are worth it, valued like any two cards."""
    table, prices = view.table, contract_stakes(view)
    assert table is not None
    name = table.declared_contract.name
    lowest = str(max(5, int(name) + 1))
    value = value_of_purchase(int(view.hand), lowest, prices)
    return BUY if value > _LEAST_BUY_VALUE * prices.amount / 10 else PASS
