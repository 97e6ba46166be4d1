"""First tricks of an all-pass deal: play the card without which the hand takes fewest tricks.

No search is quick enough there.  A table gives the tricks to expect from the rest of each suit; it
was fitted to 1,500 solved deals of eight cards each in which all three play for the fewest of
their own tricks.  A suit is as safe as its lowest card: a seven guards an ace, two queens guard
nothing.
"""

from typing import Final

from bot.engine.cards import SUIT_BITS, Card, Hand
from bot.robots.sight import PlayInference, beats, higher_cards, lower_cards

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
