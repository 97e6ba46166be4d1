"""The formats of a league: points of a match, by the conventions of Belgrade and of Moscow.

The Serbian league is that of preferans.org: 15 rounds, eight by lot in which no two meet twice,
then seven in which the first three of the standing meet, the next three, and so on.  The Russian
tournament is that of gambler.ru: a Swiss of 6 to 18 deals a round, then a final of the nine best
over nine deals.  All points are in tenths.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum
from typing import Final, NamedTuple

from bot.model.values import Record, asdict

TENTHS: Final = 10
SERBIAN_ROUNDS: Final = 15
ROUNDS_BY_LOT: Final = 8  # of a Serbian league; the playoff follows
FINALISTS: Final = 9  # of a Russian tournament
FINAL_DEALS: Final = 9
RUSSIAN_DEALS: Final = (6, 18)  # the fewest and the most deals of a round
_WALKOVER_POINTS: Final = 20  # Serbian: as a second place that is not negative


class LeagueFormat(StrEnum):
    """How a league draws its tables and scores its matches."""

    SERBIAN = "serbian_league"
    RUSSIAN = "russian_tournament"
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCK_OUT = "knock_out"


class CutOffs(NamedTuple):
    """The part of a plus that counts in a Russian tournament, and the loss that ends it.

    Up to ``whole`` it counts whole, then by ``percent`` up to ``tenth_from``, then a tenth, and
    nothing beyond ``end`` (None: no end).
    """

    whole: int
    percent: int
    tenth_from: int
    end: int | None
    worst: int


# gambler.ru: tours 1031061 (six deals a round) and 1029125 (up to 18).
_SHORT: Final = CutOffs(whole=50, percent=50, tenth_from=100, end=None, worst=-500)
_LONG: Final = CutOffs(whole=200, percent=10, tenth_from=200, end=650, worst=-1000)


class LeaguePlan(Record):
    """The settings with which a league was created.

    ``rules`` and ``final_rules`` are rules as text.  ``starts_at`` is the time of the first round
    (unix seconds); the others follow ``every`` so many days at that hour of the zone, or with 0
    ten minutes after the round before.  ``rounds`` counts those of a Swiss, without its final.
    ``minutes`` is the limit of a match, ``deals`` the length of a Russian round.  ``seed`` is
    public: everybody can repeat the draws.
    """

    format: LeagueFormat
    rules: str
    final_rules: str
    starts_at: int
    every: int
    rounds: int
    minutes: int
    deals: int
    with_fours: bool
    seed: str

    @property
    def cut_offs(self) -> CutOffs:
        """The cut-offs of a Russian tournament: by the length of its rounds."""
        return _SHORT if self.deals <= RUSSIAN_DEALS[0] else _LONG

    def rules_of(self, round_number: int) -> str:
        """Return the rules of a round as text."""
        is_final = self.format is LeagueFormat.RUSSIAN and round_number > self.rounds
        return self.final_rules if is_final else self.rules


def plan_text(plan: LeaguePlan) -> str:
    """Return a plan as one line of JSON."""
    return json.dumps(asdict(plan), separators=(",", ":"), sort_keys=True)


def parse_plan(text: str) -> LeaguePlan:
    """Parse a stored plan.  Raises ValueError, KeyError or TypeError for another text."""
    content = json.loads(text)
    return LeaguePlan(**{**content, "format": LeagueFormat(content["format"])})


def days_later(at: int, days: int, zone: tzinfo) -> int:
    """Return the time so many days later, at the same hour of the zone (unix seconds)."""
    first = datetime.fromtimestamp(at, zone)
    day = first.date() + timedelta(days=days)
    return round(datetime.combine(day, first.time(), zone).timestamp())


def serbian_points(balances: Sequence[int]) -> tuple[int, ...]:
    """Return the points of the three players of a match, in tenths.

    First place 3, or 4 if they alone are not negative; second 2 if not negative, else 1; third 0.
    Players who share a place get the points of that place; zero is not negative.
    """
    alone = sum(balance >= 0 for balance in balances) == 1

    def points(balance: int) -> int:
        place = 1 + sum(other > balance for other in balances)
        if place == 1:
            return 40 if alone else 30
        if place == 2:
            return 20 if balance >= 0 else 10
        return 0

    return tuple(map(points, balances))


def cut_off_points(balance: int, cut_offs: CutOffs) -> int:
    """Return what a result counts in a Russian tournament, in tenths; a minus counts whole."""
    if balance <= cut_offs.whole:
        return TENTHS * balance
    counted = balance if cut_offs.end is None else min(balance, cut_offs.end)
    between = min(counted, cut_offs.tenth_from) - cut_offs.whole
    beyond = max(counted - cut_offs.tenth_from, 0)
    return TENTHS * cut_offs.whole + between * cut_offs.percent // 10 + beyond


def match_points(
    plan: LeaguePlan, balances: Mapping[int, int], absent: frozenset[int], *, is_late: bool
) -> dict[int, int]:
    """Return the points of a match by player, in tenths.

    ``absent`` are players in whose seat somebody else played: they get nothing.  ``is_late``: the
    time ran out, and then a plus is not written in a Russian tournament.
    """
    if plan.format is LeagueFormat.SERBIAN:
        scored = dict(zip(balances, serbian_points(tuple(balances.values())), strict=True))
    elif plan.format is LeagueFormat.RUSSIAN:
        cut = plan.cut_offs
        written = {one: min(n, 0) if is_late else n for one, n in balances.items()}
        scored = {one: cut_off_points(n, cut) for one, n in written.items()}
    else:
        scored = {one: TENTHS * balance for one, balance in balances.items()}
    return {one: 0 if one in absent else points for one, points in scored.items()}


def walkover_points(plan: LeaguePlan) -> int:
    """Return the points of a player who came to a match that could not be played, or sits out.

    In the other formats a free round counts 0, the mean of a match.
    """
    return _WALKOVER_POINTS if plan.format is LeagueFormat.SERBIAN else 0
