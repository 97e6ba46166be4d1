"""Answers to a contract; a sole whister opens the hands (rules/russian.md 2.6)."""

from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.families.russian.defence import ANSWERS
from bot.engine.view import Table, View
from bot.robots import worth
from bot.robots.families.mind import Quota, Quotas

# tricks needed to whist, by level; few are to be expected from a partner who passed
_NEEDED: Final = {
    6: Quota(1.9, 1.5, 2.5),
    7: Quota(1.0, 0.8, 1.0),
    8: Quota(0.8, 0.9, 0.8),
    9: Quota(1.9, 2.1, 1.9),
    10: Quota(1.3, 1.6, 1.3),
}
# the same for a defender who doubts high contracts, which one or two tricks beat
_NEEDED_SOUNDLY: Final = _NEEDED | {9: Quota(1.0, 1.2, 1.0), 10: Quota(0.8, 1.0, 0.8)}

QUOTAS: Final = {level: Quotas(needed, _NEEDED_SOUNDLY[level]) for level, needed in _NEEDED.items()}


def answer(view: View) -> Action:
    """Return the plain robot's answer, which trusts that a declarer of nine has the tricks."""
    return _by(view, _NEEDED)


def reasoned(view: View) -> Action:
    """Return the answer of a defender who doubts high contracts."""
    return _by(view, _NEEDED_SOUNDLY)


def _by(view: View, tricks: dict[int, Quota]) -> Action:
    table = view.table
    assert table is not None
    if act.OPEN in view.legal:
        return act.OPEN
    own = worth.defence(int(view.hand), table.declared.trump)
    if own >= tricks[table.declared.level].after(_partner_said(table)):
        return act.WHIST
    return act.HALF_WHIST if act.HALF_WHIST in view.legal else act.PASS


def _partner_said(table: Table) -> bool | None:
    """Return True if the other defender whists, False for a pass or half-whist, None before."""
    said = table.calls[-1].action
    return ANSWERS.get(said) if isinstance(said, act.Word) else None
