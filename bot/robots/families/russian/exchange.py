"""Discard and contract of the declarer."""

from itertools import combinations

from bot.engine.actions import CONCEDE, DISCARDS, Action, Declare
from bot.engine.cards import Card, Hand
from bot.engine.families.russian.contracts import VALUE, contracts_from
from bot.engine.view import View
from bot.robots import worth
from bot.robots.families.russian.value import LEVEL_AND_TRUMP, WHISTS_PER_POINT, best_contract


def discard(view: View) -> Action:
    """Return the discard that leaves the best ten cards; in misere the ten safest."""
    table = view.table
    assert table is not None
    hand = int(view.hand)
    if table.declared_contract.is_misere:
        return DISCARDS[worth.safest_discard(hand, table.seats[0] == view.seat)]
    names = contracts_from(table.declared_contract.name)
    pairs = combinations(tuple(Hand(hand)), 2)
    return DISCARDS[max(pairs, key=lambda pair: _discard_value(hand, pair, names))]


def _discard_value(hand: int, pair: tuple[Card, Card], names: tuple[str, ...]) -> tuple[float, int]:
    """Return the value of the ten cards left; among equals the lower pair goes."""
    low, high = pair
    kept = tricks_by_strain(hand & ~(1 << low | 1 << high))
    value = best_contract(names, kept)[0]
    return round(value, 3), -(low & 7) - (high & 7)


def declare(view: View) -> Action:
    """Return the best contract from the bid on, or concede if three undertricks are cheaper."""
    names = tuple(action.name for action in view.legal if isinstance(action, Declare))
    value, name = best_contract(names, tricks_by_strain(int(view.hand)))
    level, _ = LEVEL_AND_TRUMP[names[0]]
    if CONCEDE in view.legal and value < -4 * WHISTS_PER_POINT * VALUE[level]:
        return CONCEDE
    return Declare(name)


def tricks_by_strain(hand: int) -> tuple[float, ...]:
    return tuple(worth.declarer_tricks(hand, trump) for trump in worth.STRAIN_ORDER)
