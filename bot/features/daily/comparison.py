"""The comparison of courses with the same cards: differences, matchpoints, places, streaks.

A result counts by its difference from the trimmed mean of everybody who has finished, and no
further than the cap of the preset: four times what a deal usually brings a seat, so that one wild
deal decides no day (docs/ratings.md; ``make six-days ARGS=--caps`` compares caps).
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count
from math import log2
from typing import Final, NamedTuple

from bot.analysis.postmortem import DealRecord, PostMortem, post_mortem
from bot.discord_ui.table_data import single_deal_of
from bot.engine import actions
from bot.engine.cards import Seat
from bot.engine.deal import DealResult
from bot.features.solo_play import record_of
from bot.model.values import Record, replace
from bot.notation.deal_code import read_deal_code
from bot.notation.single_deal import BadDeal, SingleDeal, active_seats, deal_balance, replayed
from bot.presets import Presets
from bot.store.queries.daily_deals import DEALS_A_DAY, DailyDeal, EventKey

BEST_DAYS: Final = 5  # of the seven of a week
_WEEK_CAP: Final = 100  # points that a deal brings a week at most, whatever its preset
_CAP_SPREADS: Final = 4
_DAYS_OF_WEEK: Final = 7
_SHARED_TOP: Final = 100.0  # percent, for a result that all others are below


class DealScore(Record):
    """Deal ``number`` of one person: ``points`` won, and ``gain`` over the mean as it counts.

    ``share`` is the part of the others, in percent, whose result was lower: matchpoints.
    """

    number: int
    points: int
    mean: float
    gain: float
    share: float


class CourseScore(Record):
    """The finished course of one person; ``rank`` by the gain, ``share_rank`` by matchpoints."""

    user_id: int
    deals: tuple[DealScore, ...]
    rank: int = 0
    share_rank: int = 0

    @property
    def gain(self) -> float:
        return sum(deal.gain for deal in self.deals)

    @property
    def share(self) -> float:
        return sum(deal.share for deal in self.deals) / len(self.deals)


def cap_of(presets: Presets, preset: str) -> int:
    """Return the most by which one deal counts, in points: ±100 in sochi."""
    return int(round(_CAP_SPREADS * presets.spread(preset), -1))


def field_mean(values: Sequence[float]) -> float:
    """Return the mean without the smallest and the largest; of one or two values, their mean."""
    kept = sorted(values)[1:-1] if len(values) > 2 else values
    return sum(kept) / len(kept)


def capped_gain(points: float, mean: float, cap: float) -> float:
    """Return by how much a result is above the mean, within the cap on either side."""
    return max(-cap, min(cap, points - mean))


def share_of_others(points: int, results: Sequence[int]) -> float:
    """Return in percent the part of the other results below ``points``, ties halved.

    ``results`` is sorted and contains the own result once; alone it is half.
    """
    others = len(results) - 1
    if not others:
        return _SHARED_TOP / 2
    below = bisect_left(results, points)
    ties = bisect_right(results, points) - below - 1
    return _SHARED_TOP * (below + ties / 2) / others


def course_scores(results: Mapping[int, Sequence[int]], cap: float) -> tuple[CourseScore, ...]:
    """Return the scores of everybody who has finished, the best first.

    ``results`` has the points of each person by deal.  Equal gains share a place.
    """
    by_deal = [sorted(points) for points in zip(*results.values(), strict=True)]
    means = [field_mean(points) for points in by_deal]
    scored = [
        CourseScore(
            user,
            tuple(
                DealScore(n, own, mean, capped_gain(own, mean, cap), share_of_others(own, field))
                for n, own, mean, field in zip(count(1), points, means, by_deal)
            ),
        )
        for user, points in results.items()
    ]
    return _ranked(scored)


def _ranked(scored: Sequence[CourseScore]) -> tuple[CourseScore, ...]:
    """Return the scores with their places, the best first; equal gains share a place."""
    gains = sorted(-one.gain for one in scored)
    shares = sorted(-one.share for one in scored)
    ranked = [
        replace(
            one,
            rank=1 + bisect_left(gains, -one.gain),
            share_rank=1 + bisect_left(shares, -one.share),
        )
        for one in scored
    ]
    return tuple(sorted(ranked, key=lambda one: (one.rank, one.user_id)))


class PlaceResult(NamedTuple):
    """The points of a deal in one seat of several tables; ``user_id`` is None for a robot.

    ``place`` counts from forehand, so that equal places hold equal cards.
    """

    user_id: int | None
    place: int
    points: int


def place_scores(
    number: int, results: Sequence[PlaceResult], cap: float
) -> tuple[DealScore | None, ...]:
    """Return each result of deal ``number`` beside the same place at the other tables.

    It counts by the difference from their mean; None where no other table has scored the deal.
    """
    found = list[DealScore | None]()
    for own, (_, place, points) in enumerate(results):
        others = [one.points for n, one in enumerate(results) if n != own and one.place == place]
        if not others:
            found.append(None)
            continue
        mean, share = field_mean(others), share_of_others(points, sorted([points, *others]))
        found.append(DealScore(number, points, mean, capped_gain(points, mean, cap), share))
    return tuple(found)


def table_scores(deals: Sequence[Sequence[PlaceResult]], cap: float) -> tuple[CourseScore, ...]:
    """Return the scores of everybody who sat at one of several tables, the best first.

    ``deals`` has the results of each deal in turn.  A deal that only one table has scored counts
    nothing; nor do robots.
    """
    by_user = defaultdict[int, list[DealScore]](list)
    for number, results in enumerate(deals, start=1):
        for result, score in zip(results, place_scores(number, results, cap), strict=True):
            if result.user_id is not None and score is not None:
                by_user[result.user_id].append(score)
    return _ranked([CourseScore(user, tuple(scores)) for user, scores in by_user.items()])


class WeekScore(Record):
    """A week of one person: ``days`` are the gains of the days they finished; ``rank`` by total."""

    user_id: int
    days: tuple[float, ...]
    rank: int = 0

    @property
    def total(self) -> float:
        """The sum of the best five of seven days; a day that was not finished counts 0."""
        missed = [0.0] * (_DAYS_OF_WEEK - len(self.days))
        return sum(sorted((*self.days, *missed), reverse=True)[:BEST_DAYS])


def weekly_gain(gain: float, cap: float) -> float:
    """Return the gain of a day on the scale of a week, on which the cap of a deal is 100 points."""
    return gain * _WEEK_CAP / cap


def week_scores(days: Sequence[Mapping[int, float]]) -> tuple[WeekScore, ...]:
    """Return the scores of a week, the best first; ``days`` has the gains of a day by person.

    Equal totals share a place.
    """
    by_user = defaultdict[int, list[float]](list)
    for day in days:
        for user, gain in day.items():
            by_user[user].append(gain)
    found = [WeekScore(user, tuple(gains)) for user, gains in by_user.items()]
    totals = sorted(-one.total for one in found)
    ranked = [replace(one, rank=1 + bisect_left(totals, -one.total)) for one in found]
    return tuple(sorted(ranked, key=lambda one: (one.rank, one.user_id)))


def streak_of(days: Collection[int], today: int) -> int:
    """Return the number of days in a row up to today, or up to yesterday while today is open."""
    last = today if today in days else today - 1
    return next(n for n in count() if last - n not in days)


def highlights(course: CourseScore) -> tuple[DealScore, ...]:
    """Return the two deals that brought a course most, and the one that cost it most.

    A course of one deal has it three times.
    """
    by_gain = sorted(course.deals, key=lambda one: -one.gain)
    return by_gain[0], by_gain[:2][-1], by_gain[-1]


# Courses of one deal, compared in a worker.


class Course(NamedTuple):
    """One course of a deal: what the seat of the player said, the result, and its points.

    ``calls`` leave out the contract that the player named, which the result has.
    """

    calls: tuple[actions.Action, ...]
    result: DealResult
    points: int


class ComparedDeal(NamedTuple):
    """The courses by deal code, and the deal of ``code`` with its post-mortem; None without one."""

    courses: dict[str, Course]
    deal: SingleDeal
    found: PostMortem | None


def compare_courses(
    presets: Presets, seat: Seat, codes: tuple[str, ...], code: str
) -> ComparedDeal:
    """Return what different scored courses of one deal brought, and best play in that of ``code``.

    Raises BadCode where the rules no longer allow a course.
    """
    courses = {one: course_of(read_deal_code(presets, one), seat) for one in dict.fromkeys(codes)}
    deal = read_deal_code(presets, code)
    is_scored = replayed(deal)[-1].last is not None
    return ComparedDeal(courses, deal, post_mortem(record_of(deal)) if is_scored else None)


def course_of(deal: SingleDeal, seat: Seat) -> Course:
    """Return a scored course as it is compared."""
    games = replayed(deal)
    result = games[-1].last
    assert result is not None
    calls = tuple(
        action
        for who, action in deal.course
        if who == seat and not isinstance(action, actions.Play | actions.Discard | actions.Declare)
    )
    return Course(calls, result, deal_balance(games)[seat])


class DealAtTable(NamedTuple):
    """A deal as one table of an event played it: a course for each place, forehand first."""

    deal: SingleDeal
    seats: tuple[Seat, ...]
    courses: tuple[Course, ...]


def played_deals(presets: Presets, records: tuple[DealRecord, ...]) -> tuple[DealAtTable, ...]:
    """Return deals of tables, each scored by itself: a job for a worker.

    What the match before it adds, such as a pot, differs from table to table and is left out,
    unless an action was legal only with it.
    """
    return tuple(_played(single_deal_of(presets, record)) for record in records)


def _played(deal: SingleDeal) -> DealAtTable:
    alone = replace(deal, conditions=())
    try:
        replayed(alone)
    except BadDeal:
        alone = deal
    seats = active_seats(alone.rules, alone.dealer)
    return DealAtTable(alone, seats, tuple(course_of(alone, seat) for seat in seats))


# Pairs of people who play the six deals alike more often than chance, for the host alone.
#
# One person with two accounts, or two who tell each other the cards, would show here. So may two
# sound players in easy deals; therefore a course counts by how rare it is among all others, and the
# bot draws no conclusion and does nothing by itself.

_COPIED: Final = 0.95  # of the deals of a pair are equal where one copies the other
_FEWEST_EVENTS: Final = 3  # that both have finished
_FEWEST_OTHERS: Final = 3  # who have finished too, or nothing says how rare a course is
LEAST_BITS: Final = 20.0  # a million to one, before it is asked how many pairs there are


class EqualPair(Record):
    """Two people: the events both have finished, their equal deals, and those chance would bring.

    ``bits`` is the weight of the evidence that one copies: every bit doubles the odds.
    """

    users: tuple[int, int]
    events: int
    equal: int
    expected: float
    bits: float


def equal_pairs(deals: Iterable[DailyDeal]) -> tuple[EqualPair, ...]:
    """Return the pairs above ``LEAST_BITS``, the weightiest first, of scored deals in any order."""
    by_pair = defaultdict[tuple[int, int], list[tuple[bool, float]]](list)
    for courses in _finished(deals):
        for pair, seen in _of_event(courses):
            by_pair[pair].append(seen)
    found = [_judged(pair, seen) for pair, seen in by_pair.items()]
    kept = [one for one in found if one.events >= _FEWEST_EVENTS and one.bits >= LEAST_BITS]
    return tuple(sorted(kept, key=lambda one: (-one.bits, one.users)))


def _finished(deals: Iterable[DailyDeal]) -> Iterator[dict[int, Sequence[str]]]:
    """Yield, for each event, the six courses of everybody who has finished it."""
    events = defaultdict[EventKey, dict[int, dict[int, str]]](lambda: defaultdict(dict))
    for deal in deals:
        if deal.points is not None:
            events[deal.event][deal.user_id][deal.number] = deal.course
    for by_user in events.values():
        yield {
            user: [course[number] for number in sorted(course)]
            for user, course in by_user.items()
            if len(course) == DEALS_A_DAY
        }


def _of_event(
    courses: dict[int, Sequence[str]],
) -> Iterator[tuple[tuple[int, int], tuple[bool, float]]]:
    """Yield each pair, if a deal of theirs is equal, and how likely chance makes that.

    Chance is the part of the others who played as one of the two did, one more of each kind added:
    a course that nobody else has seen is rare, but not impossible.
    """
    others = len(courses) - 2
    if others < _FEWEST_OTHERS:
        return
    for number in range(DEALS_A_DAY):
        counts = Counter(course[number] for course in courses.values())
        for one, other in combinations(sorted(courses), 2):
            own, theirs = courses[one][number], courses[other][number]
            alike = counts[own] - 1 - (own == theirs)
            yield (one, other), (own == theirs, (alike + 1) / (others + 2))


def _judged(pair: tuple[int, int], seen: Sequence[tuple[bool, float]]) -> EqualPair:
    bits = sum(
        log2(_COPIED / chance) if is_equal else log2((1 - _COPIED) / (1 - chance))
        for is_equal, chance in seen
    )
    equal, expected = sum(is_equal for is_equal, _ in seen), sum(chance for _, chance in seen)
    return EqualPair(pair, len(seen) // DEALS_A_DAY, equal, expected, bits)
