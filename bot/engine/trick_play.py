"""The play of ten tricks, and claims: shared by every family (rules/russian.md 2.7, 2.8).

The families differ by arguments: the trump, the hands to lay open and the moment, the player of
an open hand, talon cards that lead the first tricks, the rules of following, a seat that takes
no part, the number of tricks that ends the play.  The engine itself plays the last trick, with
one card in each hand (2.8 rule 4).
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import PLAYS, Action, Claim, Play
from bot.engine.cards import (
    EMPTY,
    SUIT_BITS,
    Card,
    FollowRule,
    Hand,
    Seat,
    overtaking_cards,
    winning_index,
)
from bot.engine.deal import (
    Deal,
    Offer,
    OutOfTurnPhase,
    Phase,
    PhaseOver,
    PlayFinished,
    Stage,
    Trick,
)
from bot.engine.rules import RuleReason

# Claims: splits of the remaining tricks, and the vote on one (rules/russian.md 2.8).


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


TRICKS = 10

# the plays of one suit by the eight bits of the hand in it, so that a hand takes four look-ups
_SUIT_PLAYS: Final = tuple(
    tuple(
        tuple(PLAYS[suit * 8 + rank] for rank in range(8) if bits >> rank & 1)
        for bits in range(256)
    )
    for suit in range(4)
)
_SPADES, _CLUBS, _DIAMONDS, _HEARTS = _SUIT_PLAYS

SeatHands = tuple[Hand, ...]  # by seat


def plays_of(cards: int) -> tuple[Play, ...]:
    """Return one Play per card of a hand, lowest card number first."""
    return (
        _SPADES[cards & 255]
        + _CLUBS[cards >> 8 & 255]
        + _DIAMONDS[cards >> 16 & 255]
        + _HEARTS[cards >> 24]
    )


class ExposureMoment(StrEnum):
    """The moments at which hands are laid open."""

    BEFORE_LEAD = "before_lead"
    AFTER_DECLARER_LEAD = "after_declarer_lead"
    AFTER_FIRST_TRICK = "after_first_trick"


@dataclass(frozen=True, slots=True)
class Exposure:
    """Hands to be laid open at a moment; ``boss`` then plays them all (-1: each their own)."""

    moment: ExposureMoment
    seats: tuple[Seat, ...]
    boss: Seat = -1


@dataclass(frozen=True, slots=True)
class TrickPlay(OutOfTurnPhase):
    """The play of ten tricks.  The tricks themselves and the turn are fields of the deal."""

    stage = Stage.PLAY

    trump: int  # a suit or -1
    claims: bool
    laying: Exposure | None = None  # still to come
    boss: Seat = -1
    bossed: tuple[Seat, ...] = ()  # hands the boss plays
    owner: Seat = -1  # the seat that the leading talon cards belong to; -1 none
    talon_winner_leads: bool = False  # the winner of the last talon trick leads, else forehand
    offered: tuple[Seat, ...] = ()  # the seats that have proposed a claim before this trick
    following: FollowRule = FollowRule.SUIT
    bound: Seat = -1  # answers a declarer's lead with the lowest winner (austrian.md C-9)
    out: Seat = -1  # the seat that takes no part, its cards face down
    side: tuple[Seat, ...] = ()  # the play stops when these seats have taken so many tricks
    limit: int = TRICKS

    @property
    def trick_play(self) -> Phase:
        return self

    def may_announce(self, deal: Deal) -> bool:
        """Return True if the declarer may still announce a bonus paid beside the tricks."""
        return False

    def speakers(self, deal: Deal) -> tuple[Seat, ...]:
        """Return the seats that may say more than a claim, now or later in the play."""
        return ()

    def to_act(self, deal: Deal) -> Seat:
        return self.boss if deal.turn in self.bossed else deal.turn

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        plays = plays_of(self.playable(deal))
        return plays if deal.trick else (*plays, *self.out_of_turn_actions(deal, self.to_act(deal)))

    def allows(self, deal: Deal, seat: Seat, action: Action) -> bool:
        """Check a card without enumerating the legal actions: the hottest call of a game."""
        if type(action) is Play:
            turn = deal.turn
            asked = self.boss if turn in self.bossed else turn
            return asked == seat and bool(self.playable(deal) >> action.card & 1)
        return OutOfTurnPhase.allows(self, deal, seat, action)

    def playable(self, deal: Deal) -> int:
        """Return the legal cards of the hand on turn."""
        hand = deal.hands[deal.turn]
        led = deal.lead or deal.trick
        if not led:
            return hand
        if self.following is not FollowRule.SUIT:
            low = self._wins_low(deal)
            return overtaking_cards(hand, deal.trick, self.trump, self.following, low)
        # ``following_cards`` inlined: this is the hottest line of the engine
        cards = SUIT_BITS[led[0] >> 3] & hand
        if not cards and self.trump >= 0:
            cards = SUIT_BITS[self.trump] & hand
        return cards or hand

    def _wins_low(self, deal: Deal) -> bool:
        """Return True if the declarer has led and the bound seat is on turn."""
        return deal.turn == self.bound and deal.leader == _declarer(deal)

    def out_of_turn_actions(self, deal: Deal, seat: Seat) -> tuple[Action, ...]:
        """Return the claims: between two tricks, by any controller, once per trick."""
        if not self.claims or deal.trick or seat in self.offered:
            return ()
        if (deal.lead and self.owner >= 0) or seat not in self._controllers(deal):
            return ()
        return claim_splits(TRICKS - len(deal.tricks), self._place_out(deal))

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        """Return the state after a card of the hand on turn."""
        assert isinstance(action, Play)
        card, seat = action.card, deal.turn
        hands = list(deal.hands)
        hands[seat] = Hand(hands[seat] ^ (1 << card))
        trick = (*deal.trick, card)
        if len(trick) == (3 if self.out < 0 else 2):
            return self._finish(deal, tuple(hands), trick)
        next_seat = self._next(deal, seat) if self.out >= 0 else deal.next_seat(seat)
        # ``deal._replace(hands=, trick=, turn=)`` at a fifth of its cost
        last = (deal.tricks, deal.won, trick, deal.leader, next_seat, deal.lead, deal.phase)
        moved: Deal = tuple.__new__(Deal, (*deal[:_CHANGING], tuple(hands), *last))
        return moved if self.laying is None else self._after_lead(moved)

    def apply_out_of_turn(self, deal: Deal, seat: Seat, action: Action) -> Deal | PhaseOver:
        assert isinstance(action, Claim)
        return self.claim(deal, seat, action)

    def claim(self, deal: Deal, seat: Seat, claim: Claim) -> Deal:
        """Return the deal with a claim waiting for the other controllers."""
        others = [other for other in self._controllers(deal) if other != seat]
        others.sort(key=lambda other: (other - seat) % len(deal.hands))
        shown = deal.open_seats
        if claim.tricks[deal.seats.index(seat)] == TRICKS - len(deal.tricks) and seat not in shown:
            shown = (*shown, seat)
        return deal.with_call(seat, claim)._replace(
            offer=Offer(seat, claim.tricks),
            open_seats=shown,
            phase=ClaimVote(replace(self, offered=(*self.offered, seat)), tuple(others)),
        )

    def possible_actions(self, deal: Deal) -> tuple[Action, ...]:
        return plays_of(deal.hands[deal.turn])

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        if isinstance(action, Claim):
            return self.why_no_claim(deal, self.to_act(deal))
        if not isinstance(action, Play):
            return RuleReason.WRONG_PHASE
        if action.card not in deal.hands[deal.turn]:
            return RuleReason.NOT_YOUR_CARD
        return self._why_not_card(deal, action.card)

    def _why_not_card(self, deal: Deal, card: Card) -> RuleReason:
        """Return the rule of following that a card of the hand on turn breaks."""
        led, suit = (deal.lead or deal.trick)[0] >> 3, card >> 3
        if suit != led and deal.hands[deal.turn].of_suit(led):
            return RuleReason.MUST_FOLLOW
        if self.following is FollowRule.SUIT or suit not in (led, self.trump):
            return RuleReason.MUST_TRUMP
        best = deal.trick[winning_index(deal.trick, led, self.trump) or 0]
        wins = card > best if suit == best >> 3 else suit == self.trump
        return RuleReason.MUST_WIN_LOW if wins else RuleReason.MUST_OVERTAKE

    def why_no_claim(self, deal: Deal, seat: Seat) -> RuleReason:
        if not self.claims:
            return RuleReason.CALL_SWITCHED_OFF
        if seat not in self._controllers(deal):
            return RuleReason.NOT_YOUR_TURN
        if deal.trick or (deal.lead and self.owner >= 0):
            return RuleReason.CLAIM_BETWEEN_TRICKS
        return RuleReason.CLAIM_ONCE if seat in self.offered else RuleReason.CLAIM_SPLIT

    def _controllers(self, deal: Deal) -> tuple[Seat, ...]:
        """Return the seats that play at least one of the hands."""
        there = [s for s in deal.seats if s not in self.bossed or s == self.boss]
        return tuple([seat for seat in there if seat != self.out])

    def _place_out(self, deal: Deal) -> int:
        return deal.seats.index(self.out) if self.out >= 0 else -1

    def _next(self, deal: Deal, seat: Seat) -> Seat:
        """Return the next seat that takes part."""
        following = deal.next_seat(seat)
        return deal.next_seat(following) if following == self.out else following

    def _after_lead(self, deal: Deal) -> Deal:
        """Lay hands open after the first card, if the declarer led it."""
        assert self.laying is not None
        if self.laying.moment is not ExposureMoment.AFTER_DECLARER_LEAD or deal.tricks:
            return deal
        return _with_open_hands(deal, self)

    def _finish(self, deal: Deal, hands: SeatHands, trick: tuple[Card, ...]) -> Deal | PhaseOver:
        """Give the full trick to its winner, and continue or end the play."""
        deal = _with_trick_taken(deal, self, hands, trick)
        left = TRICKS - len(deal.tricks)
        is_decided = bool(self.side) and sum(deal.won[seat] for seat in self.side) >= self.limit
        if not left or is_decided:
            return PhaseOver(deal, PlayFinished())
        if self.laying is not None and self.laying.moment is ExposureMoment.AFTER_FIRST_TRICK:
            deal = _with_open_hands(deal, self)
        elif self.offered:
            deal = deal.with_phase(replace(self, offered=()))
        return self._last_trick(deal) if left == 1 else deal

    def _last_trick(self, deal: Deal) -> Deal | PhaseOver:
        seats, hands = self._order(deal), list(deal.hands)
        trick = tuple(int(hands[seat]).bit_length() - 1 for seat in seats)
        for seat in seats:
            hands[seat] = EMPTY
        return self._finish(deal, tuple(hands), trick)

    def _order(self, deal: Deal) -> tuple[Seat, ...]:
        """Return the seats that play to this trick, from its leader on."""
        first = deal.seats.index(deal.leader)
        order = deal.seats[first:] + deal.seats[:first]
        return order if self.out < 0 else tuple(seat for seat in order if seat != self.out)


def begin_trick_play(
    deal: Deal, phase: TrickPlay, lead: tuple[Card, ...] = (), leader: Seat | None = None
) -> Deal:
    """Return the deal at the first lead; ``lead`` are leading talon cards.

    Forehand leads unless ``leader`` is given.
    """
    first = deal.seats[0] if leader is None else leader
    last = (deal.hands, deal.tricks, deal.won, deal.trick, first, first, lead, phase)
    deal = tuple.__new__(Deal, deal[:_CHANGING] + last)
    if lead:
        deal = deal._replace(talon_shown=1)
    laying = phase.laying
    if laying is None:
        return deal
    declarer_leads = deal.contract is not None and deal.contract.declarer == first
    at_once = laying.moment is ExposureMoment.BEFORE_LEAD or (
        laying.moment is ExposureMoment.AFTER_DECLARER_LEAD and not declarer_leads
    )
    return _with_open_hands(deal, phase) if at_once else deal


def _with_open_hands(deal: Deal, phase: TrickPlay) -> Deal:
    laying = phase.laying
    assert laying is not None
    bossed = laying.seats if laying.boss >= 0 else ()
    phase = replace(phase, laying=None, boss=laying.boss, bossed=bossed, offered=())
    new = tuple(seat for seat in laying.seats if seat not in deal.open_seats)
    return deal._replace(open_seats=deal.open_seats + new, phase=phase)


def _declarer(deal: Deal) -> Seat:
    return -1 if deal.contract is None else deal.contract.declarer


_CHANGING = Deal._fields.index("hands")


def _with_trick_taken(
    deal: Deal, play: TrickPlay, hands: SeatHands, trick: tuple[Card, ...]
) -> Deal:
    """Return the deal with the full trick taken, its winner on lead."""
    order, cards, talon = play._order(deal), trick, (deal.lead[0] if deal.lead else None)
    if talon is not None and play.owner >= 0:  # the dealer's card takes part (3.4)
        order, cards = (*order, play.owner), (*cards, talon)
    place = winning_index(cards, (trick[0] if talon is None else talon) >> 3, play.trump)
    assert place is not None  # 3.4: somebody can always follow a suit the talon leads
    winner = order[place]
    leader = _next_leader(deal, play, winner) if deal.lead else winner
    won = list(deal.won)
    won[winner] += 1
    done: Trick = tuple.__new__(Trick, (deal.leader, trick, winner, talon))
    last = (hands, (*deal.tricks, done), tuple(won), (), leader, leader, deal.lead[1:], deal.phase)
    turned: Deal = tuple.__new__(Deal, deal[:_CHANGING] + last)
    return turned._replace(talon_shown=deal.talon_shown + 1) if turned.lead else turned


def _next_leader(deal: Deal, play: TrickPlay, winner: Seat) -> Seat:
    """Return the leader after a trick that the talon has led."""
    last_talon_trick = len(deal.lead) == 1
    free = last_talon_trick and play.talon_winner_leads and winner in deal.seats
    return winner if free else deal.seats[0]


# The dummy: the third hand of a game of two players (rules/russian.md 2.11).
#
# Against a contract the declarer's opponent plays its cards, as the boss of the play. After three
# passes it plays by a fixed rule; the engine then plays its cards, like those of the last trick,
# without log lines.


def active_defenders(deal: Deal) -> tuple[Seat, ...]:
    """Return the defenders with a player, in order of answer: one if the other is the dummy."""
    return tuple(seat for seat in deal.defenders() if seat != deal.rules.dummy)


def lowest_rank_card(cards: int) -> Card:
    """Return the card of the lowest rank, of equal ranks the lowest suit."""
    return min(Hand(cards), key=lambda card: (card & 7, card))


@dataclass(frozen=True, slots=True)
class DummyPlay(TrickPlay):
    """Ten tricks in which the engine plays the cards of the ``bossed`` hands."""

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        after = TrickPlay.apply(self, deal, action)
        while isinstance(after, Deal) and after.turn in self.bossed:
            play = after.phase
            assert isinstance(play, DummyPlay)
            after = TrickPlay.apply(play, after, PLAYS[lowest_rank_card(play.playable(after))])
        return after
