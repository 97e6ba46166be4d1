"""The days and weeks of the problems: numbers that stand in the store and in buttons; seasons.

A day counts from 1970-01-01 in UTC.  A week is ``FIRST_WEEK`` plus the weeks since the first
Monday, so a number tells what it is.
"""

from datetime import UTC, datetime
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
