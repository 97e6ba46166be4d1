"""Whist, half-whist, pass, the return of the choice, open or closed (rules/russian.md 2.6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Outcome, Over, Phase, Stage
from bot.engine.refusal import RuleReason

# a defender's answers to a contract; True if they take part
ANSWERS: Final[Mapping[str, bool]] = {act.WHIST: True, act.PASS: False, act.HALF_WHIST: False}


@dataclass(frozen=True, slots=True)
class DefenceSet(Outcome):
    """The whisters; ``half`` is the seat of an accepted half-whist (-1: none).

    ``is_open`` is the choice of a sole whister.
    """

    whisters: tuple[Seat, ...]
    half: Seat = -1
    is_open: bool = False


class Question(StrEnum):
    """The questions to a defender."""

    ONLY = "only"  # the one opponent of two: whist, always open, or pass (2.11 rule 4)
    FIRST = "first"  # B: whist or pass
    SECOND = "second"  # C: whist or pass
    SECOND_AFTER_PASS = "second_after_pass"  # C, B passed: half-whist too
    RETURN = "return"  # after a half-whist of the other: take the whist over, or accept
    OPENNESS = "openness"  # the sole whister: open or closed
    OPENNESS_OR_HALF = "openness_or_half"  # the sole first whister may step down


@dataclass(frozen=True, slots=True)
class Defence(Phase):
    """One question at a time to one defender."""

    stage = Stage.DEFENCE

    question: Question
    seat: Seat
    other: Seat
    level: int
    half: bool  # half-whist of the second hand is agreed
    half_first: bool  # half-whist of a sole first whister is agreed

    def to_act(self, deal: Deal) -> Seat:
        return self.seat

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        match self.question:
            case Question.ONLY | Question.FIRST | Question.SECOND | Question.RETURN:
                return (act.PASS, act.WHIST)
            case Question.SECOND_AFTER_PASS:
                may = self.half and self.level <= 7
                return (act.PASS, act.WHIST, act.HALF_WHIST) if may else (act.PASS, act.WHIST)
            case Question.OPENNESS:
                return (act.OPEN, act.CLOSED)
            case Question.OPENNESS_OR_HALF:
                return (act.OPEN, act.CLOSED, act.HALF_WHIST)
            case _:
                assert_never(self.question)

    def apply(self, deal: Deal, action: Action) -> Deal | Over:
        deal = deal.said(self.seat, action)
        if action in (act.OPEN, act.CLOSED):
            return Over(deal, DefenceSet((self.seat,), is_open=action is act.OPEN))
        if action is act.HALF_WHIST:
            deal = deal.with_roles(half_whister=(self.seat,))
            return self._ask(deal, Question.RETURN)
        if action is act.WHIST:
            return self._whists(deal)
        return self._passes(deal.with_roles(passer=(self.seat,)))

    def _whists(self, deal: Deal) -> Deal | Over:
        deal = deal.with_roles(whister=(self.seat,))
        match self.question:
            case Question.ONLY:
                return Over(deal, DefenceSet((self.seat,), is_open=True))
            case Question.FIRST:
                return self._ask(deal, Question.SECOND)
            case Question.SECOND:
                return Over(deal, DefenceSet((self.other, self.seat)))
            case _:
                # a returned whist turns the half-whister into a passer (2.6)
                return self._sole(deal.with_roles(passer=(self.other,)), Question.OPENNESS)

    def _passes(self, deal: Deal) -> Deal | Over:
        match self.question:
            case Question.FIRST:
                return self._ask(deal, Question.SECOND_AFTER_PASS)
            case Question.SECOND:
                may_step_down = self.half_first and self.level <= 7
                question = Question.OPENNESS_OR_HALF if may_step_down else Question.OPENNESS
                return self._ask(deal, question)
            case Question.RETURN:
                return Over(deal, DefenceSet((), half=self.other))
            case _:
                return Over(deal, DefenceSet(()))

    def _ask(self, deal: Deal, question: Question) -> Deal:
        """Return the deal with the next question, to the other defender."""
        phase = Defence(question, self.other, self.seat, self.level, self.half, self.half_first)
        return deal.at(phase)

    def _sole(self, deal: Deal, question: Question) -> Deal:
        phase = Defence(question, self.seat, self.other, self.level, self.half, self.half_first)
        return deal.at(phase)

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        if action is act.HALF_WHIST and self.level <= 7 and not self.half:
            return RuleReason.CALL_SWITCHED_OFF
        return RuleReason.WRONG_PHASE
