"""Scores as postings; a sheet is their sum.

A posting is one amount written on one line of the sheet, with the reason in numbers: ``count``
times ``unit`` (times the multipliers of the rules).  The sheet, the store, the statistics and the
drawing are the same code for every family; a family only names its accounts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import floor
from typing import Final, NamedTuple

from pydantic import ConfigDict

from bot.engine.cards import Seat
from bot.model.enums import Posting


class Account(NamedTuple):
    """A column of the sheet; ``paired`` accounts are kept against each opponent."""

    name: str
    paired: bool


class Total(NamedTuple):
    """The current sum of one line of the sheet."""

    account: str
    seat: Seat
    against: Seat | None
    amount: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The non-zero sums so far, in a fixed order, so that equal sheets compare equal."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    totals: tuple[Total, ...] = ()

    def total(self, account: str, seat: Seat, against: Seat | None = None) -> int:
        for name, own, other, amount in self.totals:  # a hot loop: every view calls it
            if own == seat and other == against and name == account:
                return amount
        return 0

    def plus(self, postings: Iterable[Posting]) -> "Sheet":
        lines = {total[:3]: total for total in self.totals}
        before = len(lines)
        for posting in postings:
            line, amount = posting[:3], posting[3]
            total = lines.get(line)
            lines[line] = Total(*line, amount if total is None else total[3] + amount)
        totals = tuple(lines.values())
        if len(totals) > before or not all(total[3] for total in totals):  # a line is new, or gone
            totals = _ordered(totals)
        return Sheet(totals)


BLANK_SHEET: Final = Sheet()


def _ordered(totals: Iterable[Total]) -> tuple[Total, ...]:
    return tuple(sorted((total for total in totals if total.amount), key=_place))


def _place(total: Total) -> tuple[str, Seat, Seat]:
    account, seat, against, _ = total
    return account, seat, -1 if against is None else against


HALF: Final = Fraction(1, 2)


def round_balances(exact: Sequence[Fraction]) -> tuple[int, ...]:
    """Round exact balances that sum to zero to whole ones (rules/russian.md 4.11).

    Halves round up; a surplus is taken from the largest winners, a deficit is given to the
    biggest losers, ties to the earlier seat.
    """
    whole = [floor(value + HALF) for value in exact]
    surplus = sum(whole)
    sign = 1 if surplus > 0 else -1
    order = sorted(range(len(whole)), key=lambda seat: (-sign * whole[seat], seat))
    for seat in order[: abs(surplus)]:
        whole[seat] -= sign
    return tuple(whole)


# The steps of a settlement: the amount each part of the sheet brings to each seat.
#
# For every sheet the steps add up to ``Family.settle`` or ``Family.balance``.

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


# Payments at the end of a match (rules/russian.md 4.11, balkan.md 3.9, austrian.md 3.6).


class Payment(NamedTuple):
    """One payment; ``amount`` is above zero, in the units of the balances."""

    by: Seat
    to: Seat
    amount: int


def settling_payments(balance: Sequence[int]) -> tuple[Payment, ...]:
    """Return the fewest payments that settle balances of up to four seats, sorted by seat.

    A loser pays a winner of exactly the same amount first.  Then the biggest loser pays the biggest
    winner as much as one of them has left, ties to the earlier seat, until nothing is left.  If
    the balances do not sum to zero (a damaged sheet), it stops when one side has nothing left.
    """
    left, paid = list(balance), list[Payment]()

    def pay(by: Seat, to: Seat) -> None:
        amount = min(-left[by], left[to])
        paid.append(Payment(by, to, amount))
        left[by] += amount
        left[to] -= amount

    seats = range(len(left))
    for by, to in permutations(seats, 2):
        if left[by] == -left[to] < 0:
            pay(by, to)
    while min(left) < 0 < max(left):
        pay(min(seats, key=left.__getitem__), max(seats, key=left.__getitem__))
    return tuple(sorted(paid))
