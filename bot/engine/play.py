"""The play of ten tricks, and claims: shared by every family (rules/russian.md 2.7, 2.8).

What differs comes in as arguments: the trump, hands to be laid open and when, who plays an open
hand, talon cards that lead the first tricks.  The last trick has one card in each hand and is
played by the engine itself (2.8 rule 4).
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import product

from bot.engine import actions as act
from bot.engine.actions import Action, Claim, Play, plays_of
from bot.engine.cards import SUIT_BITS, Card, Hand, Seat
from bot.engine.deal import Deal, Offer, Over, Stage, Trick
from bot.engine.outcomes import Played
from bot.engine.refusal import Reason
from bot.engine.tricks import best_of, playable

TRICKS = 10


class Moment(StrEnum):
    """When hands are laid open."""

    BEFORE_LEAD = "before_lead"
    AFTER_DECLARER_LEAD = "after_declarer_lead"
    AFTER_FIRST_TRICK = "after_first_trick"


@dataclass(frozen=True, slots=True)
class Laying:
    """Hands that will be laid open at a moment; ``boss`` then plays them all (-1: nobody)."""

    moment: Moment
    seats: tuple[Seat, ...]
    boss: Seat = -1


@dataclass(frozen=True, slots=True)
class TrickPlay:
    """Ten tricks.  The tricks themselves and the turn are fields of the deal."""

    trump: int  # a suit or -1
    claims: bool
    laying: Laying | None = None  # still to come
    boss: Seat = -1
    bossed: tuple[Seat, ...] = ()  # hands the boss plays
    owner: Seat = -1  # whose cards the leading talon cards are; -1 nobody's
    talon_winner_leads: bool = False  # the winner of the last talon trick leads, else forehand
    offered: tuple[Seat, ...] = ()  # who has proposed a claim before this trick

    @property
    def stage(self) -> Stage:
        return Stage.PLAY

    def to_act(self, deal: Deal) -> Seat:
        return self.boss if deal.turn in self.bossed else deal.turn

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        hand, trick = deal.hands[deal.turn], deal.trick
        if deal.lead:
            led = deal.lead[0] >> 3
        elif trick:
            led = trick[0] >> 3
        else:
            return (*plays_of(hand), *self.offers(deal, self.to_act(deal)))
        # the rule of tricks.playable, written out: this is the busiest line of the engine
        cards = SUIT_BITS[led] & hand
        if not cards and self.trump >= 0:
            cards = SUIT_BITS[self.trump] & hand
        plays = plays_of(cards or hand)
        return plays if trick else (*plays, *self.offers(deal, self.to_act(deal)))

    def offers(self, deal: Deal, seat: Seat) -> tuple[Action, ...]:
        """Claims: between two tricks, of any controller, once per trick."""
        if not self.claims or deal.trick or seat in self.offered:
            return ()
        if (deal.lead and self.owner >= 0) or seat not in self._controllers(deal):
            return ()
        return _splits(TRICKS - len(deal.tricks))

    def apply(self, deal: Deal, action: Action) -> Deal | Over:
        """The state after a card of the hand on turn."""
        assert isinstance(action, Play)
        card, seat = action.card, deal.turn
        hands = list(deal.hands)
        hands[seat] = Hand(hands[seat] ^ (1 << card))
        trick = (*deal.trick, card)
        if len(trick) < 3:
            moved = _moved(deal, tuple(hands), trick, deal.after(seat))
            return self._after_lead(moved) if self.laying is not None else moved
        return self._finish(_moved(deal, tuple(hands), trick, seat))

    def claim(self, deal: Deal, seat: Seat, claim: Claim) -> Deal:
        """The deal with a proposal waiting for the other controllers."""
        others = [other for other in self._controllers(deal) if other != seat]
        others.sort(key=lambda other: (other - seat) % len(deal.hands))
        shown = deal.open_seats
        if claim.tricks[deal.seats.index(seat)] == TRICKS - len(deal.tricks) and seat not in shown:
            shown = (*shown, seat)
        return deal.said(seat, claim)._replace(
            offer=Offer(seat, claim.tricks),
            open_seats=shown,
            phase=Vote(replace(self, offered=(*self.offered, seat)), tuple(others)),
        )

    def why_not(self, deal: Deal, action: Action) -> Reason:
        if isinstance(action, Claim):
            return self.why_no_claim(deal, self.to_act(deal))
        if not isinstance(action, Play):
            return Reason.WRONG_PHASE
        hand = deal.hands[deal.turn]
        if action.card not in hand:
            return Reason.NOT_YOUR_CARD
        led = (deal.lead or deal.trick)[0] >> 3
        return Reason.MUST_FOLLOW if hand.of_suit(led) else Reason.MUST_TRUMP

    def why_no_claim(self, deal: Deal, seat: Seat) -> Reason:
        if not self.claims:
            return Reason.CALL_SWITCHED_OFF
        if seat not in self._controllers(deal):
            return Reason.NOT_YOUR_TURN
        if deal.trick or (deal.lead and self.owner >= 0):
            return Reason.CLAIM_BETWEEN_TRICKS
        return Reason.CLAIM_ONCE if seat in self.offered else Reason.CLAIM_SPLIT

    def _controllers(self, deal: Deal) -> tuple[Seat, ...]:
        """Who plays at least one of the three hands."""
        return tuple(s for s in deal.seats if s not in self.bossed or s == self.boss)

    def _after_lead(self, deal: Deal) -> Deal:
        """The first card lays hands open when the declarer led it."""
        assert self.laying is not None
        if self.laying.moment is not Moment.AFTER_DECLARER_LEAD or deal.tricks:
            return deal
        return _opened(deal, self)

    def _finish(self, deal: Deal) -> Deal | Over:
        """Give the full trick to its winner and go on."""
        deal = _collected(deal, self)
        left = TRICKS - len(deal.tricks)
        if not left:
            return Over(deal, Played())
        if self.laying is not None and self.laying.moment is Moment.AFTER_FIRST_TRICK:
            deal = _opened(deal, self)
        elif self.offered:
            deal = deal._replace(phase=replace(self, offered=()))
        return self._last_trick(deal) if left == 1 else deal

    def _last_trick(self, deal: Deal) -> Deal | Over:
        for seat in (deal.turn, deal.after(deal.turn), deal.after(deal.after(deal.turn))):
            (card,) = deal.hands[seat]
            hands = tuple(Hand(0) if n == seat else h for n, h in enumerate(deal.hands))
            deal = _moved(deal, hands, (*deal.trick, card), seat)
        return self._finish(deal)


def begin(deal: Deal, phase: TrickPlay, lead: tuple[Card, ...] = ()) -> Deal:
    """The deal at the first lead, which is forehand's; ``lead`` are leading talon cards."""
    first = deal.seats[0]
    deal = deal._replace(turn=first, leader=first, lead=lead, phase=phase)
    if lead:
        deal = deal._replace(talon_shown=1)
    laying = phase.laying
    if laying is None:
        return deal
    declarer_leads = deal.contract is not None and deal.contract.declarer == first
    at_once = laying.moment is Moment.BEFORE_LEAD or (
        laying.moment is Moment.AFTER_DECLARER_LEAD and not declarer_leads
    )
    return _opened(deal, phase) if at_once else deal


def _opened(deal: Deal, phase: TrickPlay) -> Deal:
    laying = phase.laying
    assert laying is not None
    bossed = laying.seats if laying.boss >= 0 else ()
    phase = replace(phase, laying=None, boss=laying.boss, bossed=bossed, offered=())
    new = tuple(seat for seat in laying.seats if seat not in deal.open_seats)
    return deal._replace(open_seats=deal.open_seats + new, phase=phase)


_CHANGING = Deal._fields.index("hands")


def _moved(deal: Deal, hands: tuple[Hand, ...], trick: tuple[Card, ...], turn: Seat) -> Deal:
    """``deal._replace(hands=, trick=, turn=)`` at a fifth of its cost."""
    _, tricks, won, _, leader, _, lead, phase = deal[_CHANGING:]
    changed = (hands, tricks, won, trick, leader, turn, lead, phase)
    moved: Deal = tuple.__new__(Deal, deal[:_CHANGING] + changed)
    return moved


def _collected(deal: Deal, play: TrickPlay) -> Deal:
    """The trick turned over, its winner on lead."""
    second = deal.after(deal.leader)
    order: tuple[Seat, ...] = (deal.leader, second, deal.after(second))
    cards, talon = deal.trick, (deal.lead[0] if deal.lead else None)
    if talon is not None and play.owner >= 0:  # the dealer's card takes part (3.4)
        order, cards = (*order, play.owner), (*cards, talon)
    place = best_of(cards, (deal.trick[0] if talon is None else talon) >> 3, play.trump)
    assert place is not None  # 3.4: somebody can always follow a suit the talon leads
    winner = order[place]
    leader = _next_leader(deal, play, winner)
    won = tuple(n + (seat == winner) for seat, n in enumerate(deal.won))
    tricks = (*deal.tricks, Trick(deal.leader, deal.trick, winner, talon))
    lead = deal.lead[1:]
    shown = deal.talon_shown + (1 if lead else 0)
    return deal._replace(
        talon_shown=shown, tricks=tricks, won=won, trick=(), leader=leader, turn=leader, lead=lead
    )


def _next_leader(deal: Deal, play: TrickPlay, winner: Seat) -> Seat:
    if not deal.lead:
        return winner
    last_talon_trick = len(deal.lead) == 1
    free = last_talon_trick and play.talon_winner_leads and winner in deal.seats
    return winner if free else deal.seats[0]


@dataclass(frozen=True, slots=True)
class Vote:
    """A claim waits for the other controllers, in order (rules/russian.md 2.8)."""

    play: TrickPlay
    pending: tuple[Seat, ...]

    @property
    def stage(self) -> Stage:
        return Stage.CLAIM

    def to_act(self, deal: Deal) -> Seat:
        return self.pending[0]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.ACCEPT, act.REFUSE)

    def offers(self, deal: Deal, seat: Seat) -> tuple[Action, ...]:
        return ()

    def apply(self, deal: Deal, action: Action) -> Deal | Over:
        deal = deal.said(self.pending[0], action)
        if isinstance(action, act.Refuse):
            return deal._replace(offer=None, phase=self.play)
        if len(self.pending) > 1:
            return deal._replace(phase=replace(self, pending=self.pending[1:]))
        assert deal.offer is not None
        won = list(deal.won)
        for seat, tricks in zip(deal.seats, deal.offer.tricks, strict=True):
            won[seat] += tricks
        return Over(deal._replace(won=tuple(won)), Played())

    def why_not(self, deal: Deal, action: Action) -> Reason:
        return Reason.WRONG_PHASE


@lru_cache(maxsize=16)
def _splits(left: int) -> tuple[Claim, ...]:
    """Every way to divide the tricks left among the three active seats."""
    ways = product(range(left + 1), repeat=2)
    return tuple(Claim((a, b, left - a - b)) for a, b in ways if a + b <= left)


__all__ = ["TRICKS", "Laying", "Moment", "TrickPlay", "Vote", "begin", "playable"]
