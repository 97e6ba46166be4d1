"""Records of a post-mortem: plain values that are sent between processes."""

from enum import StrEnum
from typing import NamedTuple

from bot.analysis.postmortem.points import Points, Tricks
from bot.engine.cards import Card, Hand, Seat
from bot.engine.deal import DealResult, Trick


class Kind(StrEnum):
    """The kind of deal that was played."""

    CONTRACT = "contract"
    MISERE = "misere"
    ALL_PASS = "all_pass"
    UNPLAYED = "unplayed"


class Judged(NamedTuple):
    """One card; ``before`` and ``after`` are each seat's final tricks under best play of all."""

    seat: Seat  # the owner of the card
    by: Seat  # the player who chose it: in open play one whister plays both hands
    card: Card
    trick: int  # 0..9
    line: int  # index in the record; -1 where the engine played automatically
    choices: int  # legal cards
    before: Tricks
    after: Tricks
    # counting tricks it cost its side; all-pass: tricks its player takes, or, between two players,
    # takes more than the other
    given: int
    better: tuple[Card, ...]  # the cards without a loss, if it cost something
    points: Points  # the change for each seat

    @property
    def unchanged(self) -> Points:
        """Zero points for every seat."""
        return (0,) * len(self.points)


class PostMortem(NamedTuple):
    """A deal with every card judged."""

    kind: Kind
    result: DealResult
    hands: tuple[Hand, ...]  # by seat, at the first lead
    out: Seat  # the seat that took no part, or -1
    cards: tuple[Judged, ...]
    worth: Tricks  # under best play of all from the first lead to the tenth trick
    agreed: bool  # the rest was settled by consent
    line: tuple[Trick, ...]  # one line of best play
    bounds: Tricks  # all-pass: the most tricks the others can force on each seat, else empty
    par: Points  # the points of each seat under best play of all
    earned: Points
