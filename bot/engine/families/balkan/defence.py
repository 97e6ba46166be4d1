"""Join, drop, alone, invite (rules/balkan.md 2.8)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, assert_never

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Outcome, Over, Phase, Stage
from bot.engine.families.balkan.kontra import KontraSaid

# a defender's answers to a contract; True if they take part
ANSWERS: Final[Mapping[str, bool]] = {act.JOIN: True, act.DROP: False}


@dataclass(frozen=True, slots=True)
class BothDropped(Outcome):
    """Both defenders have dropped."""


@dataclass(frozen=True, slots=True)
class DefenceSet(Outcome):
    """The defence is complete; ``callers`` are asked for a kontra, in order (2.9.1)."""

    callers: tuple[Seat, ...] = ()


class Question(StrEnum):
    """The questions to a defender."""

    FIRST = "first"  # join or drop
    SECOND = "second"  # join or drop, after the first has joined
    SECOND_AFTER_DROP = "second_after_drop"
    SOLE = "sole"  # the only one to join: alone, invite or kontra


@dataclass(frozen=True, slots=True)
class Defence(Phase):
    """One question at a time to one defender."""

    stage = Stage.DEFENCE

    question: Question
    seat: Seat
    other: Seat
    guest_may_kontra: bool  # A9

    def to_act(self, deal: Deal) -> Seat:
        return self.seat

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        if self.question is Question.SOLE:
            return (act.ALONE, act.INVITE, act.KONTRAS[1])
        return (act.DROP, act.JOIN)

    def apply(self, deal: Deal, action: Action) -> Deal | Over:
        deal = deal.said(self.seat, action)
        match action:
            case act.JOIN:
                return self._joined(deal.with_roles(volunteer=(self.seat,)))
            case act.DROP:
                return self._dropped(deal.with_roles(dropped=(self.seat,)))
            case act.INVITE:
                deal = deal.with_roles(host=(self.seat,), guest=(self.other,))
                return Over(deal, DefenceSet((self.other,) if self.guest_may_kontra else ()))
            case act.Kontra():
                return Over(deal, KontraSaid(self.seat))
            case _:
                return Over(deal, DefenceSet())

    def _joined(self, deal: Deal) -> Deal | Over:
        match self.question:
            case Question.FIRST:
                return self._ask(deal, Question.SECOND)
            case Question.SECOND:
                return Over(deal, DefenceSet((self.other, self.seat)))
            case Question.SECOND_AFTER_DROP:
                return deal.at(replace(self, question=Question.SOLE))
            case Question.SOLE:
                raise AssertionError
            case _:
                assert_never(self.question)

    def _dropped(self, deal: Deal) -> Deal | Over:
        match self.question:
            case Question.FIRST:
                return self._ask(deal, Question.SECOND_AFTER_DROP)
            case Question.SECOND:
                return self._ask(deal, Question.SOLE)
            case _:
                return Over(deal, BothDropped())

    def _ask(self, deal: Deal, question: Question) -> Deal:
        phase = replace(self, question=question, seat=self.other, other=self.seat)
        return deal.at(phase)
