"""Points of each seat for hypothetical tricks of a deal.

The engine scores the deal again with other tricks and the same auction; the points of a seat are
its balance right after the deal minus its balance right before it.
"""

from collections.abc import Sequence

from bot.engine.cards import Seat
from bot.engine.carry import Carry
from bot.engine.deal import Deal
from bot.engine.families import family_of
from bot.engine.game import score_deal
from bot.engine.rules import Rules

SeatPoints = tuple[int, ...]  # by seat, in units of the settlement
SeatTricks = tuple[int, ...]  # by seat


class PointScale:
    """Points of a deal as a function of the final tricks of each seat."""

    def __init__(self, end: Deal, made: SeatTricks, points: SeatPoints) -> None:
        self._deal = end
        self._known: dict[SeatTricks, SeatPoints] = {made: points}

    def points(self, tricks: SeatTricks) -> SeatPoints:
        if tricks not in self._known:
            result = score_deal(self._deal._replace(won=tricks, tricks=(), trick=(), offer=None))
            deal = self._deal
            after = family_of(deal.rules).next_carry(deal.rules, deal.carry, result)
            self._known[tricks] = points_earned(deal.rules, deal.carry, after)
        return self._known[tricks]


def points_earned(rules: Rules, before: Carry, after: Carry) -> SeatPoints:
    """Return the change of each seat's balance by a deal."""
    family = family_of(rules)
    old, new = family.balance(rules, before.sheet), family.balance(rules, after.sheet)
    return tuple(b - a for a, b in zip(old, new, strict=True))


def share_tricks(defence: int, taken: Sequence[int], out: Seat = -1) -> tuple[int, int]:
    """Return each defender's share of ``defence`` tricks, given the tricks actually ``taken``.

    Extra tricks go to the defender with fewer, missing ones come from the defender with more, the
    first where both are equal.  ``out`` is the index of a defender who takes no part, or -1.
    """
    if out >= 0:
        return (0, defence) if out == 0 else (defence, 0)
    first, second = taken
    while first + second < defence:
        first, second = (first + 1, second) if first <= second else (first, second + 1)
    while first + second > defence:
        first, second = (first - 1, second) if first >= second else (first, second - 1)
    return first, second
