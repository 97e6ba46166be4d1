"""Answers to a contract: join, drop, invite, kontra, rekontra (rules/balkan.md 2.8, 2.9).

The numbers are expected tricks of the own hand in defence, tuned on deals of robots.
"""

from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action, Kontra
from bot.engine.families.balkan.contracts import is_all_or_nothing
from bot.engine.families.balkan.defence import ANSWERS
from bot.engine.families.balkan.options import BalkanOptions, PlainTwo
from bot.engine.view import DealView, SeatView
from bot.robots import evaluation
from bot.robots.families.balkan.valuation import contract_probability, outlook
from bot.robots.families.strategy import JoinThreshold, JoinThresholds

_JOIN: Final = JoinThreshold(first=2.1, beside_partner=2.3, alone=2.1)
_INVITE: Final = 3.9
_KONTRA: Final = 4.9
_KONTRA_BESIDE: Final = 4.0  # beside a partner who joined
_KONTRA_ON_TWO: Final = 2.6  # a two is often poor where it is won undoubled
_KONTRA_ON_GOOD_TWO: Final = 3.6
_KONTRA_ON_ALL: Final = 1.7  # one trick is enough
_NO_KONTRA: Final = 99.0  # no hand shows that a bettel will fall
_KONTRA_AGAIN: Final = 5.9
_SOUNDLY: Final = 0.4  # tricks a human defender hopes for beyond the expected ones
_SURE: Final = 0.97  # probability from which a declarer doubles again

JOIN_THRESHOLDS: Final = {
    6: JoinThresholds(_JOIN, JoinThreshold(*(needed - _SOUNDLY for needed in _JOIN)))
}


def answer(view: SeatView) -> Action:
    return _answer_with(view, 0.0)


def reasoned_answer(view: SeatView) -> Action:
    """Return the answer of a defender who takes part and doubles on a little less."""
    return _answer_with(view, _SOUNDLY)


def _answer_with(view: SeatView, more: float) -> Action:
    table = view.open_deal
    if table.declared_contract.declarer == view.seat:
        return _answer_as_declarer(view, table)
    own = evaluation.defence_tricks(int(view.hand), table.declared_contract.trump) + more
    if act.JOIN in view.legal:
        return _answer_join(table, own)
    if act.ALONE in view.legal:
        return _answer_as_only_joiner(own)
    return _answer_kontra(view, table, own)


def _answer_join(table: DealView, own: float) -> Action:
    said = table.calls[-1].action
    needed = _JOIN.after_answer(ANSWERS.get(said) if isinstance(said, act.SimpleAction) else None)
    return act.JOIN if own >= needed else act.DROP


def _answer_as_only_joiner(own: float) -> Action:
    """Answer as the only defender who joined: invite for four tricks, kontra for five, or alone."""
    if own >= _KONTRA:
        return act.KONTRAS[1]
    return act.INVITE if own >= _INVITE else act.ALONE


def _answer_kontra(view: SeatView, table: DealView, own: float) -> Action:
    doubling = view.legal[-1]
    assert isinstance(doubling, Kontra)
    needed = _KONTRA_AGAIN if doubling.level > 1 else _tricks_for_kontra(view, table)
    return doubling if own >= needed else act.STAND


def _tricks_for_kontra(view: SeatView, table: DealView) -> float:
    """Return the tricks needed for the first kontra, by contract and partner."""
    if is_all_or_nothing(table.declared_contract.name):
        return _NO_KONTRA if table.declared_contract.is_misere else _KONTRA_ON_ALL
    if any(call.action == act.JOIN for call in table.calls):
        return _KONTRA_BESIDE
    is_free = BalkanOptions.of(view.rules).plain_two is PlainTwo.DEFAULT_WIN
    return _KONTRA_ON_TWO if is_free else _KONTRA_ON_GOOD_TWO


def _answer_as_declarer(view: SeatView, table: DealView) -> Action:
    """Double again as declarer of a contract that can hardly be lost."""
    seen = outlook(int(view.hand), table.seats[0] == view.seat)
    return (
        view.legal[-1]
        if contract_probability(table.declared_contract.name, seen) >= _SURE
        else act.STAND
    )
