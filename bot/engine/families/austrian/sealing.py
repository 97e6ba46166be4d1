"""Games named in secret and revealed together (rules/austrian.md A-7, Q11, Q12)."""

from dataclasses import dataclass
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Phase, PhaseOver, Stage
from bot.engine.families.austrian.contracts import GAME_SUITS, HEARTS_GAME
from bot.engine.outcomes import AuctionWon
from bot.engine.refusal import RuleReason

_SEALS: Final = {name: act.Seal(name) for name in (*GAME_SUITS, HEARTS_GAME)}


@dataclass(frozen=True, slots=True)
class Sealing(Phase):
    """The callers name their games one by one; no view shows ``chosen`` before the last one."""

    stage = Stage.AUCTION

    callers: tuple[Seat, ...]  # clockwise from the dealer's left
    with_hearts: bool
    chosen: tuple[str, ...] = ()

    @property
    def sealed_names(self) -> tuple[str, ...]:
        return self.chosen

    def to_act(self, deal: Deal) -> Seat:
        return self.callers[len(self.chosen)]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return tuple(_SEALS.values())[: 4 if self.with_hearts else 3]

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        assert isinstance(action, act.Seal)
        chosen = (*self.chosen, action.name)
        if len(chosen) < len(self.callers):
            return deal.with_phase(Sealing(self.callers, self.with_hearts, chosen))
        for seat, name in zip(self.callers, chosen, strict=True):
            deal = deal.with_call(seat, act.Bid(name))
        best = max(chosen)
        return PhaseOver(deal, AuctionWon(self.callers[chosen.index(best)], best))

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        named = isinstance(action, act.Seal) and action.name == HEARTS_GAME
        return RuleReason.CALL_SWITCHED_OFF if named else RuleReason.WRONG_PHASE
