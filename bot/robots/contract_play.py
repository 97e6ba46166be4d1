"""Card play of a declarer and of defenders who want tricks."""

from random import Random
from typing import NamedTuple

from bot.engine.cards import SUIT_BITS, Card, Hand, Suit
from bot.robots.inference import PlayInference, higher_cards, highest_card, lowest_card

# Choice of the least useful card when a trick cannot or need not be won.


def play_least_useful(inference: PlayInference) -> Card:
    """Return the lowest card of the suit led, else the least useful discard."""
    if inference.led >= 0 and inference.legal & SUIT_BITS[inference.led]:
        return lowest_card(inference.legal)
    if inference.must_ruff:
        return lowest_card(inference.legal)
    return min(Hand(inference.legal), key=lambda card: _keeping_value(inference, card))


def _keeping_value(inference: PlayInference, card: Card) -> tuple[int, int]:
    """Rank the value of keeping a card: masters, then guards of high cards, then rank."""
    own = inference.in_suit(card >> 3)
    if inference.is_master(card):
        return 3, card & 7
    top = own.bit_length() - 1
    missing = (inference.outstanding & higher_cards(top)).bit_count()
    guards = missing and card != top and own.bit_count() == missing + 1 and missing <= 2
    lively = own.bit_count() > missing and missing <= 2
    return (2 if guards or (lively and card == top) else 0), card & 7


# Card play of a declarer who wants tricks: draw trumps, cash winners, set up a long suit.


def play_as_declarer(inference: PlayInference) -> Card:
    return _declarer_lead(inference) if inference.led < 0 else _declarer_follow(inference)


def _declarer_lead(inference: PlayInference) -> Card:
    trump = inference.in_suit(inference.trump) if inference.trump >= 0 else 0
    theirs = inference.outstanding & SUIT_BITS[inference.trump] if inference.trump >= 0 else 0
    if theirs and trump and _should_draw_trumps(inference, trump, theirs):
        return highest_card(trump)
    side = inference.hand & ~trump
    masters = _masters(inference, side)
    if inference.trump < 0 and masters and not _has_enough_masters(inference, masters):
        long_suit = _suit_to_set_up(inference, masters)
        if long_suit:
            return _lead_from_suit(inference, long_suit)
    if masters:
        return highest_card(inference.in_suit(_longest_suit(inference, masters)) & masters)
    if not side:
        return highest_card(trump)
    return _lead_from_suit(inference, inference.in_suit(_longest_suit(inference, side)))


def _masters(inference: PlayInference, cards: int) -> int:
    """Return those of these cards that no other seat may hold a higher card for."""
    found = 0
    for suit in SUIT_BITS:
        out = inference.outstanding & suit
        found |= cards & suit & -(1 << out.bit_length()) if out else cards & suit
    return found


def _should_draw_trumps(inference: PlayInference, trump: int, theirs: int) -> bool:
    """Return True while drawing trumps costs nothing or leaves enough of them."""
    if inference.is_master(highest_card(trump)):
        return True
    higher = int(theirs).bit_count() - (theirs & ((1 << highest_card(trump)) - 1)).bit_count()
    return theirs.bit_count() > higher and trump.bit_count() >= 3


def _has_enough_masters(inference: PlayInference, masters: int) -> bool:
    return masters.bit_count() >= inference.level - inference.won[inference.seat]


def _suit_to_set_up(inference: PlayInference, masters: int) -> int:
    """Return the longest suit without its top card, if another suit has an entry; else 0.

    For contracts without a trump.
    """
    suits = [inference.in_suit(suit) for suit in range(4)]
    open_suits = [
        cards
        for suit, cards in enumerate(suits)
        if cards.bit_count() >= 3
        and inference.outstanding & SUIT_BITS[suit]
        and not inference.is_master(highest_card(cards))
        and masters & ~SUIT_BITS[suit]
    ]
    return max(open_suits, key=int.bit_count, default=0)


def _longest_suit(inference: PlayInference, among: int) -> int:
    """Return the suit of these cards with the greatest length over the others' cards."""
    suits = [suit for suit in range(4) if among & SUIT_BITS[suit]]
    return max(suits, key=lambda suit: _surplus(inference, suit))


def _surplus(inference: PlayInference, suit: int) -> tuple[int, int]:
    own = inference.in_suit(suit)
    return own.bit_count() * 2 - (inference.outstanding & SUIT_BITS[suit]).bit_count(), -suit


def _lead_from_suit(inference: PlayInference, cards: int) -> Card:
    """Return the lead from a suit without its top card: top of a sequence, else the lowest."""
    best = highest_card(cards)
    rest = cards & ~(1 << best)
    if rest and not inference.outstanding & _between(highest_card(rest), best):
        return best
    return lowest_card(cards)


def _between(low: Card, high: Card) -> int:
    return (1 << high) - 1 & ~((2 << low) - 1)


def _declarer_follow(inference: PlayInference) -> Card:
    winners = inference.winners()
    if not winners:
        return play_least_useful(inference)
    if not inference.later:
        return lowest_card(winners)
    safe = [card for card in Hand(winners) if not inference.may_be_beaten(card, inference.later)]
    if safe:
        return min(safe, key=lambda card: card & 7)
    if inference.must_ruff or _should_cover(inference):
        return lowest_card(winners)
    return play_least_useful(inference)


def _should_cover(inference: PlayInference) -> bool:
    """Return True if the best card so far is an honour, which is covered with an honour."""
    return inference.best & 7 >= 4


# Card play of a defender who wants tricks; a trick of the partner counts the same.
#
# In open play ``PlayInference`` knows the partner's hand, and the same rules see further.


class ScoredLead(NamedTuple):
    """A candidate lead and its score."""

    score: float
    card: Card


def play_as_defender(inference: PlayInference, rng: Random) -> Card:
    return _defender_lead(inference, rng) if inference.led < 0 else _defender_follow(inference)


def _defender_lead(inference: PlayInference, rng: Random) -> Card:
    ideas = [_scored_lead(inference, suit) for suit in Suit if inference.in_suit(suit)]
    most = max(idea.score for idea in ideas)
    return rng.choice([idea.card for idea in ideas if idea.score == most])


def _scored_lead(inference: PlayInference, suit: int) -> ScoredLead:
    own = inference.in_suit(suit)
    if suit == inference.trump:
        return _trump_lead(inference, own)
    if _declarer_may_ruff(inference, suit):
        return ScoredLead(0.8, lowest_card(own))
    if inference.is_master(highest_card(own)):
        return ScoredLead(_cashing_score(inference, suit, own), highest_card(own))
    return _quiet_lead(inference, suit, own)


def _trump_lead(inference: PlayInference, own: int) -> ScoredLead:
    """Return the trump lead, which is rarely good because trumps are kept for ruffing."""
    declarer = inference.may[inference.declarer] & SUIT_BITS[inference.trump]
    if declarer and not inference.may[inference.partner] & SUIT_BITS[inference.trump]:
        return ScoredLead(
            -2.5 if inference.is_master(highest_card(own)) else -3.0, lowest_card(own)
        )
    return ScoredLead(-2.0, lowest_card(own)) if declarer else ScoredLead(3.0, highest_card(own))


def _declarer_may_ruff(inference: PlayInference, suit: int) -> bool:
    """Return True if the declarer is void in the suit and may still hold trumps."""
    theirs = inference.may[inference.declarer]
    return (
        inference.trump >= 0
        and not theirs & SUIT_BITS[suit]
        and bool(theirs & SUIT_BITS[inference.trump])
    )


def _cashing_score(inference: PlayInference, suit: int, own: int) -> float:
    """Score a top card, which wins while the declarer is likely to follow suit."""
    left = (inference.may[inference.declarer] & SUIT_BITS[suit]).bit_count()
    worth = 4.0 if inference.trump < 0 or left >= 3 else 3.0
    if own.bit_count() >= 2 and inference.is_master(highest_card(own & ~(1 << highest_card(own)))):
        worth += 0.6
    return worth + (0.3 if inference.later[0] != inference.declarer else 0.0)


def _quiet_lead(inference: PlayInference, suit: int, own: int) -> ScoredLead:
    count, best = own.bit_count(), highest_card(own)
    theirs = inference.may[inference.declarer] & SUIT_BITS[suit]
    if not theirs:
        return ScoredLead(
            1.5, best
        )  # the declarer has no trump left: the partner may hold the rest
    if inference.known >> inference.partner & 1 and _is_partner_higher(inference, suit):
        return ScoredLead(3.2, lowest_card(own))
    through = inference.later[0] == inference.declarer
    worth, card = 0.5, lowest_card(own)
    if count >= 2 and best - 1 == highest_card(own & ~(1 << best)) and best & 7 >= 5:
        worth, card = 2.2, best  # the top of touching honours
    elif best & 7 >= 5:
        worth = 0.3 if through else -1.0  # lead away from an honour only through the declarer
    elif count <= 2:
        worth = 1.6 if through else 0.9
    if (inference.partner, suit) in inference.led_by:
        worth += 1.5
    if (inference.seat, suit) in inference.led_by:
        worth += 0.3
    return ScoredLead(worth, card)


def _is_partner_higher(inference: PlayInference, suit: int) -> bool:
    partner = inference.may[inference.partner] & SUIT_BITS[suit]
    theirs = inference.may[inference.declarer] & SUIT_BITS[suit]
    return partner > theirs


def _defender_follow(inference: PlayInference) -> Card:
    winners = inference.winners()
    if not winners:
        return play_least_useful(inference)
    if inference.holder == inference.partner:
        return _with_partner_winning(inference, winners)
    if not inference.later:
        return lowest_card(winners)
    return _before_partner(inference, winners)


def _with_partner_winning(inference: PlayInference, winners: int) -> Card:
    """Return a card when the partner is winning: help only if the declarer may still win."""
    declarer_left = inference.declarer in inference.later
    if not declarer_left or not inference.may_be_beaten(inference.best, (inference.declarer,)):
        return _stay_under(inference, winners)
    safe = [c for c in Hand(winners) if not inference.may_be_beaten(c, (inference.declarer,))]
    if safe:
        return min(safe, key=lambda card: card & 7)
    third_hand_high = highest_card(winners)
    if third_hand_high >> 3 != inference.led or third_hand_high & 7 <= (inference.best & 7) + 1:
        return _stay_under(inference, winners)
    return _cheapest_equal(inference, third_hand_high)


def _stay_under(inference: PlayInference, winners: int) -> Card:
    """Return a card that leaves the trick to the partner where that is possible."""
    under = inference.legal & ~winners
    if not under:
        return lowest_card(inference.legal)
    return play_least_useful(inference.seen_as(under, inference.may))


def _cheapest_equal(inference: PlayInference, card: Card) -> Card:
    """Return the lowest card of the hand that is equivalent to this one."""
    while card & 7 and inference.legal >> (card - 1) & 1:
        card -= 1
    return card


def _before_partner(inference: PlayInference, winners: int) -> Card:
    """Return a card when the partner plays last and the declarer is winning."""
    partner = (inference.partner,)
    if inference.holder != inference.declarer or inference.declarer in inference.later:
        return _against_later(inference, winners)
    if inference.must_ruff:
        return lowest_card(winners)
    if inference.known >> inference.partner & 1:
        partner_takes = inference.may_be_beaten(inference.best, partner)
        return play_least_useful(inference) if partner_takes else lowest_card(winners)
    cheap = lowest_card(winners)
    if inference.best & 7 >= 4 or inference.legal.bit_count() == 1:
        return cheap  # cover, and take what is high
    return (
        cheap
        if inference.is_master(cheap) and inference.left <= 6
        else play_least_useful(inference)
    )


def _against_later(inference: PlayInference, winners: int) -> Card:
    safe = [c for c in Hand(winners) if not inference.may_be_beaten(c, inference.later)]
    return min(safe, key=lambda card: card & 7) if safe else lowest_card(winners)
