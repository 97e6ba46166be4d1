"""A language as its players meet it: whole, unmixed, and as long as it likes."""

from itertools import chain
from pathlib import Path

import pytest

from bot.model.settings import UserSettings
from bot.render.server.settings_screens import personal_settings_screen
from bot.render.words import LOCALE_FOLDER, load_catalogue
from tests.render.pages import PEOPLE, at_a_table, beside, lessons
from tests.render.walks import CATALOGUE, choices, faults, press_text, rules_for
from tests.support.catalogues import (
    LANGUAGES,
    LOCALES,
    TRANSLATED,
    Language,
    entries,
    shortened,
    untranslated,
)
from tests.support.pseudolocale import pseudolocalize, words_in
from tools.words import screen_texts

TABLES = [rules_for(*table) for table in (("sochi", 4), ("serbian", 3), ("viennese", 4))]


@pytest.mark.parametrize("locale", TRANSLATED)
def test_nothing_is_left_untranslated(locale: str) -> None:
    """A text that equals the English one consists of words on the list."""
    found = untranslated(entries("en"), entries(locale), LANGUAGES[locale])
    assert not found, shortened(found)


def test_a_fresh_copy_of_english_lists_what_is_to_translate() -> None:
    found = untranslated(entries("en"), entries("en"), Language(2, "sochi", "pref"))
    assert len(found) > 1000
    listed = shortened(found).splitlines()
    assert listed == [f"{len(found)} in all, the first of them:", *found[:20]]
    assert not [line for line in found if line.startswith(("said.", "language."))]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_payer_stands_before_the_payee(locale: str) -> None:
    """In a line of the settlement, {to} pays {name}: no language turns the money round."""
    (line,) = entries(locale)["settle.between"]
    assert line.index("{to}") < line.index("{name}")


# a language of any length ---------------------------------------------------------------------


@pytest.mark.slow
def test_a_language_two_fifths_longer_keeps_to_the_limits() -> None:
    """Discord allows 80 letters on a button, 100 in a choice, 4,000 in a message, 45 in a title."""
    words = pseudolocalize(CATALOGUE.words("en"))
    tables = (at_a_table(rules, words) for rules in TABLES)
    for kind, screen in chain(*tables, beside(words), lessons(words)):
        assert not faults(screen), (kind, faults(screen))
    for key in ("save.title", "save.label", "cut.title", "cut.label"):
        assert len(words.say(key, deal=9999)) <= 45, key


# an evening ---------------------------------------------------------------------------------


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("locale", TRANSLATED)
def test_a_table_speaks_one_language(locale: str) -> None:
    """From the lobby to the settlement: every word is in the language's own file."""
    own = {word for said in entries(locale).values() for word in words_in(" ".join(said))}
    own |= words_in(" ".join(PEOPLE))
    for kind, screen in at_a_table(rules_for(LANGUAGES[locale].preset, 3), CATALOGUE.words(locale)):
        assert words_in(" ".join(screen_texts(screen))) <= own, kind


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

msgid "button.more"
msgstr ""

msgid "result.whists"
msgid_plural "result.whists"
msgstr[0] ""
msgstr[1] ""
"""
NAMED_IN_ENGLISH = """
msgid "language.eo"
msgstr "Esperanto"
"""


def test_a_language_is_a_file_and_a_line(tmp_path: Path) -> None:
    """CONTRIBUTING, recipes: a missing text is shown in English, and so is an empty one."""
    english = (LOCALE_FOLDER / "en.po").read_text(encoding="utf-8")
    (tmp_path / "en.po").write_text(english + NAMED_IN_ENGLISH, encoding="utf-8")
    (tmp_path / "eo.po").write_text(ESPERANTO, encoding="utf-8")
    catalogue = load_catalogue(tmp_path)
    assert catalogue.locales() == ("en", "eo")
    words = catalogue.choose("eo", "en", "en-US")
    assert [words.say_plural("result.tricks", n) for n in (1, 2)] == ["1 preno", "2 prenoj"]
    assert (words.say("button.join"), words.say("button.more")) == ("Aliĝi", "More")
    assert words.say_plural("result.whists", 2) == "**2** whists"
    for spoken in (words, catalogue.words("en")):
        screen = personal_settings_screen(UserSettings(1), catalogue.locales(), spoken)
        assert ("Language: Esperanto", "me language eo") in {
            (choice.label, press_text(choice.press)) for choice in choices(screen)
        }
    for kind, screen in at_a_table(rules_for("sochi", 3), words):
        assert not faults(screen), kind
