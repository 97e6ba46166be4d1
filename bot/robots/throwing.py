"""Choice of the least useful card when a trick cannot or need not be won."""

from bot.engine.cards import SUIT_BITS, Card, Hand
from bot.robots.sight import Sight, higher, lowest


def throw_away(sight: Sight) -> Card:
    """Return the lowest card of the suit led, else the least useful discard."""
    if sight.led >= 0 and sight.legal & SUIT_BITS[sight.led]:
        return lowest(sight.legal)
    if sight.ruffs:
        return lowest(sight.legal)
    return min(Hand(sight.legal), key=lambda card: _use(sight, card))


def _use(sight: Sight, card: Card) -> tuple[int, int]:
    """Rank the value of keeping a card: masters, then guards of high cards, then rank."""
    own = sight.in_suit(card >> 3)
    if sight.is_master(card):
        return 3, card & 7
    top = max(Hand(own))
    missing = (sight.out & higher(top)).bit_count()
    guards = missing and card != top and own.bit_count() == missing + 1 and missing <= 2
    lively = own.bit_count() > missing and missing <= 2
    return (2 if guards or (lively and card == top) else 0), card & 7
