"""Scores as postings; a sheet is their sum.

A posting is one amount written on one line of the sheet, with the reason in numbers: ``count``
times ``unit`` (times the multipliers of the rules).  The sheet, the store, the statistics and the
drawing are the same code for every family; a family only names its accounts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Final, NamedTuple

from pydantic import ConfigDict

from bot.engine.cards import Seat


class Account(NamedTuple):
    """A column of the sheet; ``paired`` accounts are kept against each opponent."""

    name: str
    paired: bool


class Posting(NamedTuple):
    """``amount`` written into ``account`` of ``seat`` (against one opponent when paired)."""

    account: str
    seat: Seat
    against: Seat | None
    amount: int
    why: str
    count: int  # type: ignore[assignment]  # tuple.count is not missed
    unit: int


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
