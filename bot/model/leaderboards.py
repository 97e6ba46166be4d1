"""Leaderboards: the choice of one, what counts as a win in it, the results of its rating."""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.model.values import Record


class RankingKind(StrEnum):
    """The number that a leaderboard is ordered by (docs/ratings.md)."""

    RATING = "rating"
    PLAY = "play"
    DATUM = "datum"
    BALANCE = "balance"
    ATTENDANCE = "attendance"


class Acquaintance(StrEnum):
    """How well a club must know somebody beyond the least number of matches."""

    ANY = "any"
    MATCHES_20 = "m20"
    OPPONENTS_5 = "o5"
    DAYS_5 = "d5"


class LeaderboardFilter(Record):
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


# The results that ratings are made of, as the store has them.

DEALS_A_MATCH: Final = 20  # results are told for a match of so many deals


class RatedSeat(NamedTuple):
    """The result of one owner of a seat in a match.

    ``user_id`` is None for a robot (``robot`` is its level) and for somebody who was forgotten.
    ``deals`` counts the deals this owner had the seat.  ``is_final``: they had it at the end;
    ``has_left``: they left the match.
    """

    seat: int
    user_id: int | None
    robot: str | None
    balance: int
    deals: int
    is_final: bool
    has_left: bool = False


class RatedMatch(NamedTuple):
    """A finished match that counts."""

    game_id: int
    ended_at: int
    preset: str
    seats: tuple[RatedSeat, ...]

    @property
    def players(self) -> int:
        """The number of seats; one that changed hands stands in ``seats`` more than once."""
        return len({seat.seat for seat in self.seats})
