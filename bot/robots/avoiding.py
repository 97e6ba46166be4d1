"""Card play where each player is alone and wants no trick: raspasy and similar deals."""

from random import Random

from bot.engine.cards import SUIT_BITS, Card, Hand
from bot.robots.sight import Sight, higher, highest, lower, lowest


def play(sight: Sight, rng: Random) -> Card:
    if sight.led < 0:
        return _lead(sight, rng)
    if not sight.legal & SUIT_BITS[sight.led]:
        return max(Hand(sight.legal), key=lambda card: (_burden(sight, card), card & 7))
    under = sight.legal & ~sight.winners()
    if under:
        return highest(under)
    if not sight.later:
        return highest(sight.legal)  # the trick is ours anyway, so the high card goes now
    return _not_last(sight)


def _not_last(sight: Sight) -> Card:
    """Return a card when every one wins so far: low if a later seat may beat it, else high."""
    small = lowest(sight.legal)
    behind = 0
    for seat in sight.later:
        behind |= sight.may[seat]
    return small if behind & higher(small) else highest(sight.legal)


def _lead(sight: Sight, rng: Random) -> Card:
    """Return the lead that the others are most likely forced to beat."""
    cards = [highest_of_low(sight, suit) for suit in range(4) if sight.in_suit(suit)]
    best = max(_safety(sight, card) for card in cards)
    return rng.choice([card for card in cards if _safety(sight, card) == best])


def highest_of_low(sight: Sight, suit: int) -> Card:
    """Return the lowest card of a suit, or a higher one that loses as surely."""
    own = sight.in_suit(suit)
    card = lowest(own)
    while card + 1 in Hand(own) and sight.out & higher(card + 1):
        card += 1
    return card


def _safety(sight: Sight, card: Card) -> tuple[int, int]:
    over = (sight.out & higher(card)).bit_count()
    under = (sight.out & lower(card)).bit_count()
    if not over:
        return -9, -(card & 7)
    return (2 if not under else 0) + min(over, 4) - 2 * under, -sight.in_suit(card >> 3).bit_count()


def _burden(sight: Sight, card: Card) -> float:
    """Return the risk that a card takes a trick later.

    Lower cards in other hands raise it, own lower cards of the suit reduce it.
    """
    over = (sight.out & higher(card)).bit_count()
    under = (sight.out & lower(card)).bit_count()
    cover = (sight.in_suit(card >> 3) & lower(card)).bit_count()
    if not over and not under:
        return 0.5  # a suit nobody else holds takes tricks only when it is led
    return under / (1 + over) - 0.6 * cover
