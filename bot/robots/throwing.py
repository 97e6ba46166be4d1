"""Choice of the least useful card when a trick cannot or need not be won."""

from bot.engine.cards import SUIT_BITS, Card, Hand
from bot.robots.sight import PlayInference, higher_cards, lowest_card


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
    top = max(Hand(own))
    missing = (inference.outstanding & higher_cards(top)).bit_count()
    guards = missing and card != top and own.bit_count() == missing + 1 and missing <= 2
    lively = own.bit_count() > missing and missing <= 2
    return (2 if guards or (lively and card == top) else 0), card & 7
