"""Payments at the end of a match (rules/russian.md 4.11, balkan.md 3.9, austrian.md 3.6)."""

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from bot.engine.cards import Seat


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
