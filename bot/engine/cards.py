"""Cards, suits, strains and sets of cards.

A card is an int 0..31, ``suit * 8 + rank``; ranks rise 7 8 9 10 J Q K A, the ten standing
between nine and jack (rules/russian.md 2.1).  A hand is a set of cards stored as bits.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final, Self

Card = int
Seat = int

TABLE_SEAT: Final[Seat] = -1  # the table itself: it shuffles, draws the dealer, stops the game

RANKS: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(8)


class Suit(IntEnum):
    """The four suits in their Russian order, lowest first."""

    SPADES = 0
    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3

    @property
    def letter(self) -> str:
        return "SCDH"[self]


class Strain(IntEnum):
    """A suit as trump, or no trump."""

    SPADES = 0
    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3
    NO_TRUMP = 4

    @property
    def letters(self) -> str:
        return ("S", "C", "D", "H", "NT")[self]

    @property
    def trump(self) -> Suit | None:
        return None if self is Strain.NO_TRUMP else Suit(self)


def trump_of(strain: Strain | None) -> int:
    """Return the trump suit of a strain, or -1; None is the contract to take no trick."""
    return -1 if strain is None or strain.trump is None else int(strain.trump)


PACK: Final[tuple[Card, ...]] = tuple(range(32))
CARD_NAMES: Final = tuple(rank + suit.letter for suit in Suit for rank in RANKS)
CARDS_BY_NAME: Final = {name: card for card, name in enumerate(CARD_NAMES)}


def suit_of(card: Card) -> Suit:
    return Suit(card >> 3)


def rank_of(card: Card) -> int:
    """Return 0 for a seven up to 7 for an ace."""
    return card & 7


# the eight cards of each suit as bits: plain ints, because ``Hand`` methods are slower
SUIT_BITS: Final = tuple(0xFF << suit * 8 for suit in range(4))


class Hand(int):
    """A set of cards; iterates from the lowest bit to the highest."""

    __slots__ = ()

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Self:
        bits = 0
        for card in cards:
            bits |= 1 << card
        return cls(bits)

    def __contains__(self, card: Card) -> bool:
        return bool(self >> card & 1)

    def __iter__(self) -> Iterator[Card]:
        bits = int(self)
        while bits:
            low = bits & -bits
            yield low.bit_length() - 1
            bits ^= low

    def __len__(self) -> int:
        return self.bit_count()

    def __or__(self, other: int) -> "Hand":
        return Hand(int(self) | other)

    def __sub__(self, other: int) -> "Hand":
        """Return the cards of this set that are not in the other."""
        return Hand(int(self) & ~other)

    def of_suit(self, suit: int) -> "Hand":
        return Hand(SUIT_BITS[suit] & self)

    def has(self, *names: str) -> bool:
        return all(CARDS_BY_NAME[name] in self for name in names)

    def __repr__(self) -> str:
        return f"Hand({' '.join(CARD_NAMES[card] for card in self)})"


EMPTY: Final = Hand(0)
FULL: Final = Hand(0xFFFFFFFF)
