"""Calls beside the cards: offers and answers, no aces, open hands.

rules/austrian.md V-14, V-16, A-10.  Values are in tenths of the amount, for the declarer and the
lone defender as they would expect to play it out.
"""

from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action, Propose
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.view import Table, View
from bot.robots import worth
from bot.robots.families.austrian.value import chance_of, outlook, worth_alone

_LIKELY: Final = 0.6  # probability of making the contract from which no aces is announced
_OFFERS: Final = 2  # most offers of a seat in a deal


def remark(view: View) -> Action | None:
    """Return a call that is better than a card at the own turn to play; None for no call."""
    table = view.table
    assert table is not None
    if act.NO_ACES in view.legal and _is_likely(view, table):
        return act.NO_ACES
    if act.EXPOSE in view.legal and table.contract is not None and table.contract.is_misere:
        return act.EXPOSE
    return _offer(view, table)


def _is_likely(view: View, table: Table) -> bool:
    seen = outlook(int(view.hand))
    return chance_of(table.declared.name, seen, AustrianOptions.of(view.rules)) >= _LIKELY


def _offer(view: View, table: Table) -> Action | None:
    """Return, before the first lead, the best fair split; None if there is none."""
    offers = [action for action in view.legal if isinstance(action, Propose)]
    made = sum(call.seat == view.seat and isinstance(call.action, Propose) for call in table.calls)
    if table.tricks or made >= _OFFERS:
        return None
    fair = [offer for offer in offers if _is_fair(view, table, offer.tricks)]
    is_mine = table.contract is not None and table.contract.declarer == view.seat
    return max(fair, key=lambda offer: offer.tricks * (1 if is_mine else -1), default=None)


def _is_fair(view: View, table: Table, tricks: int) -> bool:
    """Return True if these tricks for the declarer are as good for the seat as playing on."""
    trump = table.declared.trump
    if table.declared.declarer == view.seat:
        return tricks >= worth_alone(worth.tricks(int(view.hand), trump))
    return 10 - tricks >= _worth_of_defence(worth.defence(int(view.hand), trump))


def _worth_of_defence(own: float) -> float:
    """Return the measured value of a lone defence: the tricks less the danger of falling."""
    return min(2.6 * own - 5.3, 1.5 * own - 1.9)


def answer(view: View) -> Action:
    """Accept what is as good as playing on, else make another offer, else refuse."""
    table = view.table
    assert table is not None
    assert table.offer is not None
    if table.tricks:
        return act.REFUSE  # the evaluation is of ten cards
    if _is_fair(view, table, table.offer.tricks[table.seats.index(table.declared.declarer)]):
        return act.ACCEPT
    return _offer(view, table) or act.REFUSE
