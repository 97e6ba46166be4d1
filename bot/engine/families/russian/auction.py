"""The Russian auction (rules/russian.md 2.4): a ladder, misère, hold by the senior hand."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import AuctionWon, Deal, PassedOut, Phase, PhaseOver, Stage
from bot.engine.families.russian import contracts
from bot.engine.rules import RuleReason

_BIDS = {name: act.Bid(name) for name in contracts.LADDER}


class AuctionRules(NamedTuple):
    """The options of the auction; ``bar`` is the lowest trick level (3.3)."""

    bar: int
    hold: bool
    jumps: bool
    misere_by_hand: bool


@dataclass(frozen=True, slots=True)
class Auction(Phase):
    """The auction; ``live`` are the seats that have not passed, in order, the next one first."""

    stage = Stage.AUCTION

    rules: AuctionRules
    live: tuple[Seat, ...]
    high: str = ""
    holder: Seat = -1
    bid_tricks: tuple[Seat, ...] = ()  # the seats that have made a trick bid
    bid_misere: tuple[Seat, ...] = ()  # the seats that have called misère

    def to_act(self, deal: Deal) -> Seat:
        return self.live[0]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        seat = self.live[0]
        return _calls(
            self.rules,
            self.high,
            seat in self.bid_tricks,
            seat in self.bid_misere,
            self._may_hold(deal),
        )

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        seat = self.live[0]
        deal = deal.with_call(seat, action)
        if action is act.PASS:
            return self._passed(deal)
        name = action.name if isinstance(action, act.Bid) else self.high
        return self._called(seat, name)._or_won(deal)

    def _called(self, seat: Seat, name: str) -> "Auction":
        live, tricks, misere = (*self.live[1:], seat), self.bid_tricks, self.bid_misere
        if name in (contracts.MISERE, contracts.MISERE_BY_HAND):
            misere = misere if seat in misere else (*misere, seat)
        else:
            tricks = tricks if seat in tricks else (*tricks, seat)
        return Auction(self.rules, live, name, seat, tricks, misere)

    def _passed(self, deal: Deal) -> Deal | PhaseOver:
        if len(self.live) == 1:
            return PhaseOver(deal, PassedOut())
        phase = Auction(
            self.rules, self.live[1:], self.high, self.holder, self.bid_tricks, self.bid_misere
        )
        return phase._or_won(deal)

    def _or_won(self, deal: Deal) -> Deal | PhaseOver:
        """End the auction if one seat is left: it wins with the highest bid (2.4 rule 9)."""
        if self.live == (self.holder,):
            return PhaseOver(deal, AuctionWon(self.holder, self.high))
        return deal.with_phase(self)

    def _may_hold(self, deal: Deal) -> bool:
        """Return True for the senior of two, over a trick bid, without own misère (2.4 rule 3)."""
        if not self.rules.hold or len(self.live) != 2 or self.high not in contracts.LEVEL:
            return False
        seat, other = self.live
        senior = deal.seats.index(seat) < deal.seats.index(other)
        return senior and self.holder == other and seat not in self.bid_misere

    def possible_actions(self, deal: Deal) -> tuple[Action, ...]:
        return (act.PASS, *_BIDS.values())

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        seat = self.live[0]
        if action is act.HOLD:
            return RuleReason.NOTHING_TO_HOLD
        if not isinstance(action, act.Bid) or action.name not in contracts.RANK:
            return RuleReason.WRONG_PHASE
        if action.name == contracts.MISERE_BY_HAND and not self.rules.misere_by_hand:
            return RuleReason.CALL_SWITCHED_OFF
        if action.name in (contracts.MISERE, contracts.MISERE_BY_HAND) and seat in self.bid_tricks:
            return RuleReason.MISERE_FIRST_CALL_ONLY
        if seat in self.bid_misere:
            return RuleReason.MISERE_BOUND
        if self.high and contracts.RANK[action.name] <= contracts.RANK[self.high]:
            return RuleReason.BID_TOO_LOW
        below = action.name not in contracts.LEVEL or contracts.LEVEL[action.name] < self.rules.bar
        return RuleReason.BID_BELOW_BAR if below else RuleReason.BID_MUST_STEP


@lru_cache(maxsize=4096)
def _calls(
    rules: AuctionRules, high: str, bid_tricks: bool, bid_misere: bool, may_hold: bool
) -> tuple[Action, ...]:
    """Return pass, hold, and the bids in the order of the ladder."""
    above = contracts.RANK[high] if high else 0
    names = set() if bid_misere else _trick_bids(rules, above)
    if not bid_tricks:
        names |= _miseres(rules, above, bid_misere)
    bids = tuple(_BIDS[name] for name in contracts.LADDER if name in names)
    return (act.PASS, act.HOLD, *bids) if may_hold else (act.PASS, *bids)


def _trick_bids(rules: AuctionRules, above: int) -> set[str]:
    names = [
        n
        for n in contracts.TRICK_BIDS
        if contracts.RANK[n] > above and contracts.LEVEL[n] >= rules.bar
    ]
    return set(names if rules.jumps else names[:1])


def _miseres(rules: AuctionRules, above: int, called: bool) -> set[str]:
    """Return misère as a first call, misère without talon also as a second (2.4 rules 5-8)."""
    names = set()
    if not called and contracts.RANK[contracts.MISERE] > above and rules.bar <= 8:
        names.add(contracts.MISERE)
    if rules.misere_by_hand and contracts.RANK[contracts.MISERE_BY_HAND] > above and rules.bar <= 9:
        names.add(contracts.MISERE_BY_HAND)
    return names
