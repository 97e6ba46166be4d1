"""Comparison of options over common worlds; poor options are dropped early.

Differences of two options in the same world vary far less than their values, so the mean
difference and its standard error decide.  The plain robot's choice stands until another is better
by more than chance, and by twice that where the other loses against some model of the defenders.
A robot's move drops an option as soon as the worlds to come can hardly make it the choice, and is
made as soon as they can hardly take it back; a person's hint looks on.  The option None is to make
no call.
"""

from collections.abc import Callable, Sequence
from math import erf, exp, inf, pi, sqrt
from typing import Final

from bot.engine.actions import Action
from bot.robots.expert.continuation import DealEnd, Prospect
from bot.robots.expert.opponent_models import DefenderModel

CallOption = Action | None
OptionValue = Callable[[int, CallOption], Prospect]  # (number of the world, option) -> value

LEAST_WORLDS: Final = 6  # worlds before anything is decided
# factors of the errors below before ``LEAST_WORLDS``, where they are badly known themselves
_EARLY: Final = {2: 4.0, 3: 2.0, 4: 1.5, 5: 1.2}
_DROP_ERRORS: Final = 1.8  # standard errors behind the leader
BETTER_ERRORS: Final = 1.0  # standard errors ahead of the plain choice
_BEHIND_FACTOR: Final = 2.0  # factor of it for an option that is behind for some ``DefenderModel``
_RULED_OUT: Final = 0.05  # probability at which a ``DefenderModel`` is ruled out
_HOPELESS: Final = 2.0  # standard errors of what the worlds to come may change
_TRIFLE: Final = 0.05  # points that may be lost to spare all worlds of a call
_SETTLED_FROM: Final = 12  # worlds from which the error of a lead is known well enough for that


class OptionTally:
    """The values of the options so far; ``weights`` are those of the worlds.

    ``likely`` is the probability of each ``DefenderModel``.
    """

    def __init__(self, options: Sequence[CallOption], likely: Sequence[float]) -> None:
        self.likely = likely
        self.values: dict[CallOption, list[float]] = {option: [] for option in options}
        self.by_model: dict[CallOption, list[tuple[float, ...]]] = {
            option: [] for option in options
        }
        self.made: dict[CallOption, list[bool | None]] = {option: [] for option in options}
        self.ends: dict[CallOption, list[DealEnd | None]] = {option: [] for option in options}
        self.weights: list[float] = []
        self.live = list(options)
        self.is_complete = False  # all worlds were examined

    def mean(self, option: CallOption) -> float:
        values = self.values[option]
        weights = self.weights[: len(values)]
        return sum(v * w for v, w in zip(values, weights, strict=True)) / (sum(weights) or 1.0)

    def lead_over(self, option: CallOption, other: CallOption) -> tuple[float, float]:
        """Return the mean lead of an option over another, and its standard error."""
        pairs = zip(self.values[option], self.values[other], self.weights, strict=False)
        rows = [(mine - theirs, weight) for mine, theirs, weight in pairs]
        total = sum(weight for _, weight in rows) or 1.0
        mean = sum(gap * weight for gap, weight in rows) / total
        spread = sum(((gap - mean) * weight) ** 2 for gap, weight in rows)
        count = len(rows)
        return mean, sqrt(spread * count / max(1, count - 1)) / total

    def is_behind(self, option: CallOption, other: CallOption) -> bool:
        """Return True if an option is behind another for a possible ``DefenderModel``."""
        sums: dict[int, float] = {}
        rows = zip(self.by_model[option], self.by_model[other], self.weights, strict=False)
        for mine, theirs, weight in rows:
            for temper, (one, two) in enumerate(zip(mine, theirs, strict=True)):
                sums[temper] = sums.get(temper, 0.0) + weight * (one - two)
        return any(total < 0 and self.likely[n] > _RULED_OUT for n, total in sums.items())

    def errors_needed(self, option: CallOption, plain: CallOption, errors: float) -> float:
        """Return the standard errors by which an option must lead the plain choice."""
        return errors * (_BEHIND_FACTOR if self.is_behind(option, plain) else 1.0)

    def prospect_of(
        self, option: CallOption, plain: CallOption, errors: float, worlds: int
    ) -> float:
        """Return how far an option will pass its test after ``worlds`` worlds, in standard errors.

        The worlds to come are taken to be like those seen, with the errors of both.
        """
        gap, error = self.lead_over(option, plain)
        if not error:
            return inf if gap > 0 else -inf
        more = worlds / len(self.weights)
        needed = self.errors_needed(option, plain, errors)
        return (gap / error * sqrt(more) - needed) / sqrt(more - 1)

    def drop_hopeless(
        self, plain: CallOption, errors: float, worlds: int, factor: float = 1.0
    ) -> None:
        """Drop the options that will hardly pass their test beside ``plain`` after ``worlds``.

        ``factor`` is that of the errors by which they must miss it.
        """
        least = -_HOPELESS * factor
        self.live = [
            option
            for option in self.live
            if option == plain or self.prospect_of(option, plain, errors, worlds) > least
        ]

    def is_settled(self, plain: CallOption, errors: float, worlds: int) -> bool:
        """Return True if the only rival of ``plain`` leads too far for more than a trifle.

        The trifle is for all ``worlds``, and a part of it for the part of them that is spared.
        Equal gaps in all worlds do not tell how far the next one may be from them.
        """
        rivals = [option for option in self.live if option != plain]
        if len(rivals) != 1 or len(self.weights) < _SETTLED_FROM:
            return False
        gap, error = self.lead_over(rivals[0], plain)
        spared = 1.0 - len(self.weights) / worlds
        if not error or gap <= error * self.errors_needed(rivals[0], plain, errors):
            return False
        return _expected_loss(gap, error * sqrt(spared)) < _TRIFLE * spared

    def leader(self) -> CallOption:
        """Return the best live option, the first among equals."""
        return max(self.live, key=self.mean)

    def doubt(self, option: CallOption) -> float:
        """Return the standard error of the mean value of an option; 0 for a single world."""
        mean, values = self.mean(option), self.values[option]
        weights = self.weights[: len(values)]
        spread = sum(((v - mean) * w) ** 2 for v, w in zip(values, weights, strict=True))
        return sqrt(spread) / (sum(weights) or 1.0) if len(values) > 1 else 0.0

    def drop_poor(self, kept: CallOption, rivals: int = 1, factor: float = 1.0) -> None:
        """Drop live options clearly behind the leader, except ``kept`` and the best ``rivals``.

        ``factor`` is that of the errors by which they must be behind.
        """
        best = sorted(self.live, key=self.mean, reverse=True)
        live = []
        for option in self.live:
            gap, error = self.lead_over(best[0], option)
            if option == kept or option in best[:rivals] or gap <= _DROP_ERRORS * factor * error:
                live.append(option)
        self.live = live


def _expected_loss(gap: float, spread: float) -> float:
    """Return the points that choosing the leader now is expected to lose, at least zero.

    The lead ``gap`` will move by a normal change with the standard deviation ``spread``; where it
    ends below zero, the rival would have brought that much more.
    """
    far = gap / spread
    density = exp(-far * far / 2) / sqrt(2 * pi)
    return spread * (density - far * (1 - erf(far / sqrt(2))) / 2)


def weigh_options(
    options: Sequence[CallOption],
    plain: CallOption,
    weights: Sequence[float],
    value: OptionValue,
    is_done: Callable[[], bool],
    likely: Sequence[float],
    least: int = LEAST_WORLDS,
    rivals: int = 1,
    errors: float | None = None,
    early: bool = False,
    explains: bool = True,
) -> OptionTally:
    """Value the options until worlds or work run out, or only one option is left.

    A world is finished once begun, so that all live options have seen the same worlds.  ``likely``
    is as in ``OptionTally``, ``rivals`` the number of options that are looked at to the end.
    ``errors``: those of ``best_option``, to drop what it will hardly choose and to stop at what it
    will choose; None to look on.
    ``early``: drop what is far behind from the second world on.
    ``explains``: somebody reads the values; else a world in which the work runs out is left where
    there are too few of them for another choice than the plain one.
    """
    tally = OptionTally(options, likely)
    for number, weight in enumerate(weights):
        if number and (is_done() or len(tally.live) == 1):
            break
        tally.weights.append(weight)
        proves_nothing = not explains and number + 1 < min(LEAST_WORLDS, len(weights))
        for option in tally.live:
            if proves_nothing and is_done():
                return tally
            prospect = value(number, option)
            tally.values[option].append(prospect.worth)
            tally.made[option].append(prospect.made)
            tally.ends[option].append(prospect.end)
            tally.by_model[option].append(prospect.worths or (prospect.worth,) * len(DefenderModel))
        seen = number + 1
        factor = 1.0 if seen >= least else _EARLY.get(seen) if early else None
        if factor is not None:
            tally.drop_poor(plain, rivals, factor)
            if errors is not None and seen < len(weights):
                tally.drop_hopeless(plain, errors, len(weights), factor)
                if tally.is_settled(plain, errors, len(weights)):
                    break
    tally.is_complete = len(tally.weights) == len(weights)
    return tally


def best_option(tally: OptionTally, plain: CallOption, errors: float = BETTER_ERRORS) -> CallOption:
    """Return the best option ahead of ``plain`` by ``errors`` standard errors, else ``plain``."""
    if len(tally.weights) < LEAST_WORLDS and not tally.is_complete:
        return plain
    for option in sorted(tally.live, key=tally.mean, reverse=True):
        gap, error = tally.lead_over(option, plain)
        if gap > error * tally.errors_needed(option, plain, errors):
            return option
    return plain
