"""The steps of a settlement: the amount each part of the sheet brings to each seat.

For every sheet the steps add up to ``Family.settle`` or ``Family.balance``.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from bot.engine.cards import Seat
from bot.engine.ledger import Sheet

Number = int | Fraction


class SettlementTerm(NamedTuple):
    """``factor`` times (``own`` less ``other``) for a seat.

    ``other`` is the number of the seat ``against``; None: of no single seat, such as a mean.
    """

    seat: Seat
    against: Seat | None
    own: Number
    other: Number
    factor: int = 1

    @property
    def amount(self) -> Number:
        return self.factor * (self.own - self.other)


class SettlementStep(NamedTuple):
    """One part of the settlement under its name; ``terms`` in the order of the seats."""

    name: str
    terms: tuple[SettlementTerm, ...]

    def amount_for(self, seat: Seat) -> Number:
        return sum(term.amount for term in self.terms if term.seat == seat)


def pairwise_step(
    name: str, sheet: Sheet, account: str, seats: Sequence[Seat], factor: int = 1
) -> SettlementStep:
    """Return a step of a paired account: for each pair of seats, own less the other's amount."""
    return SettlementStep(
        name,
        tuple(
            SettlementTerm(
                own,
                other,
                sheet.total(account, own, other),
                sheet.total(account, other, own),
                factor,
            )
            for own, other in permutations(seats, 2)
        ),
    )


def column_step(
    name: str, owns: Sequence[Number], others: Sequence[Number], factor: int = 1
) -> SettlementStep:
    """Return a step with one term per seat, its own number less another one."""
    pairs = enumerate(zip(owns, others, strict=True))
    return SettlementStep(
        name, tuple(SettlementTerm(seat, None, *pair, factor) for seat, pair in pairs)
    )
