"""A language loaded again is not compiled again, and equals its source."""

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.render import words
from bot.render.words import CACHE_FOLDER_NAME, LOCALE_FOLDER, Book, compile_all, load_book

KEY = "button.score"


@pytest.fixture(autouse=True)
def writing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return Path(shutil.copy(LOCALE_FOLDER / "de.po", tmp_path))


def kept(source: Path) -> list[Path]:
    return sorted((source.parent / CACHE_FOLDER_NAME).glob("*"))


def test_the_second_time_nothing_is_compiled(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load_book(source)
    monkeypatch.setattr(words, "_compile", None)
    again = load_book(source)
    assert len(kept(source)) == 1
    assert (again.gettext(KEY), again.info()) == (first.gettext(KEY), first.info())


@pytest.mark.slow
def test_another_text_is_read_and_the_old_one_goes(source: Path) -> None:
    before, opened = load_book(source).gettext(KEY), load_book(source)
    source.write_text(source.read_text().replace(f'msgstr "{before}"', 'msgstr "Zettel"'))
    assert load_book(source).gettext(KEY) == "Zettel"
    assert len(kept(source)) == 1
    assert opened.gettext(KEY) == before  # in a bot that has run since


@pytest.mark.slow
@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("left", [0, 7, 100])
def test_what_a_crash_left_is_made_anew(source: Path, left: int) -> None:
    before = load_book(source).gettext(KEY)
    (file,) = kept(source)
    whole = file.read_bytes()
    file.write_bytes(whole[:left])
    assert load_book(source).gettext(KEY) == before
    assert file.read_bytes() == whole


def test_where_nothing_can_be_kept_the_source_is_read(source: Path) -> None:
    (source.parent / CACHE_FOLDER_NAME).write_text("no folder")
    assert load_book(source).gettext(KEY) != KEY


def test_nothing_is_written_where_nothing_is_to_be(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    load_book(source)
    assert kept(source) == []
    compile_all(source.parent)
    assert len(kept(source)) == 1


def test_a_language_is_read_at_once_and_parsed_at_its_first_text(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = load_book(source).gettext(KEY)
    parsed = list[Path]()
    parse = Book._parse

    def noted(book: Book, binary: Any) -> None:
        parsed.append(source)
        parse(book, binary)

    monkeypatch.setattr(Book, "_parse", noted)
    book = load_book(source)
    assert parsed == []
    source.unlink()
    kept(source)[0].unlink()
    assert [book.gettext(KEY), book.gettext(KEY)] == [text, text]
    assert parsed == [source]
