"""Leaderboards: the choice of one, as users filter it, and what counts as a win in it."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class LeaderboardFilter:
    """The games a leaderboard counts; "" as family, preset or season means any.

    Games with robots, and those of two players, have leaderboards of their own.
    """

    family: str = ""
    preset: str = ""
    season: str = ""
    with_robots: bool = False
    of_two: bool = False


WIN_CONDITION: Final = "place = 1 AND mark IS NULL AND balance > 0"
"""``is_win`` over the columns of a stored result."""


def is_win(place: int, balance: int, *, has_left: bool) -> bool:
    """Return True for the best of the players who stayed, unless their balance is no plus.

    docs/rules/README.md, "Leaving", rule 4.
    """
    return place == 1 and balance > 0 and not has_left
