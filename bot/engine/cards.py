"""Cards, suits, strains, sets of cards, and what the cards of a trick decide.

A card is an int 0..31, ``suit * 8 + rank``; ranks rise 7 8 9 10 J Q K A, the ten standing
between nine and jack (rules/russian.md 2.1).  A hand is a set of cards stored as bits.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum, StrEnum
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
        first, second, third, fourth = _CARDS_BY_SUIT  # one look-up a suit is the fastest way
        low = first[self & 255] + second[self >> 8 & 255]
        return iter(low + third[self >> 16 & 255] + fourth[self >> 24])

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


_CARDS_BY_SUIT: Final = tuple(  # by suit, and by its eight cards as bits
    tuple(tuple(suit + rank for rank in range(8) if held >> rank & 1) for held in range(256))
    for suit in range(0, 32, 8)
)

EMPTY: Final = Hand(0)
FULL: Final = Hand(0xFFFFFFFF)


# Legal cards of a trick, its winner, and cards a player has shown to lack: pure functions.
#
# Following suit is rules/russian.md 2.7, overtaking rules/austrian.md C-8 and C-9.


class FollowRule(StrEnum):
    """The rules of following a lead."""

    SUIT = "suit"  # follow suit, else trump, else anything (russian.md 2.7, balkan.md 2.10)
    OVERTAKE = "overtake"  # and beat the trick if able, also with a trump (austrian.md C-8)
    OVERTAKE_FREELY = "overtake_freely"  # the same, but a losing trump need not be played


def following_cards(hand: int, led: int | None, trump: int) -> int:
    """Return the legal cards of a hand: follow suit, else trump, else anything.

    ``led`` is the suit to follow (None on lead), ``trump`` a suit or -1.
    """
    if led is None:
        return hand
    cards = SUIT_BITS[led] & hand
    if not cards and trump >= 0:
        cards = SUIT_BITS[trump] & hand
    return cards or hand


def winning_index(cards: Sequence[Card], led: int, trump: int) -> int | None:
    """Return the index of the winning card: highest trump, else highest of the led suit.

    None if no card is either, which can happen only when the talon leads.
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


def overtaking_cards(
    hand: int, trick: Sequence[Card], trump: int, following: FollowRule, wins_low: bool
) -> int:
    """Return the legal cards of a hand that must overtake.

    ``wins_low``: the lowest of several winning cards must be played.
    """
    led, trumps, winning = _follow_choices(hand, trick, trump)
    if winning:
        return winning & -winning if wins_low else winning
    if led:
        return led
    return trumps if trumps and following is FollowRule.OVERTAKE else hand


def _follow_choices(hand: int, trick: Sequence[Card], trump: int) -> tuple[int, int, int]:
    """Return the cards of the led suit, the trumps if there are none, and those that win."""
    suit = trick[0] >> 3
    best = trick[winning_index(trick, suit, trump) or 0]
    led = SUIT_BITS[suit] & hand
    if led:
        return led, 0, led & cards_from(best + 1, suit) if best >> 3 == suit else 0
    trumps = SUIT_BITS[trump] & hand if trump >= 0 else 0
    return 0, trumps, trumps & cards_from(best + 1, trump) if best >> 3 == trump else trumps


def cards_from(card: Card, suit: int) -> int:
    """Return the cards of a suit from this card up."""
    return SUIT_BITS[suit] & -(1 << card)


def denied_suits(card: Card, led: int, trump: int, following: FollowRule) -> int:
    """Return the cards of the suits that a player lacks after this card to the suit ``led``."""
    if card >> 3 == led:
        return 0
    must_trump = trump >= 0 and card >> 3 != trump and following is not FollowRule.OVERTAKE_FREELY
    return SUIT_BITS[led] | (SUIT_BITS[trump] if must_trump else 0)


def denied_cards(
    card: Card,
    trick: Sequence[Card],
    talon: Card | None,
    trump: int,
    following: FollowRule,
    wins_low: bool,
) -> int:
    """Return all cards that a hand lacks if it plays this card to this trick.

    Beside ``denied_suits`` these are the winning cards, where the rules demand overtaking;
    ``talon`` is the talon card that leads, if one does.
    """
    if not trick and talon is None:
        return 0
    led = (trick[0] if talon is None else talon) >> 3
    suits = denied_suits(card, led, trump, following)
    if following is FollowRule.SUIT:
        return suits
    best = trick[winning_index(trick, led, trump) or 0]
    return suits | _unbeaten(card, best, led, trump, wins_low)


def _unbeaten(card: Card, best: Card, led: int, trump: int, wins_low: bool) -> int:
    """Return the winning cards that the hand lacks after this card."""
    suit, is_trumped = card >> 3, best >> 3 == trump
    if suit == led:
        return _higher(card, best + 1, wins_low) if best >> 3 == led else 0
    over = best + 1 if is_trumped else trump * 8
    if suit == trump:
        return _higher(card, over, wins_low)
    return cards_from(over, trump) if trump >= 0 else 0


def _higher(card: Card, over: Card, wins_low: bool) -> int:
    """Return the winners from ``over`` up if ``card`` loses, else those below it (``wins_low``)."""
    if card < over:
        return cards_from(over, card >> 3)
    return (1 << card) - (1 << over) if wins_low else 0
