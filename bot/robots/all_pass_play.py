"""Card play where each player is alone and wants no trick: raspasy and similar deals."""

from random import Random
from typing import Final

from bot.engine.cards import SUIT_BITS, Card, Hand
from bot.robots.inference import (
    PlayInference,
    beats,
    higher_cards,
    highest_card,
    lower_cards,
    lowest_card,
)


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
    while card + 1 in Hand(own) and inference.outstanding & higher_cards(card + 1):
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
