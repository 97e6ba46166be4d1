"""A language as its players meet it: whole, unmixed, and as long as it likes."""

from itertools import chain
from pathlib import Path

import pytest

from bot.model.enums import NotifyWhen
from bot.render.screen_data import UserSettingsData
from bot.render.server.settings_screens import personal_settings_screen
from bot.render.words import LOCALE_FOLDER, load_catalogue
from tests.render.pages import PEOPLE, at_a_table, beside, lessons
from tests.render.test_words import LOCALES, entries
from tests.render.walks import CATALOGUE, choices, faults, press_text, rules_for
from tests.support.lengthened import lengthened, words_in
from tools.words import told

# Words that are written as in English: terms of the tables, and what is short for one.
_BALKAN = (
    "atout berač betl bettel bula igra kontra mord mortkontra preferans radlc radlci refa rekontra"
    " sanac sans subkontra sukontra talon ausfechten min"
)
_LETTERS = "a b j k m q"
_TYPED = "pref robot server solo"
_SAME = {
    "ru": "",
    "de": f"{_BALKAN} {_LETTERS} {_TYPED} analyse balkan leningrad name pause refas west whist",
    "sl": f"{_BALKAN} {_LETTERS} {_TYPED}",
    "sr": f"{_BALKAN} {_LETTERS} {_TYPED} rostov",
    "sr_Cyrl": f"{_LETTERS} {_TYPED}",
    "hr": f"{_BALKAN} {_LETTERS} {_TYPED} rostov",
}
_UNKNOWN_TO_DISCORD = ("sl", "sr", "sr_Cyrl")  # commands stay in English
TABLES = [rules_for(*table) for table in (("sochi", 4), ("serbian", 3), ("viennese", 4))]


@pytest.mark.parametrize("locale", LOCALES[1:])
def test_nothing_is_left_untranslated(locale: str) -> None:
    """What is as in English consists of words that may be."""
    own, same = entries(locale), set(_SAME[locale].split())
    for key, english in entries("en").items():
        if key.startswith(("said.", "hour.", "language.")) or own[key][0] != english[0]:
            continue
        if key.startswith("command.") and locale in _UNKNOWN_TO_DISCORD:
            assert key == "command.help" or not key.endswith(".help"), key
        else:
            assert words_in(english[0]) <= same, (key, english)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_payer_stands_before_the_payee(locale: str) -> None:
    """In a line of the settlement, where {to} pays {name}: no language turns the money round."""
    (line,) = entries(locale)["settle.between"]
    assert line.index("{to}") < line.index("{name}")


# a language of any length ---------------------------------------------------------------------


def test_a_language_two_fifths_longer_keeps_to_the_limits() -> None:
    """Of Discord: 80 letters on a button, 100 in a choice, 4,000 in a message, 45 in a window."""
    words = lengthened(CATALOGUE.words("en"))
    tables = (at_a_table(rules, words) for rules in TABLES)
    for kind, screen in chain(*tables, beside(words), lessons(words)):
        assert not faults(screen), (kind, faults(screen))
    for key in ("save.title", "save.label", "cut.title", "cut.label"):
        assert len(words.say(key, deal=9999)) <= 45, key


# an evening ---------------------------------------------------------------------------------

EVENINGS = [
    ("ru", "sochi"),
    ("sr", "serbian"),
    ("sr_Cyrl", "serbian"),
    ("hr", "croatian"),
    ("sl", "slovenian"),
    ("de", "viennese"),
]


@pytest.mark.parametrize(("locale", "preset"), EVENINGS)
def test_a_table_speaks_one_language(locale: str, preset: str) -> None:
    """From the lobby to the settlement: nothing that is not in the language's own file."""
    own = {word for said in entries(locale).values() for word in words_in(" ".join(said))}
    own |= words_in(" ".join(PEOPLE))
    for kind, screen in at_a_table(rules_for(preset, 3), CATALOGUE.words(locale)):
        assert words_in(" ".join(told(screen))) <= own, kind


# another language ------------------------------------------------------------------------------

ESPERANTO = """msgid ""
msgstr ""
"Language: eo\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "language.eo"
msgstr "Esperanto"

msgid "button.join"
msgstr "Aliĝi"

msgid "result.tricks"
msgid_plural "result.tricks"
msgstr[0] "{n} preno"
msgstr[1] "{n} prenoj"
"""
NAMED_IN_ENGLISH = """
msgid "language.eo"
msgstr "Esperanto"
"""


def test_a_language_is_a_file_and_a_line(tmp_path: Path) -> None:
    """CONTRIBUTING, recipes: what it does not know yet is said in English."""
    english = (LOCALE_FOLDER / "en.po").read_text(encoding="utf-8")
    (tmp_path / "en.po").write_text(english + NAMED_IN_ENGLISH, encoding="utf-8")
    (tmp_path / "eo.po").write_text(ESPERANTO, encoding="utf-8")
    catalogue = load_catalogue(tmp_path)
    assert catalogue.locales() == ("en", "eo")
    words = catalogue.words(catalogue.choose_locale("eo", "en", "en-US"))
    assert [words.say_plural("result.tricks", n) for n in (1, 2)] == ["1 preno", "2 prenoj"]
    assert (words.say("button.join"), words.say("button.more")) == ("Aliĝi", "More")
    for spoken in (words, catalogue.words("en")):
        wishes = UserSettingsData(
            None, NotifyWhen.ALWAYS, None, 8, None, False, None, None, refused=False
        )
        screen = personal_settings_screen(wishes, catalogue.locales(), spoken)
        assert ("Language: Esperanto", "me language eo") in {
            (choice.label, press_text(choice.press)) for choice in choices(screen)
        }
    for kind, screen in at_a_table(rules_for("sochi", 3), words):
        assert not faults(screen), kind
