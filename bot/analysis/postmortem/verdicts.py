"""What a post-mortem says of a deal: plain values that travel between processes."""

from enum import StrEnum
from typing import NamedTuple

from bot.analysis.postmortem.points import Points, Tricks
from bot.engine.cards import Card, Hand, Seat
from bot.engine.deal import DealResult, Trick


class Kind(StrEnum):
    """What was played."""

    CONTRACT = "contract"
    MISERE = "misere"
    ALL_PASS = "all_pass"
    UNPLAYED = "unplayed"


class Judged(NamedTuple):
    """One card.  ``before`` and ``after`` are each seat's tricks after ten, by best play of all."""

    seat: Seat  # whose card it is
    by: Seat  # who chose it: in open play one whister plays both hands
    card: Card
    trick: int  # 0..9
    line: int  # of the record; -1 where the engine played by itself
    choices: int  # legal cards
    before: Tricks
    after: Tricks
    # tricks that count and that it cost its side; all-pass: that its player takes, where two
    # play that he takes more than the other
    given: int
    better: tuple[Card, ...]  # what would have held, where it cost something
    points: Points  # what it changed for each seat

    @property
    def unchanged(self) -> Points:
        """Nothing, for as many seats."""
        return (0,) * len(self.points)


class PostMortem(NamedTuple):
    """A deal with every card judged."""

    kind: Kind
    result: DealResult
    hands: tuple[Hand, ...]  # by seat, at the first lead
    out: Seat  # who took no part, or -1
    cards: tuple[Judged, ...]
    worth: Tricks  # by best play of all from the first lead, to the tenth trick
    agreed: bool  # the rest was settled by consent
    line: tuple[Trick, ...]  # one way to play it best
    bounds: Tricks  # all-pass: the most each seat can be given by the two others, else empty
    par: Points  # what best play of all was worth to each seat
    earned: Points
