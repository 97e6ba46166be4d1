"""Questions at the end of a deal (rules/austrian.md A-10, 3.6)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Phase, PhaseOutcome, PhaseOver, Stage


@dataclass(frozen=True, slots=True)
class NoAcesAnswered(PhaseOutcome):
    """The declarer has answered the question about no aces."""


@dataclass(frozen=True, slots=True)
class NoAcesQuestion(Phase):
    """Both defenders stayed home: the declarer may still declare no aces (Q13)."""

    stage = Stage.DECLARE

    declarer: Seat

    def to_act(self, deal: Deal) -> Seat:
        return self.declarer

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.PASS, act.NO_ACES)

    def apply(self, deal: Deal, action: Action) -> PhaseOver:
        return PhaseOver(deal.with_call(self.declarer, action), NoAcesAnswered())


@dataclass(frozen=True, slots=True)
class VoteOver(PhaseOutcome):
    """The vote is over; ``goes_on`` if all players agreed."""

    goes_on: bool


@dataclass(frozen=True, slots=True)
class ContinuationVote(Phase):
    """A vote: all must agree with ``yes`` to play on, else the match ends (3.6).

    It is taken before the next deal, when the last one is already on the sheet.
    """

    yes: ClassVar[Action]
    timeout_action = act.PASS  # silence agrees to nothing (3.6)

    pending: tuple[Seat, ...]

    def to_act(self, deal: Deal) -> Seat:
        return self.pending[0]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.PASS, self.yes)

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        deal = deal.with_call(self.pending[0], action)
        if action == self.yes and len(self.pending) > 1:
            return deal.with_phase(replace(self, pending=self.pending[1:]))
        return PhaseOver(deal, VoteOver(action == self.yes))


@dataclass(frozen=True, slots=True)
class FundingVote(ContinuationVote):
    """The last deal has emptied the pot: a vote on filling it again."""

    stage = Stage.FUNDING
    yes = act.FUND


@dataclass(frozen=True, slots=True)
class RoundVote(ContinuationVote):
    """All have dealt equally often: a vote on another round."""

    stage = Stage.ROUND
    yes = act.ANOTHER
