"""Times of day as users type them, time zones by IANA name, and quiet hours."""

import logging
import re
from datetime import UTC, datetime, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.model.refusals import Refusal, Refused
from bot.render import safe_text
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


_CLOCK: Final = re.compile(r"(\d{1,2})[:.](\d{2})(?: ?([ap])m)?|(\d{1,2}) ?([ap])m")


def parse_time_of_day(typed: str) -> int:
    """Return a time of day, as its minute.  Raises Refused."""
    found = _CLOCK.fullmatch(" ".join(typed[:40].casefold().split()))
    minute = None if found is None else _minute_of_day(found)
    if minute is None:
        raise Refused(Refusal.TIME_UNREADABLE, text=safe_text.safe_name(typed[:40]))
    return minute


def _minute_of_day(found: re.Match[str]) -> int | None:
    """Return the minute of the day; None for an impossible time."""
    hour, minutes = int(found[1] or found[4]), int(found[2] or 0)
    half = found[3] or found[5]
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return 60 * hour + minutes if hour < 24 and minutes < 60 else None
