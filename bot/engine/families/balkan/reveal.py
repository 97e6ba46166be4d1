"""Comparison of several games: the plain ones are shown one by one (rules/balkan.md 2.4).

No state holds a game before its caller shows it: callers not asked yet have only announced that
they have one, and a silent caller never reveals it.
"""

from dataclasses import dataclass, replace

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Phase, PhaseOver, Stage
from bot.engine.families.balkan.auction import CalledGame
from bot.engine.families.balkan.contracts import GAME, value_of
from bot.engine.outcomes import AuctionWon
from bot.engine.refusal import RuleReason


@dataclass(frozen=True, slots=True)
class GameComparison(Phase):
    """``pending`` are the callers of plain games, seniors first; each is asked once (A6)."""

    stage = Stage.AUCTION

    pending: tuple[Seat, ...]
    names: tuple[str, ...]  # the possible contracts of a plain game, lowest first
    best: str = ""  # the best game known so far
    owner: Seat = -1

    def to_act(self, deal: Deal) -> Seat:
        return self.pending[0]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        """Return every game that beats the best one, or silence (A39)."""
        shown = tuple(act.Declare(name) for name in self.names if self._beats(deal, name))
        return (*shown, act.SILENT) if self.best else shown

    def _beats(self, deal: Deal, name: str) -> bool:
        """Return True for a higher game, or an equal one of the senior."""
        best = value_of(self.best)
        if value_of(name) == best:
            return deal.seats.index(self.pending[0]) < deal.seats.index(self.owner)
        return value_of(name) > best

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        seat, phase = self.pending[0], replace(self, pending=self.pending[1:])
        deal = deal.with_call(seat, action)
        if isinstance(action, act.Declare):
            phase = replace(phase, best=action.name, owner=seat)
        if phase.pending:
            return deal.with_phase(phase)
        return PhaseOver(deal, AuctionWon(phase.owner, phase.best))

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        if isinstance(action, act.Declare) and action.name in self.names:
            return RuleReason.BID_TOO_LOW
        return RuleReason.WRONG_PHASE


def begin_comparison(claimed: tuple[CalledGame, ...], names: tuple[str, ...]) -> GameComparison:
    """Return the first question; the last explicit game counts as the best one (2.4)."""
    pending = tuple(claim.seat for claim in claimed if claim.name == GAME)
    explicit = [claim for claim in claimed if claim.name != GAME]
    if not explicit:
        return GameComparison(pending, names)
    return GameComparison(pending, names, explicit[-1].name, explicit[-1].seat)
