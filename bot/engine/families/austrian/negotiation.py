"""Offers between the declarer and a lone defender (rules/austrian.md V-14, Q6)."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Offer, PhaseOutcome
from bot.engine.families.austrian.contracts import DEFENDER_QUOTA, TARGET
from bot.engine.play import TRICKS
from bot.engine.refusal import RuleReason

SPLITS: Final = range(
    TARGET, TRICKS - DEFENDER_QUOTA + 1
)  # nobody falls: 6, 7 or 8 for the declarer
_OFFERS: Final = {tricks: act.Propose(tricks) for tricks in SPLITS}


@dataclass(frozen=True, slots=True)
class SplitAgreed(PhaseOutcome):
    """The two agree on a split, which is scored as if it had been played."""


class Bargain(NamedTuple):
    """The state of the offers; ``declined`` is the offer just declined (-1: none)."""

    declarer: Seat
    defender: Seat
    most: int
    at_any_trick: bool
    made: tuple[Seat, ...] = ()  # the maker of each offer so far
    declined: int = -1

    def offers(self, deal: Deal, seat: Seat, but: int = -1) -> tuple[act.Propose, ...]:
        """Return the offers a seat may make now; ``but`` is the offer it answers."""
        if seat not in (self.declarer, self.defender) or self.made.count(seat) >= self.most:
            return ()
        if deal.trick or (deal.tricks and not self.at_any_trick):
            return ()
        least = max(SPLITS[0], deal.won[self.declarer])
        most = min(SPLITS[-1], TRICKS - deal.won[self.defender])
        splits = range(least, most + 1)
        return tuple(_OFFERS[tricks] for tricks in splits if tricks not in (self.declined, but))

    def other(self, seat: Seat) -> Seat:
        return self.defender if seat == self.declarer else self.declarer

    def why_not(self, deal: Deal, seat: Seat, action: Action) -> RuleReason:
        if not isinstance(action, act.Propose) or not self.offers(deal, seat):
            used_up = self.made.count(seat) >= self.most
            return RuleReason.OFFERS_USED_UP if used_up else RuleReason.WRONG_PHASE
        repeated = action.tricks == self.declined
        return RuleReason.OFFER_REPEATED if repeated else RuleReason.OFFER_NOT_ALLOWED

    def with_offer(self, deal: Deal, seat: Seat, tricks: int) -> tuple["Bargain", Offer]:
        """Return the bargain after the seat's offer, and the offer as a split of tricks to come."""
        bargain = self._replace(made=(*self.made, seat), declined=-1)
        left = {
            self.declarer: tricks - deal.won[self.declarer],
            self.defender: TRICKS - tricks - deal.won[self.defender],
        }
        first, second, third = (left.get(at, 0) for at in deal.seats)
        return bargain, Offer(seat, (first, second, third))

    def with_split(self, deal: Deal, tricks: int) -> Deal:
        """Return the deal with all ten tricks split as agreed."""
        won = list(deal.won)
        won[self.declarer], won[self.defender] = tricks, TRICKS - tricks
        return deal._replace(won=tuple(won))
