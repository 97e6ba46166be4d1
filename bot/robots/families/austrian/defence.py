"""Answers to a contract, and calls beside the cards: offers, no aces, open hands."""

from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action, Propose
from bot.engine.families.austrian.defence import ANSWERS
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.view import DealView, SeatView
from bot.robots import evaluation
from bot.robots.families.austrian.valuation import contract_probability, outlook, value_alone
from bot.robots.families.strategy import JoinThreshold, JoinThresholds

# Answers to a contract: join, stay home, invite (rules/austrian.md V-12, V-13, A-8, A-9).
#
# The numbers are expected tricks of the own hand in defence, tuned on deals of robots.

_JOIN: Final = JoinThreshold(first=2.1, beside_partner=2.3, alone=1.8)
_INVITE: Final = 4.1
_SOUNDLY: Final = 0.4  # tricks a human defender hopes for beyond the expected ones

JOIN_THRESHOLDS: Final = {
    6: JoinThresholds(_JOIN, JoinThreshold(*(needed - _SOUNDLY for needed in _JOIN)))
}


def answer(view: SeatView) -> Action:
    return _answer_with(view, 0.0)


def reasoned_answer(view: SeatView) -> Action:
    """Return the answer of a defender who takes part on a little less."""
    return _answer_with(view, _SOUNDLY)


def _answer_with(view: SeatView, more: float) -> Action:
    table = view.open_deal
    own = evaluation.defence_tricks(int(view.hand), table.declared_contract.trump) + more
    if act.JOIN in view.legal:
        said = table.calls[-1].action
        needed = _JOIN.after_answer(
            ANSWERS.get(said) if isinstance(said, act.SimpleAction) else None
        )
        return act.JOIN if own >= needed else act.DROP
    return act.INVITE if own >= _INVITE else act.ALONE


# Calls beside the cards: offers and answers, no aces, open hands.
#
# rules/austrian.md V-14, V-16, A-10. Values are in tenths of the amount, for the declarer and the
# lone defender as they would expect to play it out.

_NO_ACES_PROBABILITY: Final = (
    0.6  # probability of making the contract from which no aces is announced
)
_MOST_OFFERS: Final = 2  # most offers of a seat in a deal


def call_in_play(view: SeatView) -> Action | None:
    """Return a call that is better than a card at the own turn to play; None for no call."""
    table = view.open_deal
    if act.NO_ACES in view.legal and _is_likely_made(view, table):
        return act.NO_ACES
    if act.EXPOSE in view.legal and table.contract is not None and table.contract.is_misere:
        return act.EXPOSE
    return _best_offer(view, table)


def _is_likely_made(view: SeatView, table: DealView) -> bool:
    seen = outlook(int(view.hand))
    return (
        contract_probability(table.declared_contract.name, seen, AustrianOptions.of(view.rules))
        >= _NO_ACES_PROBABILITY
    )


def _best_offer(view: SeatView, table: DealView) -> Action | None:
    """Return, before the first lead, the best fair split; None if there is none."""
    offers = [action for action in view.legal if isinstance(action, Propose)]
    made = sum(call.seat == view.seat and isinstance(call.action, Propose) for call in table.calls)
    if table.tricks or made >= _MOST_OFFERS:
        return None
    fair = [offer for offer in offers if _is_fair_split(view, table, offer.tricks)]
    is_mine = table.contract is not None and table.contract.declarer == view.seat
    return max(fair, key=lambda offer: offer.tricks * (1 if is_mine else -1), default=None)


def _is_fair_split(view: SeatView, table: DealView, tricks: int) -> bool:
    """Return True if these tricks for the declarer are as good for the seat as playing on."""
    trump = table.declared_contract.trump
    if table.declared_contract.declarer == view.seat:
        return tricks >= value_alone(evaluation.declarer_tricks(int(view.hand), trump))
    return 10 - tricks >= _defence_value(evaluation.defence_tricks(int(view.hand), trump))


def _defence_value(own: float) -> float:
    """Return the measured value of a lone defence: the tricks less the danger of falling."""
    return min(2.6 * own - 5.3, 1.5 * own - 1.9)


def answer_offer(view: SeatView) -> Action:
    """Accept what is as good as playing on, else make another offer, else refuse."""
    table = view.open_deal
    if table.tricks:
        return act.REFUSE  # the evaluation is of ten cards
    if _is_fair_split(
        view, table, table.open_offer.tricks[table.seats.index(table.declared_contract.declarer)]
    ):
        return act.ACCEPT
    return _best_offer(view, table) or act.REFUSE
