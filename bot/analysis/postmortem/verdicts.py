"""Records of a post-mortem: plain values that are sent between processes."""

from enum import StrEnum
from typing import NamedTuple

from bot.analysis.postmortem.points import SeatPoints, SeatTricks
from bot.engine.cards import Card, Hand, Seat
from bot.engine.deal import DealResult, Trick


class PlayKind(StrEnum):
    """The kind of deal that was played."""

    CONTRACT = "contract"
    MISERE = "misere"
    ALL_PASS = "all_pass"
    UNPLAYED = "unplayed"


class JudgedCard(NamedTuple):
    """One card; ``before`` and ``after`` are each seat's final tricks under best play of all."""

    seat: Seat  # the owner of the card
    chooser: Seat  # the player who chose it: in open play one whister plays both hands
    card: Card
    trick: int  # 0..9
    record_line: int  # index in the record; -1 where the engine played automatically
    choices: int  # legal cards
    before: SeatTricks
    after: SeatTricks
    # counting tricks it cost its side; all-pass: tricks its player takes, or, between two players,
    # takes more than the other
    cost: int
    better: tuple[Card, ...]  # the cards without a loss, if it cost something
    points: SeatPoints  # the change for each seat

    @property
    def unchanged(self) -> SeatPoints:
        """Zero points for every seat."""
        return (0,) * len(self.points)


class PostMortem(NamedTuple):
    """A deal with every card judged."""

    kind: PlayKind
    result: DealResult
    hands: tuple[Hand, ...]  # by seat, at the first lead
    out: Seat  # the seat that took no part, or -1
    cards: tuple[JudgedCard, ...]
    best_tricks: SeatTricks  # under best play of all from the first lead to the tenth trick
    is_agreed: bool  # the rest was settled by consent
    best_line: tuple[Trick, ...]  # one line of best play
    bounds: SeatTricks  # all-pass: the most tricks the others can force on each seat, else empty
    par: SeatPoints  # the points of each seat under best play of all
    earned: SeatPoints
