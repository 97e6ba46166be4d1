"""Card play without tricks: all-pass deals, and misere contracts.

In a misere the declarer ducks, the defenders lead into the weak suits.

With the defenders' hands open the declarer knows every card, and the defenders know all but which
two the declarer discarded.  With hidden hands the declarer averages over all distributions; the
defenders' side of that case has its own functions.
"""

from functools import lru_cache
from random import Random
from typing import Final

from bot.engine.cards import SUIT_BITS, Card, Hand
from bot.robots import evaluation
from bot.robots.inference import (
    PlayInference,
    beats,
    higher_cards,
    highest_card,
    lower_cards,
    lowest_card,
)


def play_as_misere_declarer(inference: PlayInference) -> Card:
    """Return the declarer's card: the highest that still loses."""
    if inference.led < 0:
        return min(
            Hand(inference.legal), key=lambda card: (_risk_of_leading(inference, card), card & 7)
        )
    if inference.legal & SUIT_BITS[inference.led] == 0:
        return max(
            Hand(inference.legal), key=lambda card: (_danger_removed(inference, card), card & 7)
        )
    under = inference.legal & ~inference.winners()
    if under:
        return highest_card(under)
    if not inference.later:
        return highest_card(inference.legal)
    safe = [c for c in Hand(inference.legal) if inference.may_be_beaten(c, inference.later)]
    forced = [c for c in safe if _must_beat(inference, c)]
    return max(forced) if forced else min(safe or Hand(inference.legal))


def _must_beat(inference: PlayInference, card: Card) -> bool:
    """Return True if a later seat holds only higher cards of the suit."""
    for seat in inference.later:
        cards = inference.may[seat] & SUIT_BITS[card >> 3]
        if cards and not cards & lower_cards(card):
            return True
    return False


def _holding(cards: int, suit: int) -> evaluation.SuitHolding:
    return cards >> suit * 8 & 255


def _risk_of_leading(inference: PlayInference, card: Card) -> float:
    if not _must_beat(inference, card):
        return 5.0
    return _danger(inference, card >> 3, inference.hand & ~(1 << card))


def _danger(inference: PlayInference, suit: int, hand: int) -> float:
    """Return how soon the holding can be caught: 1 at once, 0 never."""
    own = _holding(hand, suit)
    first, second = (_holding(inference.may[seat], suit) for seat in inference.others)
    if all(inference.known >> seat & 1 for seat in inference.others):
        turn = evaluation.rounds_to_catch(own, first, second)
        return 1.0 / turn if turn else 0.0
    return _caught_share(own, first, second)


@lru_cache(maxsize=4096)
def _caught_share(
    own: evaluation.SuitHolding, first: evaluation.SuitHolding, second: evaluation.SuitHolding
) -> float:
    """Return the share of distributions in which the holding is caught."""
    turns = [
        evaluation.rounds_to_catch(own, *hands)
        for hands in evaluation.possible_divisions(first, second)
    ]
    return sum(turn > 0 for turn in turns) / len(turns)


def _danger_removed(inference: PlayInference, card: Card) -> float:
    """Return how much danger discarding a card removes."""
    suit = card >> 3
    before = _danger(inference, suit, inference.hand)
    return before - _danger(inference, suit, inference.hand & ~(1 << card)) + before / 8


def defend_open_misere(inference: PlayInference) -> Card:
    """Return a defender's card where the partner's hand is open."""
    if inference.led < 0:
        suits = [suit for suit in range(4) if inference.in_suit(suit)]
        return lowest_card(
            inference.in_suit(min(suits, key=lambda suit: _open_lead_rank(inference, suit)))
        )
    if not inference.legal & SUIT_BITS[inference.led]:
        return max(
            Hand(inference.legal), key=lambda card: (_blocks_partner(inference, card), card & 7)
        )
    if inference.declarer in inference.later:
        return lowest_card(inference.legal)
    if inference.holder != inference.declarer:
        return highest_card(inference.legal)
    under = inference.legal & ~inference.winners()
    return highest_card(under) if under else _forced_over(inference)


def _forced_over(inference: PlayInference) -> Card:
    """Return a card that beats the declarer when it must: leave the trick to the partner first."""
    return lowest_card(inference.legal) if inference.later else highest_card(inference.legal)


def _open_lead_rank(inference: PlayInference, suit: int) -> tuple[int, int]:
    """Rank a suit to lead, smallest best: rounds to a catch, then suits the declarer holds."""
    theirs = _holding(inference.may[inference.declarer], suit)
    own, partner = _holding(inference.hand, suit), _holding(inference.may[inference.partner], suit)
    turn = evaluation.rounds_to_catch(theirs, own, partner)
    if turn:
        return turn, 0
    return (20 if theirs else 30), partner.bit_count()


def _blocks_partner(inference: PlayInference, card: Card) -> int:
    """Return a score above 0 if the partner may catch sooner without this card."""
    suit = card >> 3
    theirs = _holding(inference.may[inference.declarer], suit)
    if not theirs:
        return 1
    partner = _holding(inference.may[inference.partner], suit)
    own = _holding(inference.hand, suit)
    without = evaluation.rounds_to_catch(theirs, own & ~(1 << (card & 7)), partner)
    return 2 if without and card & 7 > 3 else 0


# Defence against a misere while the partner's cards are hidden as well.
#
# The defenders lead their shortest suits, so that they can soon discard the cards that block the
# partner, and do not keep a high card where a low one catches nobody. The code averages over the
# unseen cards and assumes that the declarer has kept safe holdings.

_SAFE_WEIGHT: Final = 1.15  # weight of a holding before its risk is subtracted
_ROUND_DISCOUNT: Final = 0.8  # a catch is worth less with each round it takes
_CATCH_THRESHOLD: Final = (
    0.6  # probability of a catch in this trick from which a low card is spent on it
)


def defend_hidden_misere(inference: PlayInference) -> Card:
    if inference.led < 0:
        return _hidden_lead(inference)
    if not inference.legal & SUIT_BITS[inference.led]:
        return max(
            Hand(inference.legal), key=lambda card: (_discard_gain(inference, card), card & 7)
        )
    if inference.declarer in inference.later:
        return _before_declarer(inference)
    if inference.holder != inference.declarer:
        return highest_card(inference.legal)
    under = inference.legal & ~inference.winners()
    if under:
        return highest_card(under)
    return lowest_card(inference.legal) if inference.later else highest_card(inference.legal)


def _hidden_lead(inference: PlayInference) -> Card:
    suits = [suit for suit in range(4) if inference.in_suit(suit)]
    return lowest_card(
        inference.in_suit(max(suits, key=lambda suit: _hidden_lead_rank(inference, suit)))
    )


def _hidden_lead_rank(inference: PlayInference, suit: int) -> tuple[bool, float, int]:
    """Rank a suit to lead: short suits first, also the partner's; suits without declarer last."""
    in_play = bool(inference.may[inference.declarer] & SUIT_BITS[suit])
    partners = (inference.partner, suit) in inference.led_by
    likely = _catch_in_suit(inference, suit, inference.hand)
    return in_play, partners - inference.in_suit(suit).bit_count() + likely, -suit


def _catch_in_suit(inference: PlayInference, suit: int, hand: int) -> float:
    own, theirs, partners = (
        cards >> suit * 8 & 255
        for cards in (hand, inference.may[inference.declarer], inference.may[inference.partner])
    )
    return catch_probability(own, theirs, partners)


def _discard_gain(inference: PlayInference, card: Card) -> float:
    """Return by how much discarding the card improves the chance of a catch in its suit."""
    suit = card >> 3
    with_it = _catch_in_suit(inference, suit, inference.hand)
    return round(_catch_in_suit(inference, suit, inference.hand & ~(1 << card)) - with_it, 6)


def _before_declarer(inference: PlayInference) -> Card:
    """Return the highest card, unless a lower one may catch the declarer in this trick."""
    if _catch_now_probability(inference, lowest_card(inference.legal)) <= _CATCH_THRESHOLD:
        return highest_card(inference.legal)
    return max(
        c for c in Hand(inference.legal) if _catch_now_probability(inference, c) > _CATCH_THRESHOLD
    )


def _catch_now_probability(inference: PlayInference, card: Card) -> float:
    """Return the probability that the declarer cannot stay under the trick after this card."""
    top = max(card, inference.best) if inference.best >> 3 == card >> 3 else card
    theirs = inference.may[inference.declarer] & SUIT_BITS[card >> 3]
    under = theirs & lower_cards(top)
    if theirs == under or under & ~inference.may[inference.partner]:
        return 0.0
    return 0.5 ** under.bit_count()


@lru_cache(maxsize=4096)
def catch_probability(
    own: evaluation.SuitHolding, theirs: evaluation.SuitHolding, partners: evaluation.SuitHolding
) -> float:
    """Return the discounted probability that leads catch a declarer who may hold ``theirs``."""
    total, weights = 0.0, 0.0
    for held, partner in evaluation.possible_divisions(theirs, partners):
        weight = _SAFE_WEIGHT - evaluation.CATCH_PROBABILITY[held]
        turn = evaluation.rounds_to_catch(held, own, partner)
        weights += weight
        total += weight * _ROUND_DISCOUNT ** (turn - 1) if turn else 0.0
    return total / weights


# Card play where each player is alone and wants no trick: raspasy and similar deals.


def play_all_pass(inference: PlayInference, rng: Random) -> Card:
    if inference.led < 0:
        return _all_pass_lead(inference, rng)
    if not inference.legal & SUIT_BITS[inference.led]:
        return max(
            Hand(inference.legal), key=lambda card: (_keeping_risk(inference, card), card & 7)
        )
    under = inference.legal & ~inference.winners()
    if under:
        return highest_card(under)
    if not inference.later:
        return highest_card(inference.legal)  # the trick is ours anyway, so the high card goes now
    return _play_before_last(inference)


def _play_before_last(inference: PlayInference) -> Card:
    """Return a card when every one wins so far: low if a later seat may beat it, else high."""
    small = lowest_card(inference.legal)
    behind = 0
    for seat in inference.later:
        behind |= inference.may[seat]
    return small if behind & higher_cards(small) else highest_card(inference.legal)


def _all_pass_lead(inference: PlayInference, rng: Random) -> Card:
    """Return the lead that the others are most likely forced to beat."""
    cards = [safest_low_card(inference, suit) for suit in range(4) if inference.in_suit(suit)]
    best = max(_lead_safety(inference, card) for card in cards)
    return rng.choice([card for card in cards if _lead_safety(inference, card) == best])


def safest_low_card(inference: PlayInference, suit: int) -> Card:
    """Return the lowest card of a suit, or a higher one that loses as surely."""
    own = inference.in_suit(suit)
    card = lowest_card(own)
    while own >> (card + 1) & 1 and inference.outstanding & higher_cards(card + 1):
        card += 1
    return card


def _lead_safety(inference: PlayInference, card: Card) -> tuple[int, int]:
    over = (inference.outstanding & higher_cards(card)).bit_count()
    under = (inference.outstanding & lower_cards(card)).bit_count()
    if not over:
        return -9, -(card & 7)
    return (2 if not under else 0) + min(over, 4) - 2 * under, -inference.in_suit(
        card >> 3
    ).bit_count()


def _keeping_risk(inference: PlayInference, card: Card) -> float:
    """Return the risk that a card takes a trick later.

    Lower cards in other hands raise it, own lower cards of the suit reduce it.
    """
    over = (inference.outstanding & higher_cards(card)).bit_count()
    under = (inference.outstanding & lower_cards(card)).bit_count()
    cover = (inference.in_suit(card >> 3) & lower_cards(card)).bit_count()
    if not over and not under:
        return 0.5  # a suit nobody else holds takes tricks only when it is led
    return under / (1 + over) - 0.6 * cover


# First tricks of an all-pass deal: play the card without which the hand takes fewest tricks.
#
# No search is quick enough there. A table gives the tricks to expect from the rest of each suit;
# it was fitted to 1,500 solved deals of eight cards each in which all three play for the fewest of
# their own tricks. A suit is as safe as its lowest card: a seven guards an ace, two queens guard
# nothing.

_TRICKS_BY_HOLDING: Final = (  # row: 1, 2, 3+ cards; column: others' cards below its lowest
    (0.04, 0.18, 0.6, 0.85, 1.1, 1.1, 1.1, 1.14),
    (0.07, 0.47, 1.03, 1.37, 1.64, 1.8, 1.8, 1.8),
    (-0.06, 0.55, 1.26, 1.71, 1.96, 1.96, 2.0, 2.0),
)
_TRICKS_PER_LONE_CARD: Final = 0.3  # tricks per card of a suit that nobody else holds
_GOES_OVER: Final = 0.36  # probability that one hand holds a given higher card
_NOT_UNDER: Final = 0.5  # factor for each lower card that a hand may hold


def cheapest_all_pass_card(inference: PlayInference) -> Card:
    """Return the card with the least cost; the highest among equals."""
    costs = {card: round(_cost(inference, card), 6) for card in Hand(inference.legal)}
    least = min(costs.values())
    return max((card for card in costs if costs[card] == least), key=lambda card: (card & 7, -card))


def _cost(inference: PlayInference, card: Card) -> float:
    """Return the tricks to expect after playing the card, including this trick."""
    left = inference.hand & ~(1 << card)
    return _taking_probability(inference, card) + sum(
        _expected_in_suit(inference, left, suit) for suit in range(4)
    )


def _expected_in_suit(inference: PlayInference, hand: int, suit: int) -> float:
    own = hand & SUIT_BITS[suit]
    if not own:
        return 0.0
    length, out = own.bit_count(), inference.outstanding & SUIT_BITS[suit]
    if not out:
        return _TRICKS_PER_LONE_CARD * length
    below = (own & -own) - 1
    return _TRICKS_BY_HOLDING[min(length, len(_TRICKS_BY_HOLDING)) - 1][(out & below).bit_count()]


def _taking_probability(inference: PlayInference, card: Card) -> float:
    """Return the probability that the card takes the trick."""
    suit = card >> 3
    if inference.best < 0 and suit != (inference.led if inference.led >= 0 else suit):
        return 0.0
    if inference.best >= 0 and not beats(card, inference.best, inference.trump):
        return 0.0
    likely = 1.0
    for seat in inference.later:
        may = inference.may[seat] & SUIT_BITS[suit]
        over, under = (may & higher_cards(card)).bit_count(), (may & lower_cards(card)).bit_count()
        if inference.known >> seat & 1:
            likely *= float(under > 0 or not over)
        else:
            likely *= 1.0 - (1.0 - (1.0 - _GOES_OVER) ** over) * _NOT_UNDER**under
    return likely
