"""Everybody for himself and no trick wanted: raspasy and its kin."""

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
        return highest(sight.legal)  # it is lost anyway: away with the high card
    return _not_last(sight)


def _not_last(sight: Sight) -> Card:
    """Every card is over the trick: low while somebody behind may go over it, else high."""
    small = lowest(sight.legal)
    behind = 0
    for seat in sight.later:
        behind |= sight.may[seat]
    return small if behind & higher(small) else highest(sight.legal)


def _lead(sight: Sight, rng: Random) -> Card:
    """The card over which the others must most likely go."""
    cards = [highest_of_low(sight, suit) for suit in range(4) if sight.in_suit(suit)]
    best = max(_safety(sight, card) for card in cards)
    return rng.choice([card for card in cards if _safety(sight, card) == best])


def highest_of_low(sight: Sight, suit: int) -> Card:
    """The lowest card of a suit, or a higher one that loses as surely."""
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
    """How likely a card takes a trick later: lower ones out against it, few of its own below."""
    over = (sight.out & higher(card)).bit_count()
    under = (sight.out & lower(card)).bit_count()
    cover = (sight.in_suit(card >> 3) & lower(card)).bit_count()
    if not over and not under:
        return 0.5  # a suit nobody else holds takes tricks only when it is led
    return under / (1 + over) - 0.6 * cover
