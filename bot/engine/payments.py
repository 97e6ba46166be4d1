"""Who pays whom at the end of a match (rules/russian.md 4.11, balkan.md 3.9, austrian.md 3.6)."""

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from bot.engine.cards import Seat


class Payment(NamedTuple):
    """``amount`` is above zero, in the units of the balances."""

    by: Seat
    to: Seat
    amount: int


def payments(balance: Sequence[int]) -> tuple[Payment, ...]:
    """What settles balances that sum to zero, by seats; among four, nothing does with fewer.

    Who has lost just what another has won pays him alone.  Then the biggest loser pays the biggest
    winner as much as one of them has left, ties to the earlier seat, until nothing is left; of
    balances that do not sum to zero, which only a damaged sheet has, until one side has nothing.
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
