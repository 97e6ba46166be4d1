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


class Term(NamedTuple):
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


class Step(NamedTuple):
    """One part of the settlement under its name; ``terms`` in the order of the seats."""

    name: str
    terms: tuple[Term, ...]

    def brings(self, seat: Seat) -> Number:
        return sum(term.amount for term in self.terms if term.seat == seat)


def between_all(
    name: str, sheet: Sheet, account: str, seats: Sequence[Seat], factor: int = 1
) -> Step:
    """Return a step of a paired account: for each pair of seats, own less the other's amount."""
    return Step(
        name,
        tuple(
            Term(own, other, sheet.of(account, own, other), sheet.of(account, other, own), factor)
            for own, other in permutations(seats, 2)
        ),
    )


def against(name: str, owns: Sequence[Number], others: Sequence[Number], factor: int = 1) -> Step:
    """Return a step with one term per seat, its own number less another one."""
    pairs = enumerate(zip(owns, others, strict=True))
    return Step(name, tuple(Term(seat, None, *pair, factor) for seat, pair in pairs))
