"""Which cards may be played and who wins: pure functions on cards (rules/russian.md 2.7)."""

from collections.abc import Sequence

from bot.engine.cards import SUIT_BITS, Card


def playable(hand: int, led: int | None, trump: int) -> int:
    """The cards of a hand that may be played: follow suit, else trump, else anything.

    ``led`` is the suit to follow (None on lead), ``trump`` a suit or -1.
    """
    if led is None:
        return hand
    cards = SUIT_BITS[led] & hand
    if not cards and trump >= 0:
        cards = SUIT_BITS[trump] & hand
    return cards or hand


def best_of(cards: Sequence[Card], led: int, trump: int) -> int | None:
    """The index of the winning card: highest trump, else highest of the led suit.

    None when no card is either, which only a suit led by the talon could bring about.
    """
    best, best_rank = None, -1
    for place, card in enumerate(cards):
        suit, rank = card >> 3, card & 7
        if suit == trump:
            rank += 8
        elif suit != led:
            continue
        if rank > best_rank:
            best, best_rank = place, rank
    return best
