"""Claims: splits of the remaining tricks, and the vote on one (rules/russian.md 2.8)."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from bot.engine import actions as act
from bot.engine.actions import Action, Claim
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Phase, PhaseOver, Stage
from bot.engine.outcomes import PlayFinished


@lru_cache(maxsize=64)
def claim_splits(left: int, out: int = -1) -> tuple[Claim, ...]:
    """Return all claims that split ``left`` tricks; the place ``out`` (-1: nobody) gets none."""
    ways = ((a, b, left - a - b) for a, b in product(range(left + 1), repeat=2) if a + b <= left)
    return tuple(Claim(way) for way in ways if out < 0 or not way[out])


@dataclass(frozen=True, slots=True)
class ClaimVote(Phase):
    """An open claim that the other controllers answer in order (rules/russian.md 2.8)."""

    stage = Stage.CLAIM
    timeout_action = act.REFUSE  # silence is no consent (2.8)

    paused: Phase  # resumes if a controller refuses
    pending: tuple[Seat, ...]

    @property
    def trick_play(self) -> Phase:
        return self.paused

    def to_act(self, deal: Deal) -> Seat:
        return self.pending[0]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.ACCEPT, act.REFUSE)

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        deal = deal.with_call(self.pending[0], action)
        if action is act.REFUSE:
            return deal._replace(offer=None, phase=self.paused)
        if len(self.pending) > 1:
            return deal.with_phase(replace(self, pending=self.pending[1:]))
        assert deal.offer is not None
        won = list(deal.won)
        for seat, tricks in zip(deal.seats, deal.offer.tricks, strict=True):
            won[seat] += tricks
        return PhaseOver(deal._replace(won=tuple(won)), PlayFinished())
