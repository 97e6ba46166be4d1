"""Time zones by IANA name, and quiet hours."""

import logging
from datetime import UTC, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.tables.timing import next_time_of_day

log = logging.getLogger(__name__)

# Time zones by IANA name, from the system's database or that of tzdata.


@cache
def zone_names() -> tuple[str, ...]:
    """Return all zone names; cached, because it reads the directory."""
    return tuple(sorted(available_timezones()))


def zone_of(name: str) -> tzinfo:
    """Return a zone by name; UTC where this machine does not know it (any more)."""
    try:
        return ZoneInfo(name)
    except ZoneInfoNotFoundError:
        log.warning("there is no time zone %s on this machine, UTC is taken", name)
        return UTC


def quiet_hours_end(start: int, end: int, zone: tzinfo, now: int) -> int | None:
    """Return the end of the current quiet hours (unix seconds); None outside of them.

    They may span midnight; equal hours mean none.
    """
    hour = datetime.fromtimestamp(now, zone).hour
    is_quiet = start <= hour < end if start <= end else hour >= start or hour < end
    return next_time_of_day(60 * end, now, zone) if is_quiet else None
