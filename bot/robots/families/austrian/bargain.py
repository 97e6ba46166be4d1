"""What is said beside the cards: offers and answers, no aces, hands laid open.

rules/austrian.md V-14, V-16, A-10.  Worth is counted in tenths of the amount, for the declarer
and the lone defender as they would expect to play it out.
"""

from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action, Propose
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.view import Table, View
from bot.robots import worth
from bot.robots.families.austrian.value import chance_of, outlook, worth_alone

_LIKELY: Final = 0.6  # that the contract is made, to tell of no aces
_OFFERS: Final = 2  # more are not made


def remark(view: View) -> Action | None:
    """Something better than a card, at one's turn to play."""
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
    """Before the first lead, the best split that the play may not better; else nothing."""
    offers = [action for action in view.legal if isinstance(action, Propose)]
    made = sum(call.seat == view.seat and isinstance(call.action, Propose) for call in table.calls)
    if table.tricks or made >= _OFFERS:
        return None
    fair = [offer for offer in offers if _is_fair(view, table, offer.tricks)]
    is_mine = table.contract is not None and table.contract.declarer == view.seat
    return max(fair, key=lambda offer: offer.tricks * (1 if is_mine else -1), default=None)


def _is_fair(view: View, table: Table, tricks: int) -> bool:
    """Whether so many for the declarer are as good as playing on, for this seat."""
    trump = table.declared.trump
    if table.declared.declarer == view.seat:
        return tricks >= worth_alone(worth.tricks(int(view.hand), trump))
    return 10 - tricks >= _worth_of_defence(worth.defence(int(view.hand), trump))


def _worth_of_defence(own: float) -> float:
    """As measured alone against a declarer: the tricks less the danger of falling."""
    return min(2.6 * own - 5.3, 1.5 * own - 1.9)


def answer(view: View) -> Action:
    """Yes to what is as good as the play, else another offer, else no."""
    table = view.table
    assert table is not None
    assert table.offer is not None
    if table.tricks:
        return act.REFUSE  # the hands are no longer what was counted
    if _is_fair(view, table, table.offer.tricks[table.seats.index(table.declared.declarer)]):
        return act.ACCEPT
    return _offer(view, table) or act.REFUSE
