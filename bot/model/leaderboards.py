"""The choice of a leaderboard, as users filter it and as the store computes it."""

from dataclasses import dataclass


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
