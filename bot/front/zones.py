"""Time zones by their IANA names; the database is the system's, else that of tzdata."""

import logging
from datetime import UTC, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.tables.timing import next_at

log = logging.getLogger(__name__)


@cache
def names() -> tuple[str, ...]:
    """All there are; files are looked through once."""
    return tuple(sorted(available_timezones()))


def zone_of(name: str) -> tzinfo:
    """The zone a server has chosen; UTC where this machine does not know it, or no longer."""
    try:
        return ZoneInfo(name)
    except ZoneInfoNotFoundError:
        log.warning("there is no time zone %s on this machine, UTC is taken", name)
        return UTC


def quiet_until(start: int, end: int, zone: tzinfo, now: int) -> int | None:
    """When the quiet hours from one full hour to another are over (unix seconds); None outside.

    They may go over midnight; from an hour to itself there are none.
    """
    hour = datetime.fromtimestamp(now, zone).hour
    is_quiet = start <= hour < end if start <= end else hour >= start or hour < end
    return next_at(60 * end, now, zone) if is_quiet else None
