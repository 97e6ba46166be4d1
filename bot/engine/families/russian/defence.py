"""Whist, half-whist, pass, the return of the choice, open or closed (rules/russian.md 2.6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from bot.engine import actions, rules
from bot.engine import actions as act
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Phase, PhaseOutcome, PhaseOver, Stage

# a defender's answers to a contract; True if they take part
ANSWERS: Final[Mapping[str, bool]] = {act.WHIST: True, act.PASS: False, act.HALF_WHIST: False}


@dataclass(frozen=True, slots=True)
class DefenceSet(PhaseOutcome):
    """The whisters; ``half`` is the seat of an accepted half-whist (-1: none).

    ``is_open`` is the choice of a sole whister.
    """

    whisters: tuple[Seat, ...]
    half: Seat = -1
    is_open: bool = False


class DefenceQuestion(StrEnum):
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

    question: DefenceQuestion
    seat: Seat
    other: Seat
    level: int
    half: bool  # half-whist of the second hand is agreed
    half_first: bool  # half-whist of a sole first whister is agreed

    def to_act(self, deal: Deal) -> Seat:
        return self.seat

    def legal(self, deal: Deal) -> tuple[actions.Action, ...]:
        match self.question:
            case (
                DefenceQuestion.ONLY
                | DefenceQuestion.FIRST
                | DefenceQuestion.SECOND
                | DefenceQuestion.RETURN
            ):
                return (act.PASS, act.WHIST)
            case DefenceQuestion.SECOND_AFTER_PASS:
                may = self.half and self.level <= 7
                return (act.PASS, act.WHIST, act.HALF_WHIST) if may else (act.PASS, act.WHIST)
            case DefenceQuestion.OPENNESS:
                return (act.OPEN, act.CLOSED)
            case DefenceQuestion.OPENNESS_OR_HALF:
                return (act.OPEN, act.CLOSED, act.HALF_WHIST)
            case _:
                assert_never(self.question)

    def apply(self, deal: Deal, action: actions.Action) -> Deal | PhaseOver:
        deal = deal.with_call(self.seat, action)
        if action in (act.OPEN, act.CLOSED):
            return PhaseOver(deal, DefenceSet((self.seat,), is_open=action is act.OPEN))
        if action is act.HALF_WHIST:
            deal = deal.with_roles(half_whister=(self.seat,))
            return self._ask(deal, DefenceQuestion.RETURN)
        if action is act.WHIST:
            return self._whists(deal)
        return self._passes(deal.with_roles(passer=(self.seat,)))

    def _whists(self, deal: Deal) -> Deal | PhaseOver:
        deal = deal.with_roles(whister=(self.seat,))
        match self.question:
            case DefenceQuestion.ONLY:
                return PhaseOver(deal, DefenceSet((self.seat,), is_open=True))
            case DefenceQuestion.FIRST:
                return self._ask(deal, DefenceQuestion.SECOND)
            case DefenceQuestion.SECOND:
                return PhaseOver(deal, DefenceSet((self.other, self.seat)))
            case _:
                # a returned whist turns the half-whister into a passer (2.6)
                return self._sole(deal.with_roles(passer=(self.other,)), DefenceQuestion.OPENNESS)

    def _passes(self, deal: Deal) -> Deal | PhaseOver:
        match self.question:
            case DefenceQuestion.FIRST:
                return self._ask(deal, DefenceQuestion.SECOND_AFTER_PASS)
            case DefenceQuestion.SECOND:
                may_step_down = self.half_first and self.level <= 7
                question = (
                    DefenceQuestion.OPENNESS_OR_HALF if may_step_down else DefenceQuestion.OPENNESS
                )
                return self._ask(deal, question)
            case DefenceQuestion.RETURN:
                return PhaseOver(deal, DefenceSet((), half=self.other))
            case _:
                return PhaseOver(deal, DefenceSet(()))

    def _ask(self, deal: Deal, question: DefenceQuestion) -> Deal:
        """Return the deal with the next question, to the other defender."""
        phase = Defence(question, self.other, self.seat, self.level, self.half, self.half_first)
        return deal.with_phase(phase)

    def _sole(self, deal: Deal, question: DefenceQuestion) -> Deal:
        phase = Defence(question, self.seat, self.other, self.level, self.half, self.half_first)
        return deal.with_phase(phase)

    def why_not(self, deal: Deal, action: actions.Action) -> rules.RuleReason:
        if action is act.HALF_WHIST and self.level <= 7 and not self.half:
            return rules.RuleReason.CALL_SWITCHED_OFF
        return rules.RuleReason.WRONG_PHASE
