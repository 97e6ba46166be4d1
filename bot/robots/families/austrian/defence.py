"""Join or stay home, and the invitation (rules/austrian.md V-12, V-13, A-8, A-9).

The numbers are own tricks in defence as worth.py counts them, against which robots did well.
"""

from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.view import View
from bot.robots import worth

_JOIN_FIRST: Final = 2.1  # the other may still join
_JOIN_BESIDE: Final = 2.3
_JOIN_ALONE: Final = 1.8
_INVITE: Final = 4.1
_SOUNDLY: Final = 0.4  # tricks hoped for beyond those counted, by who sits among people


def answer(view: View) -> Action:
    return _by(view, 0.0)


def reasoned(view: View) -> Action:
    """Of somebody who takes part on a little less."""
    return _by(view, _SOUNDLY)


def _by(view: View, more: float) -> Action:
    table = view.table
    assert table is not None
    own = worth.defence(int(view.hand), table.declared.trump) + more
    if act.JOIN in view.legal:
        needed: dict[Action, float] = {act.JOIN: _JOIN_BESIDE, act.DROP: _JOIN_ALONE}
        return act.JOIN if own >= needed.get(table.calls[-1].action, _JOIN_FIRST) else act.DROP
    return act.INVITE if own >= _INVITE else act.ALONE
