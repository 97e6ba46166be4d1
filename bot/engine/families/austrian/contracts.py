"""The calls and contracts, their ranks and targets (rules/austrian.md C-2, C-6, C-7).

A contract without purchase has an X after its number; a game is called S, or S1 to S3 with its
suit named, and played as 1X to 3X (S4 and 4X only where a game may be in hearts, A-7).
"""

from functools import cache
from typing import Final

from bot.engine.cards import ACE, Card, Hand, Seat, Suit, rank_of, suit_of
from bot.engine.deal import Contract
from bot.engine.families.austrian.options import SuitOrder

NUMBERS: Final = ("1", "2", "3", "4")
GAME: Final = "S"
GAME_SUITS: Final = ("S1", "S2", "S3")
HEARTS_GAME: Final = "S4"
HEARTS: Final = "HE"
BETTEL: Final = "5"  # the plain contracts for no trick and for all ten
ALL_TEN: Final = "6"
PREMIUMS: Final = (HEARTS, "5", "5X", "6", "6X", "7", "7X", "8", "8X")
LADDER: Final = (*NUMBERS, GAME, *GAME_SUITS, *PREMIUMS)

_RANKS: Final = (1, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 12, 13, 14, 15)
RANK: Final = dict(zip(LADDER, _RANKS, strict=True))
STAKES: Final = {"HE": 1, "5": 1, "5X": 2, "6": 2, "6X": 3, "7": 3, "7X": 4, "8": 4, "8X": 5}

TARGET: Final = 6  # tricks of the declarer in a trump contract
DEFENDER_QUOTA: Final = 2  # tricks each defender who joins promises (V-12)
ACES: Final = Hand.of(suit * 8 + ACE for suit in Suit)


@cache
def suits_in_order(order: SuitOrder) -> tuple[Suit, ...]:
    """Return the suits by number, lowest first (C-2)."""
    return tuple(Suit("SCDH".index(letter)) for letter in order)


@cache
def contract_of(name: str, declarer: Seat, order: SuitOrder) -> Contract:
    """Return the contract of a bid or contract name; an unnamed game counts as the lowest."""
    if name == HEARTS:
        return Contract(name, declarer, TARGET, Suit.HEARTS)
    if name in (GAME, *GAME_SUITS, HEARTS_GAME):
        name = f"{name[1:] or '1'}X"
    number = int(name[0])
    if number <= 4:
        return Contract(name, declarer, TARGET, suits_in_order(order)[number - 1])
    return Contract(name, declarer, 10 if number in (6, 8) else 0, -1)


def is_bought(name: str) -> bool:
    """Return True for a contract with purchase: a bare number."""
    return name.isdigit()


def may_defend_open(name: str) -> bool:
    """Return True for seven and eight, whose defenders may show their hands (V-16)."""
    return name[0] in "78"


def contracts_from(name: str, top: int) -> tuple[str, ...]:
    """Return the contracts that may follow a purchase: never another category (V-9, A-6)."""
    last = 4 if name in NUMBERS else top
    return tuple(str(number) for number in range(int(name), last + 1))


def first_dealer(order: SuitOrder, drawn: tuple[Card, ...]) -> Seat:
    """Return the first dealer when each seat has drawn one card: suit before rank (C-4)."""
    suits = suits_in_order(order)
    heights = [(suits.index(suit_of(card)), rank_of(card)) for card in drawn]
    return heights.index(max(heights))
