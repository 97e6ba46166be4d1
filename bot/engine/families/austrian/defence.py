"""Join or stay home, and the invitation (rules/austrian.md V-12, V-13, A-8, A-9)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.engine import actions, cards
from bot.engine import actions as act
from bot.engine.deal import Deal, Phase, PhaseOutcome, PhaseOver, Stage

# a defender's answers to a contract; True if they take part
ANSWERS: Final[Mapping[str, bool]] = {act.JOIN: True, act.DROP: False}


@dataclass(frozen=True, slots=True)
class DefenceSet(PhaseOutcome):
    """The defence is complete; the roles tell which seats defend, stay home, invite or follow."""


class DefenceQuestion(StrEnum):
    """The questions to a defender."""

    FIRST = "first"  # the left defender: join or stay home
    SECOND = "second"  # the right defender, after the left has joined
    SECOND_AFTER_DROP = "second_after_drop"
    SOLE = "sole"  # the only one to join: alone, or with a guest


@dataclass(frozen=True, slots=True)
class Defence(Phase):
    """One question at a time to one defender."""

    stage = Stage.DEFENCE

    question: DefenceQuestion
    seat: cards.Seat
    other: cards.Seat

    def to_act(self, deal: Deal) -> cards.Seat:
        return self.seat

    def legal(self, deal: Deal) -> tuple[actions.Action, ...]:
        if self.question is DefenceQuestion.SOLE:
            return (act.ALONE, act.INVITE)
        return (act.DROP, act.JOIN)

    def apply(self, deal: Deal, action: actions.Action) -> Deal | PhaseOver:
        deal = deal.with_call(self.seat, action)
        match action:
            case act.JOIN:
                return self._joined(deal.with_roles(defender=(self.seat,)))
            case act.DROP:
                return self._dropped(deal.with_roles(dropped=(self.seat,)))
            case act.INVITE:
                deal = deal.with_roles(host=(self.seat,), guest=(self.other,))
        return PhaseOver(deal, DefenceSet())

    def _joined(self, deal: Deal) -> Deal | PhaseOver:
        match self.question:
            case DefenceQuestion.FIRST:
                return self._ask(deal, DefenceQuestion.SECOND)
            case DefenceQuestion.SECOND_AFTER_DROP:
                return deal.with_phase(replace(self, question=DefenceQuestion.SOLE))
            case _:
                return PhaseOver(deal, DefenceSet())

    def _dropped(self, deal: Deal) -> Deal | PhaseOver:
        match self.question:
            case DefenceQuestion.FIRST:
                return self._ask(deal, DefenceQuestion.SECOND_AFTER_DROP)
            case DefenceQuestion.SECOND:
                return self._ask(deal, DefenceQuestion.SOLE)
            case _:
                return PhaseOver(deal, DefenceSet())

    def _ask(self, deal: Deal, question: DefenceQuestion) -> Deal:
        return deal.with_phase(replace(self, question=question, seat=self.other, other=self.seat))
