"""Actions that are illegal now but legal at other moments or tables, with the reason."""

from typing import NamedTuple

from bot.engine.actions import Action
from bot.engine.deal import Deal
from bot.engine.refusal import RuleReason


class ForbiddenActions(NamedTuple):
    """Actions that one rule forbids the seat to act, in the order of the phase."""

    reason: RuleReason
    actions: tuple[Action, ...]


def forbidden_actions(deal: Deal) -> tuple[ForbiddenActions, ...]:
    """Return the forbidden actions by reason; empty if every action of the phase is legal."""
    phase = deal.phase
    legal = set(phase.legal(deal))
    found: dict[RuleReason, list[Action]] = {}
    for action in phase.possible_actions(deal):
        if action not in legal:
            found.setdefault(phase.why_not(deal, action), []).append(action)
    found.pop(RuleReason.WRONG_PHASE, None)  # "not in this phase" explains nothing to a player
    return tuple(ForbiddenActions(reason, tuple(actions)) for reason, actions in found.items())
