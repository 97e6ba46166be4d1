"""Answers to a contract: join, stay home, invite (rules/austrian.md V-12, V-13, A-8, A-9).

The numbers are expected tricks of the own hand in defence, tuned on deals of robots.
"""

from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.families.austrian.defence import ANSWERS
from bot.engine.view import View
from bot.robots import worth
from bot.robots.families.mind import JoinThreshold, JoinThresholds

_JOIN: Final = JoinThreshold(first=2.1, beside_partner=2.3, alone=1.8)
_INVITE: Final = 4.1
_SOUNDLY: Final = 0.4  # tricks a human defender hopes for beyond the expected ones

JOIN_THRESHOLDS: Final = {
    6: JoinThresholds(_JOIN, JoinThreshold(*(needed - _SOUNDLY for needed in _JOIN)))
}


def answer(view: View) -> Action:
    return _answer_with(view, 0.0)


def reasoned_answer(view: View) -> Action:
    """Return the answer of a defender who takes part on a little less."""
    return _answer_with(view, _SOUNDLY)


def _answer_with(view: View, more: float) -> Action:
    table = view.table
    assert table is not None
    own = worth.defence_tricks(int(view.hand), table.declared_contract.trump) + more
    if act.JOIN in view.legal:
        said = table.calls[-1].action
        needed = _JOIN.after_answer(
            ANSWERS.get(said) if isinstance(said, act.SimpleAction) else None
        )
        return act.JOIN if own >= needed else act.DROP
    return act.INVITE if own >= _INVITE else act.ALONE
