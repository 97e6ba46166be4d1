"""Numbers of play and of the same cards, each with its error (docs/ratings.md).

Play: what own cards gave away, a deal and a hundred decisions, and deals without a mistake.
Datum: what a deal brought more than robots made of the same deck.
"""

from collections.abc import Mapping
from math import inf, sqrt
from typing import Final, NamedTuple

from bot.model.reviews import CallTotals, PlayKey, PlayTotals
from bot.presets import PlayMeasure

FEWEST_DEALS: Final = 20  # below that a number of play is hardly more than one bad deal
_HUNDREDTHS: Final = 100


class Estimate(NamedTuple):
    """A mean with its error (one standard deviation)."""

    value: float
    error: float


class PlayNumbers(NamedTuple):
    """The numbers of one member in one preset, or of a robot as they were measured.

    ``points`` given away a deal, ``tricks`` given per hundred decisions, ``clean``: percent of the
    deals without a mistake.
    """

    deals: int
    points: Estimate
    tricks: Estimate
    clean: Estimate


class DatumNumbers(NamedTuple):
    """The points a deal brought a member more than robots with the same cards."""

    deals: int
    gain: Estimate


def play_numbers(totals: PlayTotals) -> PlayNumbers | None:
    """Return the numbers of play; None without a deal with a decision."""
    if not totals.played:
        return None
    return PlayNumbers(
        totals.played,
        _mean(totals.capped, totals.capped_squares, totals.played),
        _tricks_per_hundred(totals),
        _percent(totals.clean, totals.played),
    )


def datum_numbers(totals: PlayTotals) -> DatumNumbers | None:
    """Return the gain over the robots; None where no deal was compared."""
    if not totals.compared:
        return None
    gain = _mean(totals.gain, totals.gain_squares, totals.compared)
    return DatumNumbers(
        totals.compared, Estimate(gain.value / _HUNDREDTHS, gain.error / _HUNDREDTHS)
    )


def call_numbers(totals: CallTotals) -> Estimate:
    """Return the points that a member's calls gave away a deal."""
    given = _mean(totals.given, totals.given_squares, totals.deals)
    return Estimate(given.value / _HUNDREDTHS, given.error / _HUNDREDTHS)


def measured_play(measure: PlayMeasure) -> PlayNumbers:
    """Return the numbers of a robot, which a preset states without error."""
    return PlayNumbers(
        0, Estimate(measure.points, 0), Estimate(measure.tricks, 0), Estimate(measure.clean, 0)
    )


def totals_of_preset(
    found: Mapping[PlayKey, PlayTotals], preset: str, *, with_robots: bool, of_two: bool
) -> dict[int, PlayTotals]:
    """Return the totals of the members in one preset and company."""
    return {
        key.user_id: totals
        for key, totals in found.items()
        if key.user_id
        and (key.preset, key.with_robots, key.of_two) == (preset, with_robots, of_two)
    }


def _mean(total: int, squares: int, count: int) -> Estimate:
    value = total / count
    if count < 2:
        return Estimate(value, inf)
    variance = max(0.0, squares / count - value * value) * count / (count - 1)
    return Estimate(value, sqrt(variance / count))


def _tricks_per_hundred(totals: PlayTotals) -> Estimate:
    """Return a ratio of two sums over deals; its error is that of a ratio estimator."""
    if not totals.decisions:
        return Estimate(0.0, inf)
    ratio = totals.tricks_given / totals.decisions
    spread = (
        totals.tricks_squares
        - 2 * ratio * totals.tricks_by_decisions
        + ratio * ratio * totals.decisions_squares
    )
    return Estimate(100 * ratio, 100 * sqrt(max(0.0, spread)) / totals.decisions)


def _percent(count: int, deals: int) -> Estimate:
    share = count / deals
    return Estimate(100 * share, 100 * sqrt(share * (1 - share) / deals))
