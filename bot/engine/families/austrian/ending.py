"""Questions at the end of a deal (rules/austrian.md A-10, 3.6)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Outcome, Over, Phase, Stage


@dataclass(frozen=True, slots=True)
class Told(Outcome):
    """The declarer has answered the question about no aces."""


@dataclass(frozen=True, slots=True)
class Telling(Phase):
    """Both defenders stayed home: the declarer may still declare no aces (Q13)."""

    stage = Stage.DECLARE

    declarer: Seat

    def to_act(self, deal: Deal) -> Seat:
        return self.declarer

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.PASS, act.NO_ACES)

    def apply(self, deal: Deal, action: Action) -> Over:
        return Over(deal.said(self.declarer, action), Told())


@dataclass(frozen=True, slots=True)
class Voted(Outcome):
    """The vote is over; ``goes_on`` if all players agreed."""

    goes_on: bool


@dataclass(frozen=True, slots=True)
class Vote(Phase):
    """A vote: all must agree with ``yes`` to play on, else the match ends (3.6).

    It is taken before the next deal, when the last one is already on the sheet.
    """

    yes: ClassVar[Action]
    silence = act.PASS  # silence agrees to nothing (3.6)

    pending: tuple[Seat, ...]

    def to_act(self, deal: Deal) -> Seat:
        return self.pending[0]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.PASS, self.yes)

    def apply(self, deal: Deal, action: Action) -> Deal | Over:
        deal = deal.said(self.pending[0], action)
        if action == self.yes and len(self.pending) > 1:
            return deal.at(replace(self, pending=self.pending[1:]))
        return Over(deal, Voted(action == self.yes))


@dataclass(frozen=True, slots=True)
class Funding(Vote):
    """The last deal has emptied the pot: a vote on filling it again."""

    stage = Stage.FUNDING
    yes = act.FUND


@dataclass(frozen=True, slots=True)
class Round(Vote):
    """All have dealt equally often: a vote on another round."""

    stage = Stage.ROUND
    yes = act.ANOTHER
