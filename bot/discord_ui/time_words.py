"""The words of start times in all languages, and the names people have for time zones.

Words are the entries ``hour.*`` of the locales: lists with commas, in which each weekday and month
has its place and its other forms after a slash.  They are compared without case and accents.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from typing import Final, NamedTuple

from babel import Locale

from bot.discord_ui.time_parsing import zone_names, zone_of
from bot.render.words import Words

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
