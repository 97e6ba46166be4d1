"""Time zones by their IANA names; the database is the system's, else that of tzdata."""

import logging
from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

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
