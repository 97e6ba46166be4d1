"""What cannot be done now though it is done at other moments or tables, and why not."""

from typing import NamedTuple

from bot.engine.actions import Action
from bot.engine.deal import Deal
from bot.engine.refusal import RuleReason


class Barred(NamedTuple):
    """Actions that one rule keeps from the seat that is asked, in the order of the phase."""

    reason: RuleReason
    actions: tuple[Action, ...]


def barred(deal: Deal) -> tuple[Barred, ...]:
    """By reason; nothing where all that is ever done here is legal."""
    phase = deal.phase
    legal = set(phase.legal(deal))
    found: dict[RuleReason, list[Action]] = {}
    for action in phase.thinkable(deal):
        if action not in legal:
            found.setdefault(phase.why_not(deal, action), []).append(action)
    found.pop(RuleReason.WRONG_PHASE, None)  # a call of another moment explains nothing
    return tuple(Barred(reason, tuple(actions)) for reason, actions in found.items())
