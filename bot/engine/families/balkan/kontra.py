"""Doubling of the stake: kontra, rekontra and so on (rules/balkan.md 2.9)."""

from dataclasses import dataclass, replace

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Phase, PhaseOutcome, PhaseOver, Stage


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
