"""A problem as data: open hands, a contract, the player's side, and the tricks to reach.

Places are East, South and West in the order of turns.  In data/etudes a hand is written suit by
suit, ``AQ.JT9.-.K7``, in the order spades, clubs, diamonds, hearts; T is a ten.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from bot.analysis import position
from bot.engine.cards import Card, FollowRule, Hand, Strain

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


class FirstTries(NamedTuple):
    """How many people have finished their first try at a problem, and how many solved it so."""

    people: int
    solved: int


LEAST_PEOPLE: Final = 5  # first tries from which a problem is graded by them
_TRAITS_WEIGH: Final = 12  # as many people as the traits of a problem count for
_PRESUMED: Final = {  # share of first tries that solve a problem of these traits
    Grade.EASY: 0.75,
    Grade.MEDIUM: 0.55,
    Grade.HARD: 0.40,
    Grade.MASTER: 0.25,
}
# shares from which a problem belongs to a grade, in the middle between those of two grades
_LEAST_SHARES: Final = ((0.65, Grade.EASY), (0.475, Grade.MEDIUM), (0.325, Grade.HARD))


def grade_by_people(by_traits: Grade, tries: FirstTries) -> Grade:
    """Return the grade that follows from the first tries of people and the grade by traits.

    It is that of the mean of a beta distribution: the traits count like twelve people of whom the
    usual share solves such a problem, so a few lucky solvers change no grade.
    """
    if tries.people < LEAST_PEOPLE:
        return by_traits
    solved = _PRESUMED[by_traits] * _TRAITS_WEIGH + tries.solved
    share = solved / (_TRAITS_WEIGH + tries.people)
    return next((grade for least, grade in _LEAST_SHARES if share >= least), Grade.MASTER)


class ProblemSide(StrEnum):
    """The side whose cards the player plays."""

    DECLARER = "declarer"
    DEFENDERS = "defenders"


class FollowingDuty(StrEnum):
    """The rule of following."""

    SUIT = "suit"  # russian.md 2.7, balkan.md 2.10
    OVERTAKE = "overtake"  # austrian.md C-8, in a trump contract with C-9
    OVERTAKE_FREELY = "overtake_freely"  # the same, but a losing trump need not be played


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem; ``tricks`` is the declarer's number of tricks under best play.

    ``opening`` are cards that lie on the table when the problem begins; they belong to ``hands``.
    ``out`` is a place that takes no part, or -1.  ``is_low_bound``: where the rule of following
    has that duty, a defender answers a lead of the declarer with the lowest winner.
    """

    key: str
    grade: Grade
    contract: str  # a full contract (6C), a strain where fewer cards are left (C, NT), M for misère
    duty: FollowingDuty
    declarer: position.Place
    side: ProblemSide
    leader: position.Place
    hands: position.HandMasks
    tricks: int
    source: str
    opening: tuple[Card, ...] = ()
    out: position.Place = -1
    is_low_bound: bool = True

    @property
    def cards(self) -> position.Cards:
        return position.Cards(self.hands, self.leader)

    @property
    def solver_contract(self) -> position.SolverContract:
        """The contract in the form of the solver."""
        aim = position.Aim.LEAST if self.contract == MISERE_LETTER else position.Aim.MOST
        trump = self.trump
        has_low_duty = self.duty is not FollowingDuty.SUIT and self.is_low_bound and self.out < 0
        bound = (self.declarer + 1) % 3 if has_low_duty and trump >= 0 else -1
        following = FollowRule(self.duty)
        return position.SolverContract(self.declarer, trump, aim, following, self.out, bound)

    @property
    def trump(self) -> int:
        """The trump suit, or -1."""
        strain = _STRAINS.get(self.contract.lstrip("0123456789"))
        suit = None if strain is None else strain.trump
        return -1 if suit is None else int(suit)

    @property
    def all_tricks(self) -> int:
        return max(hand.bit_count() for hand in self.hands)

    @property
    def wants_more(self) -> bool:
        """True if the player wants the declarer to take more tricks, not fewer."""
        return (self.contract == MISERE_LETTER) == (self.side is ProblemSide.DEFENDERS)

    def plays(self, place: position.Place) -> bool:
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


def parse_place(letter: str) -> position.Place:
    """Return 0 for E, 1 for S, 2 for W.  Raises ValueError."""
    return PLACE_LETTERS.index(letter)


# Replay of a line of cards in a problem.

CardLine = tuple[Card, ...]


class BadLine(ValueError):
    """A card of the line is illegal where it is played."""


class ProblemTrick(NamedTuple):
    leader: position.Place
    cards: tuple[Card, ...]
    winner: position.Place


class LineStatus(StrEnum):
    """The state of a line without a mistake."""

    OPEN = "open"
    REACHED = "reached"


class ProblemState(NamedTuple):
    """The state after a line: the cards left, the finished tricks, the place to play."""

    cards: position.Cards
    tricks: tuple[ProblemTrick, ...]
    turn: position.Place

    @property
    def tricks_left(self) -> int:
        """The number of tricks still to be finished, the one in progress included."""
        return max(hand.bit_count() for hand in self.cards.hands)

    def tricks_of(self, place: position.Place) -> int:
        return sum(trick.winner == place for trick in self.tricks)


def replay_line(problem: Problem, line: CardLine) -> ProblemState:
    """Return the course of a line.  Raises BadLine."""
    cards, rules, tricks = problem.cards, problem.solver_contract, []
    for card in line:
        if not position.legal_cards(cards, rules) >> card & 1:
            raise BadLine(line)
        leader, lying = cards.leader, (*cards.trick, card)
        cards, winner = position.play_card(cards, rules, card)
        if winner >= 0:
            tricks.append(ProblemTrick(leader, lying, winner))
    return ProblemState(cards, tuple(tricks), position.turn_of(cards, rules))


def line_status(problem: Problem, state: ProblemState) -> LineStatus:
    """Return REACHED once the aim cannot be missed any more, judged by counting alone."""
    taken = state.tricks_of(problem.declarer)
    left = state.tricks_left
    worst = taken if problem.wants_more else taken + left
    return LineStatus.REACHED if problem.is_aim_met(worst) or not left else LineStatus.OPEN


def legal_next_cards(problem: Problem, state: ProblemState) -> list[Card]:
    """Return the legal cards of the hand to play, lowest first; none at the end."""
    return (
        position.cards_in(position.legal_cards(state.cards, problem.solver_contract))
        if state.tricks_left
        else []
    )


def group_equivalent(
    cards: position.Cards, place: position.Place, among: list[Card]
) -> list[list[Card]]:
    """Group equivalent cards of one hand: no card of another hand lies between them.

    Cards of the trick in progress still tell ranks apart.
    """
    others = sum(1 << card for card in cards.trick)
    for other in range(3):
        others |= cards.hands[other] if other != place else 0
    groups: list[list[Card]] = []
    for card in among:
        last = groups[-1][-1] if groups else -1
        if last >= 0 and last >> 3 == card >> 3 and not others & ((1 << card) - (2 << last)):
            groups[-1].append(card)
        else:
            groups.append([card])
    return groups
