"""The message catalogues as tests read them: languages, entries, and what is missing in them."""

import gettext
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.engine.families import FAMILIES
from bot.model.settings import Column, GuildSettings, UserSettings, settings_of
from bot.presets import load_presets
from bot.render.words import DEFAULT_LOCALE, LOCALE_FOLDER, Catalogue
from tests.support.choices import choices_of
from tests.support.pseudolocale import words_in

Entries = Mapping[str, tuple[str, ...]]
"""The texts of every key; a plural entry has several."""


class Language(NamedTuple):
    """Facts about a language that its file does not state.

    ``forms``: number of plural forms.  ``preset``: a table that its players play.  ``same``: words
    written as in English.  ``has_commands``: False if Discord does not know the language, so that
    names of commands stay in English.
    """

    forms: int
    preset: str
    same: str = ""
    has_commands: bool = True


# terms of the tables, and abbreviations
_BALKAN: Final = (
    "atout berač betl bettel bula igra kontra mord mortkontra preferans radlc radlci refa rekontra"
    " sanac sans subkontra sukontra talon ausfechten min"
)
_LETTERS: Final = "a b j k m q"
_TYPED: Final = "pref robot server solo"
_TERMS: Final = f"{_BALKAN} {_LETTERS} {_TYPED}"

LANGUAGES: Final = {
    "en": Language(2, "sochi"),
    "ru": Language(3, "sochi"),
    "de": Language(
        2,
        "viennese",
        f"{_TERMS} analyse animation balkan code leningrad name pause problem refas west whist",
    ),
    "sl": Language(4, "slovenian", _TERMS, has_commands=False),
    "sr": Language(3, "serbian", f"{_TERMS} rostov", has_commands=False),
    "sr_Cyrl": Language(3, "serbian", f"{_LETTERS} {_TYPED}", has_commands=False),
    "hr": Language(3, "croatian", f"{_TERMS} problem rostov"),
}
LOCALES: Final = tuple(LANGUAGES)
TRANSLATED: Final = tuple(locale for locale in LOCALES if locale != DEFAULT_LOCALE)
NO_LANGUAGE: Final = "qaa"  # a code of ISO 639 for private use: no file will ever have it

_MOST_NAMED: Final = 20
_FACT: Final = re.compile(r"{(\w+)}")
_TYPED_BY_PLAYERS: Final = ("said.", "hour.", "language.")


def catalog(locale: str) -> Catalog:
    with (LOCALE_FOLDER / f"{locale}.po").open("rb") as file:
        return read_po(file, locale=locale)


def forms_of(message: Message) -> tuple[str, ...]:
    if isinstance(message.string, str):
        return (message.string,)
    assert message.string is not None
    return tuple(message.string)


@cache
def entries(locale: str) -> Entries:
    found = {}
    for message in catalog(locale):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[key] = forms_of(message)
    return found


def facts_in(text: str) -> set[str]:
    """Return the names of the placeholders of a text."""
    return set(_FACT.findall(text))


def shortened(found: Sequence[str]) -> str:
    """Return the number of faults and the first twenty, a line each."""
    return "\n".join([f"{len(found)} in all, the first of them:", *found[:_MOST_NAMED]])


# faults of a language --------------------------------------------------------------------


def entry_faults(english: Entries, other: Entries) -> list[str]:
    """Return missing and unknown keys, empty texts, and placeholders that English does not have.

    A language may leave out a number that its sentence does not need.
    """
    found = [f"missing: {key}" for key in english if key not in other]
    found += [f"unknown: {key}" for key in other if key not in english]
    for key in sorted(english.keys() & other.keys()):
        known = {"n"}.union(*map(facts_in, english[key]))
        extra = set[str]().union(*map(facts_in, other[key])) - known
        found += [f"unknown placeholder {{{name}}}: {key}" for name in sorted(extra)]
        found += [f"empty: {key}"] * any(not text.strip() for text in other[key])
    return found


def untranslated(english: Entries, other: Entries, language: Language) -> list[str]:
    """Return the keys whose English text is left, unless all its words may be as in English."""
    same = set(language.same.split())
    return [
        f"{key}: {texts[0]}"
        for key, texts in english.items()
        if key in other
        and other[key][0] == texts[0]
        and not key.startswith(_TYPED_BY_PLAYERS)
        and not (_is_command_name(key) and not language.has_commands)
        and not words_in(texts[0]) <= same
    ]


def _is_command_name(key: str) -> bool:
    return key == "command.help" or (key.startswith("command.") and not key.endswith(".help"))


# words that presets, house rules and settings need ----------------------------------------


def needed_words() -> Iterator[str]:
    """Yield the keys that every preset, family, option, setting and value must have."""
    yield from words_of_settings()
    for preset in load_presets().names():
        yield from (f"{kind}.{preset}" for kind in ("preset", "plain", "about"))
    for name, family in FAMILIES.items():
        yield from (f"{kind}.{name}" for kind in ("family", "aim"))
        yield from (f"help.{page}.{name}" for page in ("course", "values", "glossary"))
        for option in family.options.model_fields:
            yield f"option.{option}"
            values = choices_of(family.options, option)
            yield from (f"value.{option}.{value}" for value in values if isinstance(value, str))


def words_of_settings() -> Iterator[str]:
    """Yield the keys that every setting and every value with a word of its own must have."""
    for scope, record in (("server", GuildSettings), ("me", UserSettings)):
        for setting, columns in settings_of(record).items():
            yield from (
                f"settings.{name}" for name in (columns if len(columns) > 1 else (setting,))
            )
            for column in columns.values():
                named = [one for one in column.values if one is None or column.labels]
                yield from (_value_key(scope, column, one) for one in named)


def _value_key(scope: str, column: Column, value: object) -> str:
    if value is None:
        return f"settings.{scope}.any_{column.setting}"
    return column.labels + column.codec.write(value)


def words_to_write(known: Mapping[str, Entries]) -> list[str]:
    """Return the needed keys that are missing, with the languages that lack them."""
    found = list[str]()
    for key in dict.fromkeys(needed_words()):
        if lacking := [locale for locale, own in known.items() if key not in own]:
            found.append(f"{key} ({', '.join(lacking)})")
    return found


class KeysAsTexts(gettext.NullTranslations):
    """Reads a key of the given ones as the key itself, in brackets."""

    def __init__(self, keys: Iterable[str]) -> None:
        super().__init__()
        self.keys = frozenset(keys)

    def gettext(self, message: str) -> str:
        return f"[{message}]" if message in self.keys else message


def fill_in(catalogue: Catalogue) -> Catalogue:
    """Let needed words that are missing read as their keys.

    One test lists them all; without this function dozens of screens would fail with a KeyError.
    """
    book = catalogue.words(DEFAULT_LOCALE).book
    if missing := [key for key in needed_words() if book.gettext(key) == key]:
        book.add_fallback(KeysAsTexts(missing))
    return catalogue
