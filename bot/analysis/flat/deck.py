"""Sets of cards as native integers, 32 bits with eight a suit."""

from mypy_extensions import i64


def card_count(cards: i64) -> i64:
    """Return the number of cards in a set."""
    found: i64 = 0
    while cards != 0:
        cards &= cards - 1
        found += 1
    return found


def lowest_bit(cards: i64) -> i64:
    """Return the lowest card of a set that is not empty."""
    card: i64 = 0
    while cards & 255 == 0:
        cards >>= 8
        card += 8
    while cards & 1 == 0:
        cards >>= 1
        card += 1
    return card


def cards_of_suit(cards: i64, suit: i64) -> i64:
    """Return the cards of a suit."""
    start = suit * 8
    found = cards >> start & 255
    return found << start


def cards_above(cards: i64, card: i64) -> i64:
    """Return the cards of a set above a card."""
    start = card + 1
    found = cards >> start
    return found << start
