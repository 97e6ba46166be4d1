"""Scores as postings; a sheet is their sum.

A posting is one amount written on one line of the sheet, with the reason in numbers: ``count``
times ``unit`` (times what the rules multiply).  The sheet, the store, the statistics and the
drawing are the same code for every family; a family only names its accounts.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor
from typing import Final, NamedTuple

from pydantic import BaseModel, ConfigDict

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
    """The standing sum of one line of the sheet."""

    account: str
    seat: Seat
    against: Seat | None
    amount: int


class Sheet(BaseModel):
    """What is written so far: the non-zero sums, in a fixed order, so that equal is equal."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    totals: tuple[Total, ...] = ()

    def of(self, account: str, seat: Seat, against: Seat | None = None) -> int:
        for total in self.totals:
            if total[:3] == (account, seat, against):
                return total.amount
        return 0

    def plus(self, postings: Iterable[Posting]) -> "Sheet":
        sums = {total[:3]: total.amount for total in self.totals}
        before = len(sums)
        for posting in postings:
            line = posting[:3]
            sums[line] = sums.get(line, 0) + posting.amount
        if len(sums) == before and all(sums.values()):  # no line is new, and none is gone
            totals = tuple(Total(*line, amount) for line, amount in sums.items())
            return Sheet.model_construct(totals=totals)
        return Sheet.model_construct(totals=_ordered(sums))  # our own sums need no check


_Line = tuple[str, Seat, Seat | None]


def _ordered(sums: dict[_Line, int]) -> tuple[Total, ...]:
    lines = sorted(sums, key=lambda line: (line[0], line[1], -1 if line[2] is None else line[2]))
    return tuple(Total(*line, sums[line]) for line in lines if sums[line])


HALF: Final = Fraction(1, 2)


def rounded(exact: Sequence[Fraction]) -> tuple[int, ...]:
    """Whole numbers for exact balances that sum to zero (rules/russian.md 4.11).

    Half up; a surplus is taken from the largest winners, a lack is given to the biggest
    losers, ties to the earlier seat.
    """
    whole = [floor(value + HALF) for value in exact]
    surplus = sum(whole)
    sign = 1 if surplus > 0 else -1
    order = sorted(range(len(whole)), key=lambda seat: (-sign * whole[seat], seat))
    for seat in order[: abs(surplus)]:
        whole[seat] -= sign
    return tuple(whole)
