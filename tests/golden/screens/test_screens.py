"""Screens match their golden files; a changed screen shows as a difference."""

import re
from pathlib import Path

import pytest

from bot.model.values import replace
from bot.render.screen import ButtonRow, MemberPicker, PictureBlock, Screen, Select, Text
from bot.render.shapes import Ink, Label, Picture
from bot.render.words import DEFAULT_LOCALE
from tests.golden.screens import GROUPS, HERE, MADE, file_of, is_kept, kept, shown_in, text_of
from tests.golden.screens.checks import WIDEST, faults_of
from tests.render.walks import CATALOGUE, buttons

RENEW = "make screens ARGS=--write"
BOT = Path(__file__).parents[3] / "bot"
HEAD, LABEL = 31, 33
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
MAKES = re.compile(r"^def ([a-z]\w*)\([^)]*\) -> (?:screen\.)?Screen:", re.MULTILINE)
OTHERS = [locale for locale in CATALOGUE.locales() if locale != DEFAULT_LOCALE]
# what is made letter by letter has the controls and at most the widths of what it is made from
LOCALES = [
    DEFAULT_LOCALE,
    *(
        pytest.param(one, marks=pytest.mark.sweep if one in MADE else pytest.mark.slow)
        for one in OTHERS
    ),
]


@pytest.mark.parametrize("locale", LOCALES)
def test_screens_read_as_their_files(locale: str) -> None:
    for group in GROUPS:
        if is_kept(locale, group):
            before = file_of(locale, group).read_text(encoding="utf-8")
            assert text_of(locale, group) == before, f"{locale}, {group}: see it with `{RENEW}`"


@pytest.mark.parametrize("locale", LOCALES)
def test_every_screen_is_sound_in_every_language(locale: str) -> None:
    """Discord accepts it, its tables fit a phone, and its controls are those of English."""
    for group in GROUPS:
        english = shown_in(DEFAULT_LOCALE, group)
        assert faults_of(shown_in(locale, group), english) == [], f"{locale}, {group}"


@pytest.mark.parametrize("locale", LOCALES)
def test_no_head_and_no_button_is_cut_on_a_phone(locale: str) -> None:
    """On a page 390 pixels wide a select shows 31 letters, a button 33."""
    words = CATALOGUE.words(locale)
    for group in GROUPS:
        for moment, screen in shown_in(locale, group):
            if moment.startswith("the form "):  # its questions stand above their answers, in lines
                continue
            heads = [block for block in screen.blocks if isinstance(block, Select | MemberPicker)]
            said = [words.without_tiles(head.placeholder) for head in heads]
            labels = [f"{button.tile}{button.label}" for button in buttons(screen)]
            assert [head for head in said if len(head) > HEAD] == [], f"{group}: {moment}"
            assert [label for label in labels if len(label) > LABEL] == [], f"{group}: {moment}"


def test_a_fault_is_found_without_a_file() -> None:
    """Seeded faults: a wide table line, an unfilled placeholder, a missing button or screen."""
    assert not is_kept("de", "lobby")
    english = shown_in(DEFAULT_LOCALE, "lobby")
    (moment, screen), *rest = shown_in("de", "lobby")
    wide = f"```\n{'x' * (WIDEST + 1)}\n```"
    for extra, fault in ((wide, "too wide: " + "x" * (WIDEST + 1)), ("{name}", "a brace")):
        faulty = replace(screen, blocks=(*screen.blocks, Text(extra)))
        assert faults_of([(moment, faulty), *rest], english) == [f"{moment}: {fault}"]
    missing = [f"{moment}: other controls than in English"]
    assert faults_of([(moment, without_a_button(screen)), *rest], english) == missing
    assert faults_of(rest, english) == missing


def without_a_button(screen: Screen) -> Screen:
    place, row = next((n, one) for n, one in enumerate(screen.blocks) if isinstance(one, ButtonRow))
    assert len(row.buttons) > 1
    fewer = ButtonRow(row.buttons[1:])
    return replace(screen, blocks=(*screen.blocks[:place], fewer, *screen.blocks[place + 1 :]))


def test_every_language_and_every_group_has_its_files() -> None:
    """English has all files, another language about a third, a group at least one more language."""
    pairs = set(kept())
    assert {group for locale, group in pairs if locale == DEFAULT_LOCALE} == set(GROUPS)
    assert {group for locale, group in pairs if locale != DEFAULT_LOCALE} == set(GROUPS)
    for locale in set(OTHERS) - set(MADE):
        count = sum(one == locale for one, _ in pairs)
        assert len(GROUPS) / 4 <= count <= len(GROUPS) / 2, locale


def numbers_of(picture: Picture) -> set[str]:
    """Return all numbers but those in small print: chart scales, totals replaced by newer ones."""
    labels = [shape for shape in picture.shapes if isinstance(shape, Label)]
    return {one for lab in labels if lab.ink is not Ink.OLD for one in NUMBER.findall(lab.text)}


def test_every_picture_tells_its_numbers() -> None:
    drawn = [
        block.picture
        for group in GROUPS
        for _, screen in shown_in(DEFAULT_LOCALE, group)
        for block in screen.blocks
        if isinstance(block, PictureBlock)
    ]
    assert len(drawn) > 40
    for picture in drawn:
        assert numbers_of(picture) <= set(NUMBER.findall(picture.alt)), picture.alt


def test_no_screen_is_kept_that_is_not_shown() -> None:
    unequal = {(path.parent.name, path.stem) for path in HERE.glob("*/*.txt")} ^ set(kept())
    assert not unequal, f"write or delete these with `make screens ARGS=--write`: {sorted(unequal)}"


def test_no_two_moments_have_one_name() -> None:
    for group in GROUPS:
        moments = [moment for moment, _ in shown_in(DEFAULT_LOCALE, group)]
        assert len(moments) == len(set(moments)), group


def test_every_kind_of_screen_is_among_them() -> None:
    files = [path for room in ("render", "features") for path in (BOT / room).rglob("*.py")]
    sources = [path.read_text(encoding="utf-8") for path in files]
    made = {name for source in sources for name in MAKES.findall(source)}
    shown = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("*.py"))
    assert len(made) > 40
    missing = {name for name in made if f"{name}(" not in shown}
    assert not missing, "add a moment of these screens to a group of tests/golden/screens"
