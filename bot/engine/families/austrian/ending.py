"""What is asked when a deal is over (rules/austrian.md A-10, 3.6)."""

from dataclasses import dataclass, replace

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Outcome, Over, Phase, Stage


@dataclass(frozen=True, slots=True)
class Told(Outcome):
    """The declarer has declared no aces, or not."""


@dataclass(frozen=True, slots=True)
class Telling(Phase):
    """Both stayed home: the declarer may still declare no aces (Q13)."""

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
    """All pay in again, or one does not."""

    all_pay: bool


@dataclass(frozen=True, slots=True)
class Funding(Phase):
    """The last deal has emptied the pot: all must agree to fill it, else the match ends (3.6).

    It is asked before the next cards are dealt: the last deal is written already.
    """

    stage = Stage.FUNDING
    silence = act.PASS  # silence pays nothing (3.6)

    pending: tuple[Seat, ...]

    def to_act(self, deal: Deal) -> Seat:
        return self.pending[0]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.PASS, act.FUND)

    def apply(self, deal: Deal, action: Action) -> Deal | Over:
        deal = deal.said(self.pending[0], action)
        if action is act.FUND and len(self.pending) > 1:
            return deal.at(replace(self, pending=self.pending[1:]))
        return Over(deal, Voted(action is act.FUND))
