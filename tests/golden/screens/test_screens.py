"""Every screen reads as it did: whoever changes one renews the files and shows the difference."""

import re
from pathlib import Path

import pytest

from bot.render.safe_text import display_width
from bot.render.screen import PictureBlock, Screen
from bot.render.shapes import Ink, Label, Picture
from bot.render.words import DEFAULT_LOCALE
from tests.golden.screens import GROUPS, HERE, kept_in, shown_in, told_in, written
from tests.golden.screens.telling import controls
from tests.render.walks import CATALOGUE, faults, texts

RENEW = "make screens ARGS=--write"
RENDER = Path(__file__).parents[3] / "bot" / "render"
COLUMNS = re.compile(r"```\n(.*?)```", re.DOTALL)
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
MAKES = re.compile(r"^def ([a-z]\w*)\([^)]*\) -> Screen:", re.MULTILINE)
LOCALES = [
    pytest.param(locale, marks=() if locale == DEFAULT_LOCALE else pytest.mark.slow)
    for locale in CATALOGUE.locales()
]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_screen_reads_as_it_did(locale: str) -> None:
    """Discord takes all of them, and in every language the same can be pressed."""
    for group in GROUPS:
        shown = shown_in(locale, group)
        assert {moment: faults(screen) for moment, screen in shown if faults(screen)} == {}
        assert [
            line for _, screen in shown for line in in_columns(screen) if display_width(line) > 24
        ] == []
        if locale in written():
            kept = kept_in(locale, group).read_text(encoding="utf-8")
            assert told_in(locale, shown) == kept, f"{locale}, {group}: see it with `{RENEW}`"
        if locale != DEFAULT_LOCALE:
            english = [
                (moment, controls(screen)) for moment, screen in shown_in(DEFAULT_LOCALE, group)
            ]
            assert [(moment, controls(screen)) for moment, screen in shown] == english


def in_columns(screen: Screen) -> list[str]:
    """Lines of tables, which a phone does not wrap; what is copied into a file may be longer."""
    blocks = [block for body in texts(screen) for block in COLUMNS.findall(body)]
    return [line for block in blocks if "commitment" not in block for line in block.splitlines()]


def numbers_of(picture: Picture) -> set[str]:
    """All but those in small print: the scale of a chart, totals that newer ones have replaced."""
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
    kept = {(path.parent.name, path.stem) for path in HERE.glob("*/*.txt")}
    assert kept == {(locale, group) for locale in written() for group in GROUPS}


def test_no_two_moments_have_one_name() -> None:
    for group in GROUPS:
        moments = [moment for moment, _ in shown_in(DEFAULT_LOCALE, group)]
        assert len(moments) == len(set(moments)), group


def test_every_kind_of_screen_is_among_them() -> None:
    sources = [path.read_text(encoding="utf-8") for path in RENDER.rglob("*.py")]
    made = {name for source in sources for name in MAKES.findall(source)}
    shown = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("*.py"))
    assert len(made) > 40
    assert {name for name in made if f"{name}(" not in shown} == set()
