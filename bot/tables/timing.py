"""Deadlines, wake-up times and times of day of a table (unix seconds)."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta, tzinfo
from typing import Final

from bot.engine.cards import TABLE
from bot.engine.families import family_of
from bot.engine.game import Game, to_act
from bot.engine.rules import Rules
from bot.store.rows import Sitting
from bot.terms import Clock

# the pause for reading a scored deal before the next is dealt
_PAUSES = {Clock.FAST: 20, Clock.NORMAL: 90, Clock.SLOW: 3600}

_ANSWER: Final = 24 * 3600  # for a vote at a table without a clock
# the fraction of a move left at the reminder: half of a day could be a whole night
_LAST_PART: Final = {Clock.FAST: 2, Clock.NORMAL: 2, Clock.SLOW: 4}

DOWNTIME_GRACE = 30
REMINDER: Final = 600  # the players of a scheduled lobby are notified this long before
LATEST: Final = 3600  # maximum delay of a scheduled event that is still carried out
_DAY: Final = timedelta(days=1)


def deadline_of(game: Game, sittings: Sequence[Sitting], clock: Clock, now: int) -> int | None:
    """Return the deadline of a human's move or of "next deal"; None for no limit."""
    seat = to_act(game)
    if seat is None or not any(plays_himself(sitting) for sitting in sittings):
        return None
    if seat == TABLE:
        pause = _PAUSES.get(clock)
        return None if pause is None or not game.carry.number else now + pause
    if clock.seconds is None or not plays_himself(sitting_of(sittings, seat)):
        return None
    return now + clock.seconds


def answer_until(clock: Clock, now: int) -> int:
    """Return the deadline of a vote: a vote may take as long as a move."""
    return now + (clock.seconds or _ANSWER)


def plays_himself(sitting: Sitting) -> bool:
    """Return True for a present human; robots play for the others."""
    return sitting.user_id is not None and not sitting.away


def sitting_of(sittings: Sequence[Sitting], seat: int) -> Sitting:
    return next(sitting for sitting in sittings if sitting.seat == seat)


def wake_of(game: Game, deadline: int | None, clock: Clock) -> int | None:
    """Return the first wake-up: late in a move, else at the deadline."""
    if deadline is None or clock.seconds is None or to_act(game) == TABLE:
        return deadline
    return deadline - clock.seconds // _LAST_PART[clock]


def end_of(rules: Rules, start: int, zone: tzinfo) -> int | None:
    """Return the end of a match for time (rules/russian.md 4.10); None for other matches."""
    family = family_of(rules)
    if (minutes := family.minutes(rules)) is not None:
        return start + 60 * minutes
    if (minute := family.until(rules)) is not None:
        return next_at(minute, start, zone)
    return None


def reminder_of(starts_at: int, now: int) -> int:
    """Return the first wake-up of a scheduled lobby: the reminder, or the start itself."""
    return starts_at if starts_at - REMINDER <= now else starts_at - REMINDER


def next_at(minute: int, now: int, zone: tzinfo) -> int:
    """Return the first moment after ``now`` when the local time is this minute of the day.

    If the hour occurs twice, the next of the two counts; a time skipped by the clock change is
    later by the length of the gap.
    """
    today = datetime.fromtimestamp(now, zone).date()
    days = (today, today + _DAY, today + 2 * _DAY)
    return next(at for day in days for at in _shown(minute, day, zone) if at > now)


def next_on(weekday: int, minute: int, now: int, zone: tzinfo) -> int:
    """Return the first moment after ``now`` with that local weekday and minute of the day.

    If the hour occurs twice, the first one counts.
    """
    today = datetime.fromtimestamp(now, zone).date()
    days = (today + n * _DAY for n in range(8))
    hours = (next(_shown(minute, day, zone)) for day in days if day.weekday() == weekday)
    return next(at for at in hours if at > now)


def _shown(minute: int, day: date, zone: tzinfo) -> Iterator[int]:
    """Yield the moments with that local time that day: one, or two when clocks go back."""
    first = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone)
    yield round(first.timestamp())
    second = round(first.replace(fold=1).timestamp())
    if second > first.timestamp():  # in a gap it is the earlier moment, which no clock shows
        yield second
