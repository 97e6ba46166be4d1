"""Days and weeks of the problems, as numbers in the store and in buttons; seasons; times of day.

A day counts from 1970-01-01 in UTC.  A week is ``FIRST_WEEK`` plus the weeks since the first
Monday, so a number tells what it is.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Final

SECONDS_PER_DAY: Final = 86400
FIRST_WEEK: Final = 1_000_000
_FIRST_MONDAY: Final = 4  # in days since 1970-01-01
_DAYS_OF_WEEK: Final = 7


def day_of(time: int) -> int:
    """Return the day of a time in unix seconds."""
    return time // SECONDS_PER_DAY


def week_of(time: int) -> int:
    """Return the week of a time in unix seconds."""
    return FIRST_WEEK + (day_of(time) - _FIRST_MONDAY) // _DAYS_OF_WEEK


def is_week(period: int) -> bool:
    return period >= FIRST_WEEK


def period_of(time: int, like: int) -> int:
    """Return the day or the week of a time: a period of the same length as ``like``."""
    return week_of(time) if is_week(like) else day_of(time)


def first_day(period: int) -> int:
    """Return the day with which a day or week begins."""
    if not is_week(period):
        return period
    return _FIRST_MONDAY + _DAYS_OF_WEEK * (period - FIRST_WEEK)


def start_of(period: int) -> int:
    """Return the time in unix seconds at which a day or week begins."""
    return first_day(period) * SECONDS_PER_DAY


def season_before(now: int) -> str:
    """Return the last season that is over."""
    today = datetime.fromtimestamp(now, UTC)
    quarter = (today.month + 2) // 3
    return f"{today.year}-Q{quarter - 1}" if quarter > 1 else f"{today.year - 1}-Q4"


# Times of day, in the time zone of a server.

_DAY: Final = timedelta(days=1)


def next_time_of_day(minute: int, now: int, zone: tzinfo) -> int:
    """Return the first moment after ``now`` when the local time is this minute of the day.

    If the hour occurs twice, the next of the two counts; a time skipped by the clock change is
    later by the length of the gap.
    """
    today = datetime.fromtimestamp(now, zone).date()
    days = (today, today + _DAY, today + 2 * _DAY)
    return next(at for day in days for at in moments_of(minute, day, zone) if at > now)


def next_weekday_time(weekday: int, minute: int, now: int, zone: tzinfo) -> int:
    """Return the first moment after ``now`` with that local weekday and minute of the day.

    If the hour occurs twice, the first one counts.
    """
    today = datetime.fromtimestamp(now, zone).date()
    days = (today + n * _DAY for n in range(8))
    hours = (next(moments_of(minute, day, zone)) for day in days if day.weekday() == weekday)
    return next(at for at in hours if at > now)


def moments_of(minute: int, day: date, zone: tzinfo) -> Iterator[int]:
    """Yield the moments with that local time that day: one, or two when clocks go back."""
    first = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone)
    yield round(first.timestamp())
    second = round(first.replace(fold=1).timestamp())
    if second > first.timestamp():  # in a gap it is the earlier moment, which no clock shows
        yield second
