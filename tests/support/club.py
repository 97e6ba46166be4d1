"""A simulated club: members of known strength, matches with as much luck as real ones have."""

import random
from collections.abc import Iterator, Sequence

from bot.model.leaderboards import RatedMatch, RatedSeat

DEALS = 20
LUCK = 26.0  # of a deal of sochi, docs/ratings.md
STRENGTH = 2.1  # standard deviation of the members' strength, points a deal


class Club:
    """Members from 1 on with their true strength in points a deal, the mean of which is 0."""

    def __init__(self, seed: int, members: int = 24) -> None:
        self.chance = random.Random(seed)
        drawn = [self.chance.gauss(0, STRENGTH) for _ in range(members)]
        middle = sum(drawn) / members
        self.strength = {user: value - middle for user, value in enumerate(drawn, start=1)}
        self._number = 0

    def match(self, users: Sequence[int], deals: int = DEALS) -> RatedMatch:
        """Play a match of three: the balances sum to zero but for rounding."""
        self._number += 1
        raw = [
            self.strength[user] * deals * 1.5 + self.chance.gauss(0, LUCK * 1.22 * deals**0.5)
            for user in users
        ]
        middle = sum(raw) / len(raw)
        seats = tuple(
            RatedSeat(seat, user, None, round(value - middle), deals, True)
            for seat, (user, value) in enumerate(zip(users, raw, strict=True))
        )
        return RatedMatch(self._number, self._number, "sochi", seats)

    def rounds(self, count: int) -> Iterator[RatedMatch]:
        """Play rounds in which every member plays one match."""
        members = list(self.strength)
        for _ in range(count):
            self.chance.shuffle(members)
            for first in range(0, len(members) - 2, 3):
                yield self.match(members[first : first + 3])


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's coefficient of two lists without equal values."""
    pairs = zip(_ranks(one), _ranks(other), strict=True)
    gap = sum((a - b) * (a - b) for a, b in pairs)
    count = len(one)
    return 1.0 - 6 * gap / (count * (count * count - 1))


def _ranks(values: Sequence[float]) -> list[int]:
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0] * len(values)
    for rank, place in enumerate(order):
        ranks[place] = rank
    return ranks
