"""Facts about a card and the trick it goes to, in one layout of the unseen cards."""

from typing import Final, NamedTuple

from bot.analysis.duties import next_place, turn_of
from bot.analysis.position import Cards, Place, SolverContract
from bot.engine.cards import SUIT_BITS, Card
from bot.engine.tricks import FollowRule, winning_index
from bot.robots.sight import higher_cards, lower_cards

_TALON: Final = 3  # the place of a card from the talon
_TEN: Final = 3  # the lowest rank whose fall is a reason


class CandidateTrick(NamedTuple):
    """A trick with the card that may go to it; the same in every layout."""

    contract: SolverContract
    card: Card
    led: int  # the suit to be followed
    leads: bool  # it is the first card
    turn: Place  # the place that plays the card
    later: tuple[Place, ...]  # the places after it
    holder: Place  # the place of the best card after it

    @property
    def is_winning(self) -> bool:
        """True if it is the best card so far."""
        return self.holder == self.turn

    @property
    def opponents(self) -> tuple[Place, ...]:
        """The later places that play against the side of this card."""
        return tuple(place for place in self.later if self.is_against(place))

    def is_against(self, place: Place) -> bool:
        return self.contract.declarer in (-1, place, self.turn)

    @property
    def partner(self) -> Place:
        """The other defender; -1 for a declarer, or where every place is alone."""
        places = {0, 1, 2} - {self.turn, self.contract.out}
        return next((place for place in sorted(places) if not self.is_against(place)), -1)

    def beating_cards(self, hand: int) -> int:
        """Return the playable cards of a hand that beat the card."""
        suit, trump = self.card >> 3, self.contract.trump
        if hand & SUIT_BITS[self.led]:
            return hand & higher_cards(self.card) if suit == self.led else 0
        if trump < 0:
            return 0
        return hand & (higher_cards(self.card) if suit == trump else SUIT_BITS[trump])

    def must_beat(self, hand: int) -> bool:
        """Return True if a hand has to beat the card."""
        over = self.beating_cards(hand)
        if self.contract.following is not FollowRule.SUIT:
            return bool(over)
        suit = SUIT_BITS[self.led]
        forced = hand & suit or hand & SUIT_BITS[max(0, self.contract.trump)]
        return bool(over) and over == forced


def candidate_trick(cards: Cards, contract: SolverContract, card: Card) -> CandidateTrick:
    """Return the trick that a card would go to."""
    turn, places = turn_of(cards, contract), [cards.leader]
    trick, seats = (*cards.trick, card), 2 if contract.out >= 0 else 3
    while len(places) < seats:
        places.append(next_place(places[-1], contract.out))
    lead = (cards.talon or trick)[0]
    by = places[: len(trick)]
    if cards.talon and cards.talon_plays:
        trick, by = (*trick, lead), [*by, _TALON]
    best = winning_index(trick, lead >> 3, contract.trump)
    leads = not cards.trick and not cards.talon
    later = tuple(places[len(cards.trick) + 1 :])
    holder = -1 if best is None else by[best]
    return CandidateTrick(contract, card, lead >> 3, leads, turn, later, holder)


def falling_card(trick: CandidateTrick, cards: Cards) -> Card:
    """Return the best lower card of the suit if an opponent must play it; else -1."""
    suit = SUIT_BITS[trick.card >> 3]
    held = [cards.hands[place] & suit & lower_cards(trick.card) for place in range(3)]
    held[trick.turn] = 0
    best = max(hand.bit_length() for hand in held) - 1
    if best < 0 or best & 7 < _TEN:
        return -1
    bare = [cards.hands[place] & suit == 1 << best for place in trick.opponents]
    return best if any(bare) else -1


def draws_trumps(trick: CandidateTrick, cards: Cards) -> bool:
    """Return True if the opponents have trumps, but none after this trick."""
    trumps = [cards.hands[place] & SUIT_BITS[trick.card >> 3] for place in trick.opponents]
    return any(trumps) and all(hand.bit_count() < 2 for hand in trumps)


def is_trumpless(trick: CandidateTrick, cards: Cards) -> bool:
    trump = SUIT_BITS[trick.contract.trump]
    return not any(cards.hands[place] & trump for place in trick.opponents)


def can_ruff(trick: CandidateTrick, hand: int) -> bool:
    """Return True if a hand is void in the suit and has a trump."""
    suit, trump = SUIT_BITS[trick.led], SUIT_BITS[trick.contract.trump]
    return not hand & suit and bool(hand & trump)
