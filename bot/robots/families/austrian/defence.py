"""Answers to a contract: join, stay home, invite (rules/austrian.md V-12, V-13, A-8, A-9).

The numbers are expected tricks of the own hand in defence, tuned on deals of robots.
"""

from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.families.austrian.defence import ANSWERS
from bot.engine.view import View
from bot.robots import worth
from bot.robots.families.mind import Quota, Quotas

_JOIN: Final = Quota(first=2.1, beside=2.3, alone=1.8)
_INVITE: Final = 4.1
_SOUNDLY: Final = 0.4  # tricks a human defender hopes for beyond the expected ones

QUOTAS: Final = {6: Quotas(_JOIN, Quota(*(needed - _SOUNDLY for needed in _JOIN)))}


def answer(view: View) -> Action:
    return _by(view, 0.0)


def reasoned(view: View) -> Action:
    """Return the answer of a defender who takes part on a little less."""
    return _by(view, _SOUNDLY)


def _by(view: View, more: float) -> Action:
    table = view.table
    assert table is not None
    own = worth.defence(int(view.hand), table.declared.trump) + more
    if act.JOIN in view.legal:
        said = table.calls[-1].action
        needed = _JOIN.after(ANSWERS.get(said) if isinstance(said, act.Word) else None)
        return act.JOIN if own >= needed else act.DROP
    return act.INVITE if own >= _INVITE else act.ALONE
