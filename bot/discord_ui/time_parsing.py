"""Times as users type them, and time zones by IANA name."""

import logging
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.model.refusals import Refusal, Refused
from bot.render import safe_text, words
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


# Parsing of start times: ``21:00``, ``tomorrow 9:30 pm``, ``in 30 minutes``.
#
# All languages are read at once: their words are the entries ``hour.*`` of the locales, lists with
# commas. Times are in the server's time zone; the result is a Unix timestamp, which Discord shows
# to each user in their own.

_KEYWORD_KEYS: Final = ("in", "at", "tomorrow", "minutes", "hours")
_MAX_AHEAD: Final = timedelta(days=7)
_CLOCK: Final = re.compile(r"(\d{1,2})[:.](\d{2})(?: ?([ap])m)?|(\d{1,2}) ?([ap])m")
_SPAN: Final = re.compile(r"(\d{0,4}) ?([^\d\s]+)")


def parse_start_time(typed: str, now: int, zone: tzinfo, preferences: Iterable[words.Words]) -> int:
    """Return the typed time in unix seconds, at most a week ahead.  Raises Refused."""
    said = _keywords(preferences)
    text = " ".join(typed[:40].casefold().split())
    at = _parse_span(text, now, said)
    if at is None:
        at = _parse_clock(text, now, zone, said)
    if at is None or at <= now:
        raise Refused(Refusal.HOUR_UNREADABLE, text=safe_text.safe_name(typed[:40]))
    if at > now + _MAX_AHEAD.total_seconds():
        raise Refused(Refusal.HOUR_TOO_FAR)
    return at


def parse_time_of_day(typed: str) -> int:
    """Return a time of day, as its minute.  Raises Refused."""
    found = _CLOCK.fullmatch(" ".join(typed[:40].casefold().split()))
    minute = None if found is None else _minute_of_day(found)
    if minute is None:
        raise Refused(Refusal.TIME_UNREADABLE, text=safe_text.safe_name(typed[:40]))
    return minute


def _keywords(preferences: Iterable[words.Words]) -> Mapping[str, frozenset[str]]:
    entries = [(key, words.say(f"hour.{key}")) for words in preferences for key in _KEYWORD_KEYS]
    return {
        key: frozenset(
            word.strip().casefold()
            for own, entry in entries
            if own == key
            for word in entry.split(",")
        )
        for key in _KEYWORD_KEYS
    }


def _without_prefix(text: str, words: Iterable[str]) -> str | None:
    """Return the text after one of the words; None where it does not begin with one."""
    found = [word for word in words if text.startswith(f"{word} ")]
    return text[len(max(found, key=len)) + 1 :] if found else None


def _parse_span(text: str, now: int, keywords: Mapping[str, frozenset[str]]) -> int | None:
    """Parse a time span: ``in 30 minutes``, ``in 1 h 15 min``, ``in hour``."""
    if (rest := _without_prefix(text, keywords["in"])) is None:
        return None
    units = dict.fromkeys(keywords["minutes"], 60) | dict.fromkeys(keywords["hours"], 3600)
    spans = [(number, unit.rstrip(".")) for number, unit in _SPAN.findall(rest)]
    read = "".join(number + unit for number, unit in spans)
    if read != rest.replace(" ", "").replace(".", "") or any(u not in units for _, u in spans):
        return None
    return now + sum(int(number or 1) * units[unit] for number, unit in spans)


def _parse_clock(
    text: str, now: int, zone: tzinfo, keywords: Mapping[str, frozenset[str]]
) -> int | None:
    """Parse a time of day: its next occurrence, or tomorrow's if the text says so."""
    rest = _without_prefix(text, keywords["tomorrow"])
    clock = text if rest is None else rest
    found = _CLOCK.fullmatch(_without_prefix(clock, keywords["at"]) or clock)
    minute = None if found is None else _minute_of_day(found)
    if minute is None:
        return None
    if rest is None:
        return next_time_of_day(minute, now, zone)
    day = datetime.fromtimestamp(now, zone).date() + timedelta(days=1)
    midnight = datetime(day.year, day.month, day.day, tzinfo=zone)
    return next_time_of_day(minute, round(midnight.timestamp()) - 1, zone)


def _minute_of_day(found: re.Match[str]) -> int | None:
    """Return the minute of the day; None for an impossible time."""
    hour, minutes = int(found[1] or found[4]), int(found[2] or 0)
    half = found[3] or found[5]
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return 60 * hour + minutes if hour < 24 and minutes < 60 else None
