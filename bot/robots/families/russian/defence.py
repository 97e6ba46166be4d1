"""Answers to a contract; a sole whister opens the hands (rules/russian.md 2.6)."""

from typing import Final

from bot.engine import actions, view
from bot.engine import actions as act
from bot.engine.families.russian.defence import ANSWERS
from bot.robots import evaluation
from bot.robots.families.strategy import JoinThreshold, JoinThresholds

# tricks needed to whist, by level; few are to be expected from a partner who passed
_THRESHOLDS: Final = {
    6: JoinThreshold(1.9, 1.5, 2.5),
    7: JoinThreshold(1.0, 0.8, 1.0),
    8: JoinThreshold(0.8, 0.9, 0.8),
    9: JoinThreshold(1.9, 2.1, 1.9),
    10: JoinThreshold(1.3, 1.6, 1.3),
}
# the same for a defender who doubts high contracts, which one or two tricks beat
_DOUBTING_THRESHOLDS: Final = _THRESHOLDS | {
    9: JoinThreshold(1.0, 1.2, 1.0),
    10: JoinThreshold(0.8, 1.0, 0.8),
}

JOIN_THRESHOLDS: Final = {
    level: JoinThresholds(needed, _DOUBTING_THRESHOLDS[level])
    for level, needed in _THRESHOLDS.items()
}


def answer(view: view.SeatView) -> actions.Action:
    """Return the plain robot's answer, which trusts that a declarer of nine has the tricks."""
    return _answer_with(view, _THRESHOLDS)


def reasoned_answer(view: view.SeatView) -> actions.Action:
    """Return the answer of a defender who doubts high contracts."""
    return _answer_with(view, _DOUBTING_THRESHOLDS)


def _answer_with(view: view.SeatView, tricks: dict[int, JoinThreshold]) -> actions.Action:
    table = view.open_deal
    if act.OPEN in view.legal:
        return act.OPEN
    own = evaluation.defence_tricks(int(view.hand), table.declared_contract.trump)
    if own >= tricks[table.declared_contract.level].after_answer(_partner_whists(table)):
        return act.WHIST
    return act.HALF_WHIST if act.HALF_WHIST in view.legal else act.PASS


def _partner_whists(table: view.DealView) -> bool | None:
    """Return True if the other defender whists, False for a pass or half-whist, None before."""
    said = table.calls[-1].action
    return ANSWERS.get(said) if isinstance(said, act.SimpleAction) else None
