"""Start times as players write them: ``Friday 9 pm``, ``сегодня в 21:00``, ``in 1h30``, ``<t:1>``.

All languages are read at once.  A text is read in every way it can be, and counts only if all of
them mean one moment: so *21:00 sat* and a bare *at 9* are refused.  Times are in the server's zone
unless the text names another.  docs/decisions/017-start-times.md has the reasons.
"""

import logging
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from babel import Locale

from bot.model.periods import moments_of, next_time_of_day, next_weekday_time
from bot.model.refusals import Refusal, Refused
from bot.model.values import Record, replace
from bot.render.screen import safe_name
from bot.render.words import Words

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


# The words of start times in all languages, and the names people have for time zones.
#
# Words are the entries ``hour.*`` of the locales: lists with commas, in which each weekday and
# month has its place and its other forms after a slash. They are compared without case and accents.

PARTS: Final = ("morning", "afternoon", "evening", "night", "tonight")
DAYS: Final = ("today", "tomorrow", "after_tomorrow")
_KEYS: Final = (
    *("in", "at", "one", "and", "minutes", "hours", "half_hour", "hour_and_half"),
    *("of_time", "noon", "midnight", "weekdays", "months", *DAYS, *PARTS),
)
_EXTRA_ZONES: Final = {"moscow": "Europe/Moscow", "central": "Europe/Berlin"}


def fold(text: str) -> str:
    """Return a text in small letters, without accents, commas after words, and double spaces."""
    plain = unicodedata.normalize("NFD", text.casefold().replace("’", "'"))
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return " ".join(re.sub(r",(?=\s|$)", " ", letters).split())


class TimeWords:
    """The words of some languages; they are read all at once."""

    def __init__(self, languages: tuple[Words, ...]) -> None:
        self._places = {key: dict(_listed(languages, key)) for key in _KEYS}

    def any_of(self, *keys: str) -> str:
        """Return a regular expression for each word of the entries, the longest first."""
        found = {word for key in keys for word in self._places[key]}
        return "|".join(map(re.escape, sorted(found, key=len, reverse=True)))

    def place(self, key: str, word: str) -> int:
        """Return the place of a word in its list, from 0."""
        return self._places[key][word]

    def key_of(self, keys: Iterable[str], word: str) -> str:
        """Return the first of the entries that has the word."""
        return next(key for key in keys if word in self._places[key])


@cache
def time_words(languages: tuple[Words, ...]) -> TimeWords:
    """Return the words of all these languages; built once."""
    return TimeWords(languages)


def _listed(languages: tuple[Words, ...], key: str) -> Iterator[tuple[str, int]]:
    """Yield each word of an entry in every language with its place."""
    for words in languages:
        for place, names in enumerate(words.say(f"hour.{key}").split(",")):
            yield from ((fold(name), place) for name in names.split("/"))


# Time zones. A name may stand for several zones; the reader of a text compares what they mean.

_CONTINENTS: Final = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe"}
    | {"Indian", "Pacific"}
)
_OFFSET: Final = re.compile(r"(?:utc|gmt) ?([+-]\d{1,2})(?::?(30|45|00))?")
# Abbreviations of one meaning. They count only while the zone has them: a summer evening "CET" is
# an hour off, or meant otherwise.
_ABBREVIATIONS: Final = {
    **dict.fromkeys(("cet", "mez"), ("Europe/Berlin", "CET")),
    **dict.fromkeys(("cest", "mesz"), ("Europe/Berlin", "CEST")),
    "eet": ("Europe/Athens", "EET"),
    "eest": ("Europe/Athens", "EEST"),
    "msk": ("Europe/Moscow", "MSK"),
    "bst": ("Europe/London", "BST"),
}


class ZoneByName(NamedTuple):
    """A zone that a name can mean; ``abbreviation`` has to be its name at the moment, if any."""

    zone: tzinfo
    abbreviation: str = ""

    def has(self, moment: int) -> bool:
        """True if the zone goes by that name at the moment (unix seconds)."""
        at = datetime.fromtimestamp(moment, self.zone)
        return self.abbreviation in ("", at.tzname())


def zones_by_name(name: str, languages: tuple[Words, ...]) -> tuple[ZoneByName, ...]:
    """Return the zones a folded name can mean: an offset, an abbreviation, a city, an IANA name."""
    if name in ("utc", "gmt"):
        return (ZoneByName(UTC),)
    if found := _OFFSET.fullmatch(name):
        return _fixed_zone(int(found[1]), int(found[2] or 0))
    if name in _ABBREVIATIONS:
        zone, abbreviation = _ABBREVIATIONS[name]
        return (ZoneByName(zone_of(zone), abbreviation),)
    return tuple(ZoneByName(zone_of(zone)) for zone in _cities(languages).get(name, ()))


def _fixed_zone(hours: int, minutes: int) -> tuple[ZoneByName, ...]:
    """Return UTC with an offset; nothing for one that no place on earth has."""
    offset = timedelta(hours=hours, minutes=-minutes if hours < 0 else minutes)
    is_real = timedelta(hours=-12) <= offset <= timedelta(hours=14)
    return (ZoneByName(timezone(offset)),) if is_real else ()


@cache
def _cities(languages: tuple[Words, ...]) -> Mapping[str, frozenset[str]]:
    """Return the zones of each city in all languages, and of what the locales add."""
    found: dict[str, set[str]] = {}
    for name, zone in (*_iana_names(), *_localized_names(languages)):
        found.setdefault(fold(name), set()).add(zone)
    return {name: frozenset(zones) for name, zones in found.items()}


def _iana_names() -> Iterator[tuple[str, str]]:
    for zone in zone_names():
        if zone.partition("/")[0] in _CONTINENTS:
            yield zone, zone
            yield zone.rpartition("/")[2].replace("_", " "), zone


def _localized_names(languages: tuple[Words, ...]) -> Iterator[tuple[str, str]]:
    known = set(zone_names())
    for words in languages:
        for zone, names in Locale.parse(words.locale).time_zones.items():
            if zone in known and "city" in names:
                yield str(names["city"]), zone
        for key, zone in _EXTRA_ZONES.items():
            yield from ((name, zone) for name in words.say(f"hour.zone.{key}").split(","))


_DAY: Final = timedelta(days=1)
_LONGEST: Final = 60  # characters of a text that is read at all
_TIMESTAMP: Final = re.compile(r"<t:(\d{1,12})(?::[a-zA-Z])?>")


def parse_start_time(
    typed: str, now: int, zone: tzinfo, languages: Iterable[Words], most_days: int = 7
) -> int:
    """Return the typed time in unix seconds, at most so many days ahead.  Raises Refused."""
    found = _TIMESTAMP.fullmatch(typed.strip())
    moments = {int(found[1])} if found else _moments(fold(typed), now, zone, tuple(languages))
    if len(moments) != 1:
        raise Refused(Refusal.HOUR_UNREADABLE, text=safe_name(typed[:40]))
    (at,) = moments
    if at > now + most_days * _DAY.total_seconds():
        raise Refused(Refusal.HOUR_TOO_FAR, days=most_days)
    if at <= now:
        raise Refused(Refusal.HOUR_PAST, when=f"<t:{at}:F>")
    return at


def parse_time_of_day(typed: str, languages: Iterable[Words]) -> int:
    """Return a typed time of day, without a day or a zone, as its minute.  Raises Refused."""
    text = fold(typed)
    known = time_words(tuple(languages))
    readings = set(_readings(text, known, _Reading())) if len(text) <= _LONGEST else set()
    plain = (one for one in readings if not one.zone)
    minutes = {None if _is_dated(one) else _minute_of(one) for one in plain}
    minute = minutes.pop() if len(minutes) == 1 else None
    if minute is None:
        raise Refused(Refusal.TIME_UNREADABLE, text=safe_name(typed[:40]))
    return minute


def _moments(text: str, now: int, zone: tzinfo, languages: tuple[Words, ...]) -> set[int]:
    """Return all moments that a folded text can mean."""
    if len(text) > _LONGEST:
        return set()
    known = time_words(languages)
    if (span := _parse_span(text, known)) is not None:
        return {now + span} if span else set()
    readings = set(_readings(text, known, _Reading()))
    here = {_moment_of(reading, now, zone) for reading in readings if not reading.zone}
    zoned = (reading for reading in readings if reading.zone)
    there = {at for reading in zoned for at in _zoned_moments(reading, now, zone, languages)}
    return {at for at in here | there if at is not None}


def _zoned_moments(
    reading: "_Reading", now: int, home: tzinfo, languages: tuple[Words, ...]
) -> Iterator[int]:
    """Yield the moments of a text with a zone; none where *today* is another day there."""
    for zone in zones_by_name(reading.zone, languages):
        is_same_day = _today(now, zone.zone) == _today(now, home)
        at = _moment_of(reading, now, zone.zone)
        if at is None or (reading.offset is not None and not is_same_day):
            continue
        yield at
        if not zone.has(at):  # "CET" in summer, taken at its word
            yield at + 3600


_SpanReader = Callable[[dict[str, str | None]], int]

# A span: in 30 minutes, in 1h30, in half an hour.


def _parse_span(text: str, known: TimeWords) -> int | None:
    """Return the seconds of a span from now; None for another text."""
    for pattern, seconds in _spans(known):
        if found := pattern.fullmatch(text):
            return seconds(found.groupdict())
    return None


def _counted_seconds(pieces: dict[str, str | None]) -> int:
    """Return the seconds of hours and minutes; an hour without a number is one."""
    hours, minutes = pieces.get("hours") or "1", pieces.get("rest") or pieces.get("minutes")
    has_hours, is_one = "hours" in pieces, pieces.get("minute") is not None
    seconds = 3600 * float(hours.replace(",", ".")) if has_hours else 0
    return round(seconds) + 60 * (int(minutes or 0) + is_one)


@cache
def _spans(known: TimeWords) -> tuple[tuple[re.Pattern[str], _SpanReader], ...]:
    """Return the forms of a span, each with the reader of its seconds."""
    one, hours = f"(?:{known.any_of('one')}) ", known.any_of("hours")
    minute = known.any_of("minutes")
    in_hours = rf"(?:(?P<hours>\d{{1,3}}(?:[.,]5)?) ?|{one})?(?:{hours})\.?"
    in_minutes = rf"(?:(?P<minutes>\d{{1,4}}) ?|(?P<minute>(?:{one})?))(?:{minute})\.?"
    forms: tuple[tuple[str, _SpanReader], ...] = (
        (known.any_of("half_hour"), lambda _: 1800),
        (known.any_of("hour_and_half"), lambda _: 5400),
        (
            rf"{in_hours}(?: ?(?:(?:{known.any_of('and')}) )?(?:{in_minutes}|(?P<rest>\d\d)))?",
            _counted_seconds,
        ),
        (in_minutes, _counted_seconds),
    )
    ahead, of_time = known.any_of("in"), known.any_of("of_time")
    no_clock = rf"(?!(?:1[3-9]|2[0-3]) ?(?:{hours})(?!\w))"  # "za 21h" is rather at nine
    return tuple(
        (re.compile(rf"(?:{ahead}) {no_clock}(?:{form})(?: (?:{of_time}))?"), read)
        for form, read in forms
    )


# A day and a time of day, in any order.


class _Clock(Record):
    """A time of day. ``is_certain``: no part of the day is needed; ``is_24h``: none shifts it."""

    minute: int
    is_certain: bool = True
    is_24h: bool = False
    is_midnight: bool = False


class _Reading(Record):
    """One way to read a text, as far as it was read: each piece at most once."""

    clock: _Clock | None = None
    part: str = ""
    offset: int | None = None  # days from today
    weekday: int | None = None
    date: tuple[int, int, int | None] | None = None  # day, month, year
    zone: str = ""


_Reader = Callable[[re.Match[str], _Reading, TimeWords], _Reading | None]


def _readings(text: str, known: TimeWords, sofar: _Reading) -> Iterator[_Reading]:
    """Yield every way to read a whole text as pieces that each stand there once."""
    if not text:
        if sofar.clock is not None:
            yield sofar
        return
    for pattern, read in _pieces(known):
        if (found := pattern.match(text)) and (after := read(found, sofar, known)):
            yield from _readings(text[found.end() :], known, after)
    if sofar.clock is not None and not sofar.zone:
        for name, rest in _zone_names_at(text):
            yield from _readings(rest, known, replace(sofar, zone=name))


def _zone_names_at(text: str) -> Iterator[tuple[str, str]]:
    """Yield the first words of a text, one to four, as the name of a zone, with what follows."""
    found = text.split(" ")
    for count in range(1, min(len(found), 4) + 1):
        yield " ".join(found[:count]), " ".join(found[count:])


def _read_filler(found: re.Match[str], sofar: _Reading, known: TimeWords) -> _Reading | None:
    return sofar


def _read_clock(found: re.Match[str], sofar: _Reading, known: TimeWords) -> _Reading | None:
    """Read 21:00: a clock with 24 hours, though a part of the day may shift it."""
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    return _with_clock(sofar, _Clock(60 * hour + minute)) if hour < 24 and minute < 60 else None


def _read_spoken(found: re.Match[str], sofar: _Reading, known: TimeWords) -> _Reading | None:
    """Read "21h", "at 21", "9 in the evening": up to 12 the part of the day is needed."""
    hour, minute = int(found["hour"]), int(found.groupdict().get("minute") or 0)
    if hour > 23 or minute > 59:
        return None
    return _with_clock(sofar, _Clock(60 * hour + minute, is_certain=hour > 12))


def _read_half_day(found: re.Match[str], sofar: _Reading, known: TimeWords) -> _Reading | None:
    """Read 9 pm, 9:30 p.m."""
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    if not 1 <= hour <= 12 or minute > 59:
        return None
    hour = hour % 12 + (12 if found["half"] == "p" else 0)
    return _with_clock(sofar, _Clock(60 * hour + minute, is_24h=True))


def _read_noon(found: re.Match[str], sofar: _Reading, known: TimeWords) -> _Reading | None:
    return _with_clock(sofar, _Clock(720, is_24h=True))


def _read_midnight(found: re.Match[str], sofar: _Reading, known: TimeWords) -> _Reading | None:
    return _with_clock(sofar, _Clock(0, is_24h=True, is_midnight=True))


def _with_clock(sofar: _Reading, clock: _Clock) -> _Reading | None:
    return None if sofar.clock else replace(sofar, clock=clock)


def _read_part(found: re.Match[str], sofar: _Reading, known: TimeWords) -> _Reading | None:
    part = known.key_of(PARTS, found["word"])
    return None if sofar.part else replace(sofar, part=part)


def _read_tonight(found: re.Match[str], sofar: _Reading, known: TimeWords) -> _Reading | None:
    return None if sofar.part else replace(sofar, part="tonight")


def _read_day(found: re.Match[str], sofar: _Reading, known: TimeWords) -> _Reading | None:
    offset = DAYS.index(known.key_of(DAYS, found["word"]))
    return None if sofar.offset is not None else replace(sofar, offset=offset)


def _read_weekday(found: re.Match[str], sofar: _Reading, known: TimeWords) -> _Reading | None:
    weekday = known.place("weekdays", found["word"])
    return None if sofar.weekday is not None else replace(sofar, weekday=weekday)


def _read_date(found: re.Match[str], sofar: _Reading, known: TimeWords) -> _Reading | None:
    """Read 3.1., 03.01.2026, 2026-01-03."""
    year = int(found["year"]) if found.groupdict().get("year") else None
    year = year + 2000 if year is not None and year < 100 else year
    return _with_date(sofar, int(found["day"]), int(found["month"]), year)


def _read_named_date(found: re.Match[str], sofar: _Reading, known: TimeWords) -> _Reading | None:
    """Read 3 January, January 3rd."""
    year = int(found["year"]) if found["year"] else None
    return _with_date(sofar, int(found["day"]), known.place("months", found["word"]) + 1, year)


def _with_date(sofar: _Reading, day: int, month: int, year: int | None) -> _Reading | None:
    return None if sofar.date else replace(sofar, date=(day, month, year))


@cache
def _pieces(known: TimeWords) -> tuple[tuple[re.Pattern[str], _Reader], ...]:
    """Return the pieces of a text; several may begin alike."""
    at, hours = known.any_of("at"), known.any_of("hours")
    parts = known.any_of(*PARTS)
    hour, number = r"(?P<hour>\d{1,2})", r"(?P<day>\d{1,2})"
    minutes = rf"(?: ?(?P<minute>\d\d)(?: ?(?:{known.any_of('minutes')})\.?)?)?"
    month = f"(?P<word>{known.any_of('months')})"
    year = r"(?: (?P<year>\d{4})\.?)?"
    pieces: tuple[tuple[str, _Reader], ...] = (
        (f"(?:{at})(?= .)", _read_filler),
        (rf"{hour}[:.](?P<minute>\d\d) ?(?:{hours})\.?", _read_clock),
        (rf"{hour}[:.](?P<minute>\d\d)", _read_clock),
        (rf"{hour}-(?P<minute>00|[3-5]\d)", _read_clock),
        (rf"{hour}\.? ?(?:{hours})\.?{minutes}", _read_spoken),
        (rf"(?:{at}) {hour}(?![:.\d]\d| (?:{hours})(?!\w))", _read_spoken),
        (rf"{hour}(?= (?:{parts})(?!\w))", _read_spoken),
        (rf"{hour}(?:[:.](?P<minute>\d\d))? ?(?P<half>[ap])\.?m\.?", _read_half_day),
        (f"(?:{known.any_of('noon')})", _read_noon),
        (f"(?:{known.any_of('midnight')})", _read_midnight),
        (f"(?P<word>{known.any_of(*PARTS[:-1])})", _read_part),
        (f"(?:{known.any_of('tonight')})", _read_tonight),
        (f"(?P<word>{known.any_of(*DAYS)})", _read_day),
        (rf"(?P<word>{known.any_of('weekdays')})\.?", _read_weekday),
        (r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})", _read_date),
        (rf"{number}\. ?(?P<month>\d{{1,2}})\.?", _read_date),
        (rf"{number}\. ?(?P<month>\d{{1,2}})\. ?(?P<year>\d{{4}})\.?", _read_date),
        (rf"{number}\.(?P<month>\d{{1,2}})\.(?P<year>\d\d)", _read_date),
        (rf"{number}(?:\.|st|nd|rd|th)? {month}\.?{year}", _read_named_date),
        (rf"{month}\.? {number}(?:st|nd|rd|th)?{year}", _read_named_date),
    )
    return tuple((re.compile(rf"(?:{text})(?![\w:])[ ]?"), read) for text, read in pieces)


# The moment that a reading means.

# Hours of the parts of a day. Night has two ends, and so has tonight.
_HOURS: Final = {
    "morning": frozenset(range(1, 12)),
    "afternoon": frozenset(range(12, 19)),
    "evening": frozenset(range(17, 24)),
    "night": frozenset((21, 22, 23, *range(5))),
    "tonight": frozenset((*range(17, 24), *range(5))),
}
_SMALL_HOURS: Final = 5 * 60  # minutes of a day that still belong to the night before


def _moment_of(reading: _Reading, now: int, zone: tzinfo) -> int | None:
    """Return the moment of a reading in a zone; None where its pieces contradict each other."""
    minute = _minute_of(reading)
    if minute is None:
        return None
    is_late = reading.part == "night" and minute < _SMALL_HOURS
    if reading.part == "tonight":
        return None if _is_dated(reading) else _tonight(minute, now, zone)
    if not _is_dated(reading):
        return next_time_of_day(minute, now, zone)
    if is_late or (reading.clock and reading.clock.is_midnight):
        return None  # of two days, nobody knows which
    return _dated_moment(reading, minute, now, zone)


def _is_dated(reading: _Reading) -> bool:
    return (reading.offset, reading.weekday, reading.date) != (None, None, None)


def _minute_of(reading: _Reading) -> int | None:
    """Return the minute of the day; None if the part of the day does not fit, or is missing."""
    clock = reading.clock
    if clock is None or not reading.part:
        return clock.minute if clock and clock.is_certain else None
    hour, minute = divmod(clock.minute, 60)
    hours = {hour} if clock.is_24h or hour > 12 else {hour, (hour + 12) % 24}
    fitting = hours & _HOURS[reading.part]
    return 60 * fitting.pop() + minute if len(fitting) == 1 else None


def _tonight(minute: int, now: int, zone: tzinfo) -> int | None:
    """Return the moment between 17:00 today and 5:00 tomorrow."""
    if minute < _SMALL_HOURS:
        return next_time_of_day(minute, now, zone)
    return _on_day(minute, _today(now, zone), now, zone)


def _dated_moment(reading: _Reading, minute: int, now: int, zone: tzinfo) -> int | None:
    today = _today(now, zone)
    named = set[date | None]()
    if reading.offset is not None:
        named.add(today + reading.offset * _DAY)
    if reading.date is not None:
        named.add(_nearest_date(*reading.date, today))
    if not named:
        assert reading.weekday is not None
        return next_weekday_time(reading.weekday, minute, now, zone)
    day = named.pop()
    if day is None or named or reading.weekday not in (None, day.weekday()):
        return None
    return _on_day(minute, day, now, zone)


def _on_day(minute: int, day: date, now: int, zone: tzinfo) -> int:
    """Return the first moment after ``now`` with that local time on a day, else the last one."""
    moments = tuple(moments_of(minute, day, zone))
    return next((at for at in moments if at > now), moments[-1])


def _nearest_date(day: int, month: int, year: int | None, today: date) -> date | None:
    """Return the date, without a year the nearest one; None if the calendar has none."""
    if year is not None and not 2000 <= year < 3000:
        return None
    years = range(today.year - 1, today.year + 2) if year is None else (year,)
    found = []
    for one in years:
        try:
            found.append(date(one, month, day))
        except ValueError:  # no such day in that year
            continue
    return min(found, key=lambda one: abs(one - today), default=None)


def _today(now: int, zone: tzinfo) -> date:
    return datetime.fromtimestamp(now, zone).date()
