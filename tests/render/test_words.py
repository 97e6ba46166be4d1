"""All languages have the same keys, with the same placeholders, in the right plural forms."""

import ast
import re
from collections import Counter
from enum import StrEnum
from functools import cache
from pathlib import Path

import pytest
from babel import Locale

from bot.engine import actions as act
from bot.engine.cards import CARD_NAMES
from bot.engine.deal import Stage
from bot.engine.families.russian.contracts import LADDER
from bot.engine.families.russian.scoring import Why
from bot.engine.rules import BadRules, RuleReason
from bot.model.enums import Clock, Status
from bot.model.refusals import REFUSAL_FACTS, Refusal
from bot.model.values import replace
from bot.render.families import PRESENTERS, table_words
from bot.render.rule_text import (
    offered_values,
    option_groups,
    option_line,
    option_title,
    preset_label,
    value_label,
)
from bot.render.words import LOCALE_FOLDER, Words
from tests.properties.oracles import ORACLES
from tests.render.walks import CATALOGUE, PRESETS, players_of, rules_for
from tests.support.cases import for_each
from tests.support.catalogues import (
    LANGUAGES,
    LOCALES,
    NO_LANGUAGE,
    TRANSLATED,
    catalog,
    entries,
    entry_faults,
    facts_in,
    forms_of,
    shortened,
    words_to_write,
)
from tests.support.sources import nodes_of

BOT = Path(__file__).parents[2] / "bot"


def test_every_language_is_listed() -> None:
    """A file without tests would be offered to players all the same."""
    assert set(LANGUAGES) == {path.stem for path in LOCALE_FOLDER.glob("*.po")}, (
        "LANGUAGES of tests/support/catalogues.py has a line for every file of data/locales"
    )
    assert NO_LANGUAGE not in LANGUAGES


@pytest.mark.parametrize("locale", TRANSLATED)
def test_the_languages_have_the_same_keys_and_facts(locale: str) -> None:
    found = entry_faults(entries("en"), entries(locale))
    assert not found, shortened(found)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_text_stands_once_in_its_file(locale: str) -> None:
    """The programs of translators refuse a file with two texts of one key."""
    text = (LOCALE_FOLDER / f"{locale}.po").read_text(encoding="utf-8")
    keys = Counter(re.findall(r'^msgid "(.+)"$', text, re.MULTILINE))
    assert [key for key, times in keys.items() if times > 1] == []


def test_a_fault_of_an_entry_is_named() -> None:
    english = {"a": ("{n} of {all}",), "b": ("one", "two"), "c": ("x",)}
    other = {"a": ("{n} od {svih}",), "b": ("jedan", " "), "d": ("y",)}
    assert entry_faults(english, english) == []
    assert sorted(entry_faults(english, other)) == [
        "empty: b",
        "missing: c",
        "unknown placeholder {svih}: a",
        "unknown: d",
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_plural_entries_have_every_form(locale: str) -> None:
    english = catalog("en")
    for message in catalog(locale):
        if message.id and not isinstance(message.id, str):
            assert not isinstance(message.string, str), message.id
            assert len(forms_of(message)) == LANGUAGES[locale].forms, message.id
            assert english[message.id[0]] is not None
            assert all(forms_of(message)), message.id


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("ru", "взятка взятки взятки взяток взяток взятка взятка взятки"),
        ("de", "Stich Stiche Stiche Stiche Stiche Stiche Stiche Stiche"),
        ("sl", "vzetek vzetka vzetki vzetkov vzetkov vzetkov vzetek vzetka"),
        ("sr", "štih štiha štiha štihova štihova štih štih štiha"),
        ("sr_Cyrl", "штих штиха штиха штихова штихова штих штих штиха"),
        ("hr", "štih štiha štiha štihova štihova štih štih štiha"),
    ],
)
def test_numbers(locale: str, said: str) -> None:
    words = CATALOGUE.words(locale)
    numbers = (1, 2, 4, 5, 11, 21, 101, 102)
    counted = [f"{n} {noun}" for n, noun in zip(numbers, said.split(), strict=True)]
    assert [words.say_plural("result.tricks", n) for n in numbers] == counted


@pytest.mark.parametrize("locale", ["ru", "sr_Cyrl"])
def test_no_cyrillic_word_hides_a_latin_letter(locale: str) -> None:
    for key, texts in entries(locale).items():
        for word in re.findall(r"\w+", " ".join(texts)):
            assert not (re.search("[A-Za-z]", word) and re.search("[Ѐ-ӿ]", word)), (key, word)


KEY_FUNCTIONS = {  # which argument is the key of a text, and what stands before it
    "say": (0, ""),
    "say_plural": (0, ""),
    "localized": (1, ""),
    "command_button": (1, "button."),
}


@cache
def said_keys() -> dict[str, set[str]]:
    """Return every locale key that the bot names as a plain text, by the function that takes it."""
    keys: dict[str, set[str]] = {name: set() for name in KEY_FUNCTIONS}
    for node in (node for path in BOT.rglob("*.py") for node in nodes_of(path)):
        if not isinstance(node, ast.Call):
            continue
        name = str(getattr(node.func, "attr", getattr(node.func, "id", "")))
        if name in KEY_FUNCTIONS:
            place, prefix = KEY_FUNCTIONS[name]
            texts = (one.value for one in node.args[place:][:1] if isinstance(one, ast.Constant))
            keys[name] |= {prefix + str(text) for text in texts}
    return keys


@pytest.mark.parametrize("name", KEY_FUNCTIONS)
def test_every_key_in_the_code_has_its_words(name: str) -> None:
    known = {key.partition("@")[0] for key in entries("en")}
    found = {key for key in said_keys()[name] if "." in key or key == "card"}
    assert found, f"{name} takes no key any more: name today's function in KEY_FUNCTIONS"
    assert found <= known, f"write these in data/locales: {sorted(found - known)}"


@pytest.fixture(params=LOCALES)
def words(request: pytest.FixtureRequest) -> Words:
    return CATALOGUE.words(request.param)


def test_every_refusal_is_a_sentence(words: Words) -> None:
    for reason in RuleReason:
        assert words.refusal(reason).endswith((".", ":"))
    for refusal in Refusal:
        facts = dict.fromkeys(REFUSAL_FACTS.get(refusal, ()), "x")
        sentence = words.refusal(refusal, **facts)
        assert "…" not in sentence
        assert sentence[-1] in ".x", sentence
        assert words.refusal(refusal)  # without its placeholders it still yields a text


_OF_ANYTHING = (
    *(Refusal.STORAGE_TROUBLE, Refusal.SAVED_OR_NOT, Refusal.KEPT, Refusal.KEPT_AFTER_ALL),
    *(Refusal.INTERNAL, Refusal.ANSWER_LOST),
)
_MOVES = re.compile(r"\b(move|ход|zug|potez|потез)", re.IGNORECASE)


@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_said_of_anything_speaks_of_no_move(locale: str) -> None:
    """A user who opens their settings while the storage is in trouble reads it too."""
    words = CATALOGUE.words(locale)
    said = [words.refusal(reason, id="1") for reason in _OF_ANYTHING]
    assert [text for text in said if _MOVES.search(text)] == []


def test_no_sentence_outlives_its_refusal() -> None:
    known = {f"table.{refusal}" for refusal in Refusal} | {
        f"refused.{reason}" for reason in RuleReason
    }
    assert {key for key in entries("en") if key.startswith(("table.", "refused."))} == known


def test_a_refusal_has_no_fact_it_does_not_name(words: Words) -> None:
    for refusal in Refusal:
        text = entries(words.locale)[f"table.{refusal}"][0]
        assert facts_in(text) <= set(REFUSAL_FACTS.get(refusal, ())), refusal


ENUMS: list[tuple[str, type[StrEnum]]] = [("turn", Stage), ("help", Stage), ("clock", Clock)]


def test_every_enum_has_its_words(words: Words) -> None:
    for prefix, kind in ENUMS:
        for member in kind:
            assert words.has_key(f"{prefix}.{member}"), (prefix, member)
    for reason in Why:
        assert words.has_key(f"why.{reason}"), reason
    for penalty in PRESENTERS["russian"].penalty_reasons:
        assert words.has_key(f"why.{penalty}.whists"), penalty
    for status in (Status.PAUSED, Status.FROZEN):
        assert words.has_key(f"board.{status}")
    for name in PRESETS.names():
        assert len(preset_label(PRESETS, name, words)) <= 100
    for short in range(1, 11):
        assert words.has_key(f"without.{short}")


def test_presets_house_rules_and_settings_have_their_words() -> None:
    found = words_to_write({locale: entries(locale) for locale in LOCALES})
    assert not found, "write these in data/locales:\n" + "\n".join(found)


def test_words_to_write_are_named_with_their_languages() -> None:
    without = {key: text for key, text in entries("en").items() if key != "plain.sochi"}
    assert "plain.sochi (de)" in words_to_write({"en": entries("en"), "de": without})


@for_each("family", ORACLES)
def test_every_outcome_and_role_of_a_family_has_its_word(family: str, words: Words) -> None:
    """Those that its walks reach, and no others."""
    spoken, reach = table_words(PRESETS.rules(ORACLES[family].preset), words), ORACLES[family].reach
    for outcome in reach.outcomes:
        assert spoken.has_key(f"outcome.{outcome}"), outcome
    for role in reach.roles - {""}:
        assert spoken.has_key(f"role.{role}"), role


@pytest.mark.parametrize("family", PRESENTERS)
def test_every_option_has_its_subject(family: str) -> None:
    rules = PRESETS.rules(ORACLES[family].preset)
    without = option_groups(rules).get("other", ())
    assert not without, f"a group of bot/render/families/{family}/__init__.py has these: {without}"


def test_every_option_and_value_has_its_words(words: Words) -> None:
    for preset in PRESETS.names():
        rules = rules_for(preset, players_of(preset)[-1])
        spoken = table_words(rules, words)
        for group, options in option_groups(rules).items():
            assert spoken.has_key(f"group.{group}")
            for option in options:
                assert option_title(words, option)
                for value in offered_values(rules, option):
                    label = value_label(words, option, value)
                    assert "_" not in label, (option, value, label)
                    assert option_line(words, option, value)


def test_every_fault_of_rules_has_its_sentence(words: Words) -> None:
    families = [BOT / f"engine/families/{family}/options.py" for family in PRESENTERS]
    source = "".join(path.read_text(encoding="utf-8") for path in families)
    faults = re.findall(r'^            "(\w+)":', source, re.MULTILINE)
    assert len(faults) >= 12
    for fault in faults:
        assert words.has_key(f"fault.{fault}")
    assert words.rules_fault(BadRules("never_heard_of")) == words.say("fault.bad_option")


def test_cards_and_calls(words: Words) -> None:
    for name in (*CARD_NAMES, "S", "C", "D", "H", "NT"):
        assert words.tile_in_words(name)
        assert len(words.short_tile(name)) <= 10
    for name in LADDER:
        assert words.contract(name)
        assert len(words.contract_spoken(name)) <= 34
    for action in (act.PASS, act.HOLD, act.THROW, act.CONCEDE, act.WHIST, act.HALF_WHIST, act.OPEN):
        assert words.action(action)
    assert words.action(act.Claim((4, 1, 0)))
    assert words.action(act.Discard(0, 9))
    assert words.action(act.Dealer(2))
    assert words.action(act.Deck(tuple(range(32))))


def test_spoken_and_plain() -> None:
    english, russian = CATALOGUE.words("en"), CATALOGUE.words("ru")
    assert english.spell_out("follow ⟦KS⟧") == "follow king of spades"
    assert russian.spell_out("⟦10D⟧") == "десятка бубён"
    assert english.without_tiles("7⟦D⟧ ⟦KS⟧ 6⟦NT⟧") == "7♦ K♠ 6NT"
    assert russian.without_tiles("⟦AH⟧") == "Т♥"
    assert english.contract("7D") == "7⟦D⟧"
    assert english.contract_spoken("7D") == "7 diamonds"


def test_names_in_place_of_tiles() -> None:
    """For screen readers: no glyph, and a comma between two cards."""
    english, russian = (replace(CATALOGUE.words(code), spelled=True) for code in ("en", "ru"))
    assert english.without_tiles("⟦KS⟧ ⟦QS⟧\u2002⟦7D⟧ Ana") == (
        "king of spades, queen of spades, seven of diamonds Ana"
    )
    assert english.contract("7D") == english.contract_face("7D") == "7 diamonds"
    assert (english.strain_tile("7D"), english.suit("D")) == ("", "diamonds")
    assert russian.without_tiles("⟦10D⟧ ⟦NT⟧") == "десятка бубён, без козыря"


def test_every_language_has_its_column_in_the_table_of_terms() -> None:
    """Serbian in Cyrillic letters shares the column of Serbian."""
    lines = (BOT.parent / "docs/words.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    wanted = {Locale.parse(locale).get_language_name("en") for locale in LOCALES}
    heads = [row for row in rows if row[0] == "English"]
    assert heads
    wrong = [wanted.symmetric_difference(head) for head in heads]
    assert not any(wrong), f"docs/words.md: write or delete these columns: {set().union(*wrong)}"
    assert not [row for row in rows if len(row) != len(wanted) or not all(row)]


def test_a_key_nobody_knows_is_an_error(words: Words) -> None:
    with pytest.raises(KeyError):
        words.say("no.such.key")
    with pytest.raises(KeyError):
        words.say_plural("no.such.key", 3)


@pytest.mark.parametrize(
    ("user", "guild", "discord", "chosen"),
    [
        ("ru", "en", "en-US", "ru"),
        (None, "ru", "en-US", "ru"),
        (None, None, "ru", "ru"),
        (None, None, "en-GB", "en"),
        (None, "sr", "en-US", "sr"),
        (None, None, NO_LANGUAGE, "en"),
        (NO_LANGUAGE, None, "ru", "ru"),
        (None, None, None, "en"),
    ],
)
def test_choice_of_language(
    user: str | None, guild: str | None, discord: str | None, chosen: str
) -> None:
    assert CATALOGUE.choose(user, guild, discord).locale == chosen


def test_command_words_fit_discord() -> None:
    for locale in LOCALES:
        for key, texts in entries(locale).items():
            if key.startswith("command."):
                assert len(texts[0]) <= 100, key
                if not key.endswith(".help") or key == "command.help":
                    assert re.fullmatch(r"[-_\w]{1,32}", texts[0]), key
                    assert texts[0] == texts[0].lower(), key
