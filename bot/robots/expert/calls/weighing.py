"""Comparison of options over common worlds; poor options are dropped early.

Differences of two options in the same world vary far less than their values, so the mean
difference and its standard error decide.  The plain robot's choice stands until another is better
by more than chance, and by twice that where the other loses against some model of the defenders.
The option None is to make no call.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final

from bot.engine.actions import Action
from bot.robots.expert.calls.following import End, Prospect
from bot.robots.expert.calls.tempers import Temper

Choice = Action | None
Value = Callable[[int, Choice], Prospect]  # (number of the world, option) -> value

LEAST: Final = 6  # worlds before anything is decided
_DROPPED: Final = 1.8  # standard errors behind the leader
BETTER: Final = 1.0  # standard errors ahead of the plain choice
_SURELY: Final = 2.0  # factor of it for an option that is behind for some ``Temper``
_UNLIKELY: Final = 0.05  # probability at which a ``Temper`` is ruled out


class Tally:
    """The values of the options so far; ``weights`` are those of the worlds.

    ``likely`` is the probability of each ``Temper``.
    """

    def __init__(self, options: Sequence[Choice], likely: Sequence[float]) -> None:
        self.likely = likely
        self.values: dict[Choice, list[float]] = {option: [] for option in options}
        self.apart: dict[Choice, list[tuple[float, ...]]] = {option: [] for option in options}
        self.made: dict[Choice, list[bool | None]] = {option: [] for option in options}
        self.ends: dict[Choice, list[End | None]] = {option: [] for option in options}
        self.weights: list[float] = []
        self.live = list(options)
        self.is_complete = False  # all worlds were examined

    def mean(self, option: Choice) -> float:
        values = self.values[option]
        weights = self.weights[: len(values)]
        return sum(v * w for v, w in zip(values, weights, strict=True)) / (sum(weights) or 1.0)

    def ahead(self, option: Choice, other: Choice) -> tuple[float, float]:
        """Return the mean lead of an option over another, and its standard error."""
        pairs = zip(self.values[option], self.values[other], self.weights, strict=False)
        rows = [(mine - theirs, weight) for mine, theirs, weight in pairs]
        total = sum(weight for _, weight in rows) or 1.0
        mean = sum(gap * weight for gap, weight in rows) / total
        spread = sum(((gap - mean) * weight) ** 2 for gap, weight in rows)
        count = len(rows)
        return mean, sqrt(spread * count / max(1, count - 1)) / total

    def is_poor(self, option: Choice, other: Choice) -> bool:
        """Return True if an option is behind another for a ``Temper`` that is not ruled out."""
        sums: dict[int, float] = {}
        rows = zip(self.apart[option], self.apart[other], self.weights, strict=False)
        for mine, theirs, weight in rows:
            for temper, (one, two) in enumerate(zip(mine, theirs, strict=True)):
                sums[temper] = sums.get(temper, 0.0) + weight * (one - two)
        return any(total < 0 and self.likely[n] > _UNLIKELY for n, total in sums.items())

    def leader(self) -> Choice:
        """Return the best live option, the first among equals."""
        return max(self.live, key=self.mean)

    def drop(self, kept: Choice) -> None:
        """Drop live options clearly behind the leader, except ``kept``."""
        leader = self.leader()
        live = []
        for option in self.live:
            gap, error = self.ahead(leader, option)
            if option in (kept, leader) or gap <= _DROPPED * error:
                live.append(option)
        self.live = live


def weigh(
    options: Sequence[Choice],
    plain: Choice,
    weights: Sequence[float],
    value: Value,
    is_done: Callable[[], bool],
    likely: Sequence[float],
    least: int = LEAST,
) -> Tally:
    """Value the options until worlds or work run out, or only one option is left.

    A world is finished once begun, so that all live options have seen the same worlds.  ``likely``
    is as in ``Tally``.
    """
    tally = Tally(options, likely)
    for number, weight in enumerate(weights):
        if number and (is_done() or len(tally.live) == 1):
            break
        tally.weights.append(weight)
        for option in tally.live:
            prospect = value(number, option)
            tally.values[option].append(prospect.worth)
            tally.made[option].append(prospect.made)
            tally.ends[option].append(prospect.end)
            tally.apart[option].append(prospect.worths or (prospect.worth,) * len(Temper))
        if number + 1 >= least:
            tally.drop(plain)
    tally.is_complete = len(tally.weights) == len(weights)
    return tally


def decided(tally: Tally, plain: Choice, errors: float = BETTER) -> Choice:
    """Return the best option ahead of ``plain`` by ``errors`` standard errors, else ``plain``."""
    if len(tally.weights) < LEAST and not tally.is_complete:
        return plain
    for option in sorted(tally.live, key=tally.mean, reverse=True):
        gap, error = tally.ahead(option, plain)
        if gap > error * errors * (_SURELY if tally.is_poor(option, plain) else 1.0):
            return option
    return plain
