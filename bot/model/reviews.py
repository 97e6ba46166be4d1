"""Reviews of deals: the numbers of one seat, and their totals over many deals.

The columns of the tables ``review_seat`` and ``play_sum`` have the names of these fields.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from bot.model.values import Record, astuple


class TurningPoint(NamedTuple):
    """The card of a deal, 0 to 31, that cost its side most tricks."""

    card: int
    cost: int


class SeatReview(Record):
    """The review of one seat in a deal.

    Points are settlement units: earned = par - given + received + agreed.
    """

    declared: bool
    fulfilled: bool  # declared, and the contract was made
    worth: int  # tricks by best play of all
    made: int  # tricks
    decisions: int  # own cards where there was a choice
    tricks_given: int
    par: int  # points by best play of all
    given: int  # points, by own cards that cost tricks
    received: int  # points, by all other cards
    agreed: int  # points, by a claim
    earned: int


class ReviewTotals(Record):
    """Totals of ``SeatReview`` over ``deals``; ``played`` counts those with a decision."""

    deals: int
    declared: int
    fulfilled: int
    played: int
    decisions: int
    tricks_given: int
    par: int
    given: int
    received: int
    agreed: int
    earned: int

    @property
    def by_own_cards(self) -> int:
        """The points changed by the player's own cards, below zero if they gave points away."""
        return -self.given

    @property
    def by_others(self) -> int:
        """The points changed by the cards of other players and by claims."""
        return self.received + self.agreed


def added_up(totals: Iterable[ReviewTotals]) -> ReviewTotals:
    """Return the totals of all these together."""
    columns = zip(*map(astuple, totals), strict=True)
    return ReviewTotals(*map(sum, columns))


class ContractTotals(Record):
    """Number of times one contract was declared, and made."""

    contract: str
    fulfilled: int
    declared: int


class CallTotals(Record):
    """Totals of what own calls gave away in ``deals``, in hundredths of a point, and of squares."""

    deals: int
    given: int
    given_squares: int


class PlayKey(Record):
    """The deals that are totalled together.

    A member has ``robot`` "", a robot the ``user_id`` 0.  ``with_robots``: a robot had a seat.
    """

    user_id: int
    robot: str
    preset: str
    of_two: bool
    with_robots: bool
    family: str


class PlayTotals(ReviewTotals):
    """Totals of reviews with the squares that their errors are made of (docs/ratings.md).

    ``capped``: points given, of each deal at most 30.  ``clean``: deals with a decision in which no
    trick was given.  ``compared``: deals that robots played again, ``gain`` how much more they
    brought than to the robots, in hundredths of a point.
    """

    capped: int = 0
    capped_squares: int = 0
    clean: int = 0
    tricks_squares: int = 0
    tricks_by_decisions: int = 0
    decisions_squares: int = 0
    compared: int = 0
    gain: int = 0
    gain_squares: int = 0


PLAY_KEY_FIELDS: Final = PlayKey.__struct_fields__
PLAY_TOTALS_FIELDS: Final = PlayTotals.__struct_fields__
