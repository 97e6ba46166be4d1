"""Pairs of people who play the six deals alike more often than chance, for the host alone.

One person with two accounts, or two who tell each other the cards, would show here.  So may two
sound players in easy deals; therefore a course counts by how rare it is among all others, and the
bot draws no conclusion and does nothing by itself.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log2
from typing import Final

from bot.store.queries.daily_deals import DEALS_A_DAY, DailyDeal, EventKey

_COPIED: Final = 0.95  # of the deals of a pair are equal where one copies the other
_FEWEST_EVENTS: Final = 3  # that both have finished
_FEWEST_OTHERS: Final = 3  # who have finished too, or nothing says how rare a course is
LEAST_BITS: Final = 20.0  # a million to one, before it is asked how many pairs there are


@dataclass(frozen=True, slots=True)
class EqualPair:
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
