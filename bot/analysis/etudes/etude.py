"""A problem as data: open hands, a contract, the player's side, and the tricks to reach.

Places are East, South and West in the order of turns.  In data/etudes a hand is written suit by
suit, ``AQ.JT9.-.K7``, in the order spades, clubs, diamonds, hearts; T is a ten.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.analysis.position import Aim, Cards, HandMasks, Place, SolverContract
from bot.engine.cards import Hand, Strain
from bot.engine.tricks import FollowRule

PLACE_LETTERS: Final = "ESW"
_RANKS: Final = "789TJQKA"
_STRAINS: Final = {strain.letters: strain for strain in Strain}
MISERE_LETTER: Final = "M"


class Grade(StrEnum):
    """Difficulty of a problem, the easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    MASTER = "master"


class ProblemSide(StrEnum):
    """The side whose cards the player plays."""

    DECLARER = "declarer"
    DEFENDERS = "defenders"


class FollowingDuty(StrEnum):
    """The rule of following."""

    SUIT = "suit"  # russian.md 2.7, balkan.md 2.10
    OVERTAKE = "overtake"  # austrian.md C-8, in a trump contract with C-9


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem; ``tricks`` is the declarer's number of tricks under best play."""

    key: str
    grade: Grade
    contract: str  # a full contract (6C), a strain where fewer cards are left (C, NT), M for misère
    duty: FollowingDuty
    declarer: Place
    side: ProblemSide
    leader: Place
    hands: HandMasks
    tricks: int
    source: str

    @property
    def cards(self) -> Cards:
        return Cards(self.hands, self.leader)

    @property
    def solver_contract(self) -> SolverContract:
        """The contract in the form of the solver."""
        aim = Aim.LEAST if self.contract == MISERE_LETTER else Aim.MOST
        trump = self.trump
        following, bound = FollowRule.SUIT, -1
        if self.duty is FollowingDuty.OVERTAKE:
            following = FollowRule.OVERTAKE
            bound = (self.declarer + 1) % 3 if trump >= 0 else -1
        return SolverContract(self.declarer, trump, aim, following, bound=bound)

    @property
    def trump(self) -> int:
        """The trump suit, or -1."""
        strain = _STRAINS.get(self.contract.lstrip("0123456789"))
        suit = None if strain is None else strain.trump
        return -1 if suit is None else int(suit)

    @property
    def all_tricks(self) -> int:
        return self.hands[0].bit_count()

    @property
    def wants_more(self) -> bool:
        """True if the player wants the declarer to take more tricks, not fewer."""
        return (self.contract == MISERE_LETTER) == (self.side is ProblemSide.DEFENDERS)

    def plays(self, place: Place) -> bool:
        """True if the player plays this hand."""
        return (place == self.declarer) == (self.side is ProblemSide.DECLARER)

    def is_aim_met(self, taken: int) -> bool:
        """True if this number of declarer tricks reaches the player's aim."""
        return taken >= self.tricks if self.wants_more else taken <= self.tricks


def format_hand(hand: int) -> str:
    """Return a hand as AQ.JT9.-.K7, the highest card first."""
    suits = [[_RANKS[card & 7] for card in Hand(hand).of_suit(suit)] for suit in range(4)]
    return ".".join("".join(reversed(suit)) or "-" for suit in suits)


def parse_hand(text: str) -> Hand:
    """Return the cards of AQ.JT9.-.K7.  Raises ValueError."""
    suits = text.split(".")
    if len(suits) != 4:
        raise ValueError(f"not four suits: {text}")
    places = [s * 8 + _RANKS.index(r) for s, suit in enumerate(suits) for r in suit.strip("-")]
    hand = Hand.of(places)
    if len(hand) != len(places):
        raise ValueError(f"a card twice: {text}")
    return hand


def parse_place(letter: str) -> Place:
    """Return 0 for E, 1 for S, 2 for W.  Raises ValueError."""
    return PLACE_LETTERS.index(letter)
