"""Whist, half-whist or pass; a sole whister lays the hands open (rules/russian.md 2.6)."""

from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.view import Table, View
from bot.robots import worth

# own tricks needed to whist, by level: before the partner has spoken, after his whist, after
# his pass (which leaves little to hope for from him)
_NEEDED: Final = {
    6: (1.9, 1.5, 2.5),
    7: (1.0, 0.8, 1.0),
    8: (0.8, 0.9, 0.8),
    9: (1.9, 2.1, 1.9),
    10: (1.3, 1.6, 1.3),
}
# the same where a high contract is not believed, and one trick or two would beat it
_NEEDED_SOUNDLY: Final = _NEEDED | {9: (1.0, 1.2, 1.0), 10: (0.8, 1.0, 0.8)}
_FIRST, _AFTER_WHIST, _AFTER_PASS = range(3)


def answer(view: View) -> Action:
    """The plain robot's: nobody names nine on air."""
    return _by(view, _NEEDED)


def reasoned(view: View) -> Action:
    """Of somebody who does not believe it."""
    return _by(view, _NEEDED_SOUNDLY)


def _by(view: View, tricks: dict[int, tuple[float, float, float]]) -> Action:
    table = view.table
    assert table is not None
    if act.OPEN in view.legal:
        return act.OPEN
    own = worth.defence(int(view.hand), table.declared.trump)
    if own >= tricks[table.declared.level][_partner_said(table)]:
        return act.WHIST
    return act.HALF_WHIST if act.HALF_WHIST in view.legal else act.PASS


def _partner_said(table: Table) -> int:
    """What the other defender has answered; a half-whist counts as a pass."""
    said = table.calls[-1].action
    if said == act.WHIST:
        return _AFTER_WHIST
    return _AFTER_PASS if said in (act.PASS, act.HALF_WHIST) else _FIRST
