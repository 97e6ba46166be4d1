"""Join, drop, alone, invite (rules/balkan.md 2.8)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, assert_never

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Phase, PhaseOutcome, PhaseOver, Stage

# Doubling of the stake: kontra, rekontra and so on (rules/balkan.md 2.9).


@dataclass(frozen=True, slots=True)
class NotDoubled(PhaseOutcome):
    """No defender has called kontra."""


@dataclass(frozen=True, slots=True)
class KontraCalled(PhaseOutcome):
    """A defender has doubled and answers for the team."""

    caller: Seat


@dataclass(frozen=True, slots=True)
class DoublingOver(PhaseOutcome):
    """The doubling is over."""


@dataclass(frozen=True, slots=True)
class FirstKontra(Phase):
    """The question to the defenders that may double, one after another (2.9.1)."""

    stage = Stage.DEFENCE

    pending: tuple[Seat, ...]

    def to_act(self, deal: Deal) -> Seat:
        return self.pending[0]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.STAND, act.KONTRAS[1])

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        seat = self.pending[0]
        deal = deal.with_call(seat, action)
        if isinstance(action, act.Kontra):
            return PhaseOver(deal, KontraCalled(seat))
        if len(self.pending) > 1:
            return deal.with_phase(FirstKontra(self.pending[1:]))
        return PhaseOver(deal, NotDoubled())


@dataclass(frozen=True, slots=True)
class Doubling(Phase):
    """After the kontra: declarer and caller in turn, up to the last level (2.9.2)."""

    stage = Stage.DEFENCE

    caller: Seat
    level: int
    last: int

    def to_act(self, deal: Deal) -> Seat:
        return deal.declared_contract.declarer if self.level % 2 else self.caller

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.STAND, act.KONTRAS[self.level + 1])

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        deal = deal.with_call(self.to_act(deal), action)
        if action is act.STAND or self.level + 1 == self.last:
            return PhaseOver(deal, DoublingOver())
        return deal.with_phase(replace(self, level=self.level + 1))


# a defender's answers to a contract; True if they take part
ANSWERS: Final[Mapping[str, bool]] = {act.JOIN: True, act.DROP: False}


@dataclass(frozen=True, slots=True)
class BothDropped(PhaseOutcome):
    """Both defenders have dropped."""


@dataclass(frozen=True, slots=True)
class DefenceSet(PhaseOutcome):
    """The defence is complete; ``callers`` are asked for a kontra, in order (2.9.1)."""

    callers: tuple[Seat, ...] = ()


class DefenceQuestion(StrEnum):
    """The questions to a defender."""

    FIRST = "first"  # join or drop
    SECOND = "second"  # join or drop, after the first has joined
    SECOND_AFTER_DROP = "second_after_drop"
    SOLE = "sole"  # the only one to join: alone, invite or kontra


@dataclass(frozen=True, slots=True)
class Defence(Phase):
    """One question at a time to one defender."""

    stage = Stage.DEFENCE

    question: DefenceQuestion
    seat: Seat
    other: Seat
    guest_may_kontra: bool  # A9

    def to_act(self, deal: Deal) -> Seat:
        return self.seat

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        if self.question is DefenceQuestion.SOLE:
            return (act.ALONE, act.INVITE, act.KONTRAS[1])
        return (act.DROP, act.JOIN)

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        deal = deal.with_call(self.seat, action)
        match action:
            case act.JOIN:
                return self._joined(deal.with_roles(volunteer=(self.seat,)))
            case act.DROP:
                return self._dropped(deal.with_roles(dropped=(self.seat,)))
            case act.INVITE:
                deal = deal.with_roles(host=(self.seat,), guest=(self.other,))
                return PhaseOver(deal, DefenceSet((self.other,) if self.guest_may_kontra else ()))
            case act.Kontra():
                return PhaseOver(deal, KontraCalled(self.seat))
            case _:
                return PhaseOver(deal, DefenceSet())

    def _joined(self, deal: Deal) -> Deal | PhaseOver:
        match self.question:
            case DefenceQuestion.FIRST:
                return self._ask(deal, DefenceQuestion.SECOND)
            case DefenceQuestion.SECOND:
                return PhaseOver(deal, DefenceSet((self.other, self.seat)))
            case DefenceQuestion.SECOND_AFTER_DROP:
                return deal.with_phase(replace(self, question=DefenceQuestion.SOLE))
            case DefenceQuestion.SOLE:
                raise AssertionError
            case _:
                assert_never(self.question)

    def _dropped(self, deal: Deal) -> Deal | PhaseOver:
        match self.question:
            case DefenceQuestion.FIRST:
                return self._ask(deal, DefenceQuestion.SECOND_AFTER_DROP)
            case DefenceQuestion.SECOND:
                return self._ask(deal, DefenceQuestion.SOLE)
            case _:
                return PhaseOver(deal, BothDropped())

    def _ask(self, deal: Deal, question: DefenceQuestion) -> Deal:
        return deal.with_phase(Defence(question, self.other, self.seat, self.guest_may_kontra))
