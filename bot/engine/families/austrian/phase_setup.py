"""The first state of each part of a deal: the cards, the auction, the play (rules/austrian.md 2).

``flow`` decides the order; here each part gets its arguments from the options.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import FollowRule, Hand, Seat, Strain, Suit, trump_of
from bot.engine.deal import (
    Carry,
    Deal,
    Phase,
    PhaseOutcome,
    PhaseOver,
    Role,
    Stage,
    new_deal,
    undealt_deal,
)
from bot.engine.families.austrian import contracts, play, scoring
from bot.engine.families.austrian.auction import Auction, AuctionRules
from bot.engine.families.austrian.options import (
    AustrianOptions,
    GameReveal,
    HoldRight,
    MatchEnd,
    Negotiation,
    NumberJumps,
    OpenDefence,
    Successor3,
    Successor4,
)
from bot.engine.rules import Claims, Rules
from bot.engine.trick_play import Exposure, ExposureMoment, TrickPlay, begin_trick_play

# Questions at the end of a deal (rules/austrian.md A-10, 3.6).


@dataclass(frozen=True, slots=True)
class NoAcesAnswered(PhaseOutcome):
    """The declarer has answered the question about no aces."""


@dataclass(frozen=True, slots=True)
class NoAcesQuestion(Phase):
    """Both defenders stayed home: the declarer may still declare no aces (Q13)."""

    stage = Stage.DECLARE

    declarer: Seat

    def to_act(self, deal: Deal) -> Seat:
        return self.declarer

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.PASS, act.NO_ACES)

    def apply(self, deal: Deal, action: Action) -> PhaseOver:
        return PhaseOver(deal.with_call(self.declarer, action), NoAcesAnswered())


@dataclass(frozen=True, slots=True)
class VoteOver(PhaseOutcome):
    """The vote is over; ``goes_on`` if all players agreed."""

    goes_on: bool


@dataclass(frozen=True, slots=True)
class ContinuationVote(Phase):
    """A vote: all must agree with ``yes`` to play on, else the match ends (3.6).

    It is taken before the next deal, when the last one is already on the sheet.
    """

    yes: ClassVar[Action]
    timeout_action = act.PASS  # silence agrees to nothing (3.6)

    pending: tuple[Seat, ...]

    def to_act(self, deal: Deal) -> Seat:
        return self.pending[0]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.PASS, self.yes)

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        deal = deal.with_call(self.pending[0], action)
        if action == self.yes and len(self.pending) > 1:
            return deal.with_phase(replace(self, pending=self.pending[1:]))
        return PhaseOver(deal, VoteOver(action == self.yes))


@dataclass(frozen=True, slots=True)
class FundingVote(ContinuationVote):
    """The last deal has emptied the pot: a vote on filling it again."""

    stage = Stage.FUNDING
    yes = act.FUND


@dataclass(frozen=True, slots=True)
class RoundVote(ContinuationVote):
    """All have dealt equally often: a vote on another round."""

    stage = Stage.ROUND
    yes = act.ANOTHER


# C-5: three, the talon, four, three
_PACKETS: Final = (
    (0, 1, 2, 11, 12, 13, 14, 23, 24, 25),
    (3, 4, 5, 15, 16, 17, 18, 26, 27, 28),
    (6, 7, 8, 19, 20, 21, 22, 29, 30, 31),
)
_TALON: Final = slice(9, 11)


def deal_cards(rules: Rules, carry: Carry, options: AustrianOptions, deck: tuple[int, ...]) -> Deal:
    """Deal the cards (C-3, C-5): forehand is the dealer's left; of four the dealer sits out."""
    players, seats = options.players, _seats(carry, options)
    hands = [Hand(0)] * players
    for seat, places in zip(seats, _PACKETS, strict=True):
        hands[seat] = Hand.of(deck[place] for place in places)
    auction = Auction(auction_rules(options, seats), seats)
    deal = new_deal(rules, carry, seats, tuple(hands), deck[_TALON], auction)
    return deal.with_roles(resting=(carry.dealer,)) if players == 4 else deal


def continuation_vote(rules: Rules, carry: Carry, options: AustrianOptions) -> Deal:
    """Return the vote of all players, clockwise from the next dealer (3.6)."""
    order = tuple((carry.dealer + step) % options.players for step in range(options.players))
    phase = FundingVote(order) if options.match_end is MatchEnd.POT_EMPTY else RoundVote(order)
    return undealt_deal(rules, carry, _seats(carry, options), phase)


def _seats(carry: Carry, options: AustrianOptions) -> tuple[Seat, Seat, Seat]:
    first, second, third = ((carry.dealer + step) % options.players for step in (1, 2, 3))
    return first, second, third


def auction_rules(options: AustrianOptions, seats: tuple[Seat, Seat, Seat]) -> AuctionRules:
    levels = options.top
    premiums = tuple(name for name in contracts.PREMIUMS if name == "HE" or int(name[0]) <= levels)
    has_right = options.hold_right is HoldRight.FOREHAND
    return AuctionRules(
        premiums=premiums,
        jumps=options.number_jumps is NumberJumps.ALLOWED,
        sealed=options.game_reveal is GameReveal.SEALED_SIMULTANEOUS,
        hearts_end=options.hearts_ends_auction,
        forehand=seats[0] if has_right else -1,
        successor=_hold_successor(options, seats) if has_right else -1,
    )


def _hold_successor(options: AustrianOptions, seats: tuple[Seat, Seat, Seat]) -> Seat:
    """Return the seat with the right to hold if forehand has opened with a pass (V-4, Q2)."""
    if options.players == 4:
        last = options.hold_successor_4p is Successor4.LAST_SPEAKER
    else:
        last = options.hold_successor_3p is Successor3.DEALER
    return seats[2] if last else seats[1]


def with_named_contract(deal: Deal, seat: Seat, name: str) -> Deal:
    """Return the deal with the winning bid or the named contract, its seat the only declarer."""
    contract = contracts.contract_of(name, seat, AustrianOptions.of(deal.rules).suit_order)
    if Role.DECLARER in deal.roles:  # of an earlier contract
        roles = tuple(Role.NONE if role == Role.DECLARER else role for role in deal.roles)
        deal = deal._replace(roles=roles)
    return deal.with_contract(contract)


def play_trumps(deal: Deal) -> Deal:
    """Begin a trump contract; with one defender at home every trick has two cards (C-8)."""
    options, contract = AustrianOptions.of(deal.rules), deal.declared_contract
    left, right = deal.defenders()
    out = next((seat for seat in (left, right) if deal.roles[seat] == Role.DROPPED), -1)
    bound = left if options.lowest_winner_duty and out < 0 else -1
    bargain = _bargain(deal, out)
    phase = play.AnnouncementPlay(
        trump=contract.trump,
        claims=options.claims is Claims.BY_CONSENT and bargain is None,
        following=_follow_rule(options),
        bound=bound,
        out=out,
        teller=contract.declarer if options.ace_bonuses and scoring.has_no_aces(deal) else -1,
        bargain=bargain,
    )
    return begin_trick_play(deal, phase, leader=contract.declarer)


def _bargain(deal: Deal, out: Seat) -> play.Bargain | None:
    """Return the bargain if one defender has joined and not invited the other (V-14)."""
    options = AustrianOptions.of(deal.rules)
    if out < 0 or options.negotiation is Negotiation.OFF or deal.contract is None:
        return None
    defender = next(seat for seat in deal.defenders() if seat != out)
    at_any_trick = options.negotiation is Negotiation.ANY_TRICK_BOUNDARY
    most = options.negotiation_max_offers
    return play.Bargain(deal.contract.declarer, defender, most, at_any_trick)


def play_premium(deal: Deal) -> Deal:
    """Begin five to eight: both defend; one trick against it may end the play (V-18)."""
    options, contract = AustrianOptions.of(deal.rules), deal.declared_contract
    defenders = deal.defenders()
    side = (contract.declarer,) if contract.is_misere else defenders
    shown = (
        defenders if contracts.may_defend_open(contract.name) else ()
    )  # V-16, Q7: may lay open, or must
    automatic = options.open_defence is OpenDefence.AUTOMATIC
    phase = play.AnnouncementPlay(
        trump=-1,
        claims=options.claims is Claims.BY_CONSENT,
        laying=Exposure(ExposureMoment.AFTER_FIRST_TRICK, shown) if shown and automatic else None,
        following=_follow_rule(options),
        side=side if options.early_stop_premium else (),
        limit=1,
        showing=() if automatic else shown,
    )
    return begin_trick_play(deal.with_roles(defender=defenders), phase, leader=contract.declarer)


def play_ausfechten(deal: Deal) -> Deal:
    """Begin the play without a declarer; the dealer leads, of four players forehand (V-17)."""
    options = AustrianOptions.of(deal.rules)
    phase = TrickPlay(
        trump=-1,
        claims=options.claims is Claims.BY_CONSENT,
        following=_follow_rule(options),
    )
    leader = deal.seats[0] if options.players == 4 else deal.dealer
    return begin_trick_play(deal.with_roles(alone=deal.seats), phase, leader=leader)


def begin_defended_play(deal: Deal, seat: Seat, strain: Strain | None) -> Deal:
    """Begin a play with ``seat`` as declarer; without trumps for none or all ten (C-6)."""
    order, trump = AustrianOptions.of(deal.rules).suit_order, trump_of(strain)
    if trump < 0:
        name = contracts.BETTEL if strain is None else contracts.ALL_TEN
        return play_premium(deal._replace(contract=contracts.contract_of(name, seat, order)))
    name = contracts.NUMBERS[contracts.suits_in_order(order).index(Suit(trump))]
    deal = deal._replace(contract=contracts.contract_of(name, seat, order))
    return play_trumps(deal.with_roles(defender=deal.defenders()))


def _follow_rule(options: AustrianOptions) -> FollowRule:
    """Return the rule of following: overtake; by option a losing trump is a duty too (C-8)."""
    return FollowRule.OVERTAKE if options.trump_obligation else FollowRule.OVERTAKE_FREELY
