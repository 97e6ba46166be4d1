"""Reviews of deals: the numbers of one seat, and their totals over many deals.

The columns of the tables ``review_seat`` and ``robot_sum`` have the names of these fields.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatReview:
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


@dataclass(frozen=True, slots=True)
class ReviewTotals:
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


@dataclass(frozen=True, slots=True)
class ContractTotals:
    """Number of times one contract was declared, and made."""

    contract: str
    fulfilled: int
    declared: int
