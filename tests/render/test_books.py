"""Languages that are read again are not compiled again, and are what their source says."""

import shutil
import sys
from pathlib import Path

import pytest

from bot.render import books
from bot.render.books import KEPT, book_of, keep_all
from bot.render.words import FOLDER

KEY = "button.score"


@pytest.fixture(autouse=True)
def writing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return Path(shutil.copy(FOLDER / "de.po", tmp_path))


def kept(source: Path) -> list[Path]:
    return sorted((source.parent / KEPT).glob("*"))


def test_the_second_time_nothing_is_compiled(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = book_of(source)
    monkeypatch.setattr(books, "_compiled", None)
    again = book_of(source)
    assert len(kept(source)) == 1
    assert (again.gettext(KEY), again.info()) == (first.gettext(KEY), first.info())


def test_another_text_is_read_and_the_old_one_goes(source: Path) -> None:
    before = book_of(source).gettext(KEY)
    source.write_text(source.read_text().replace(f'msgstr "{before}"', 'msgstr "Zettel"'))
    assert book_of(source).gettext(KEY) == "Zettel"
    assert len(kept(source)) == 1


@pytest.mark.parametrize("left", [0, 7, 100])
def test_what_a_crash_left_is_made_anew(source: Path, left: int) -> None:
    before = book_of(source).gettext(KEY)
    (file,) = kept(source)
    whole = file.read_bytes()
    file.write_bytes(whole[:left])
    assert book_of(source).gettext(KEY) == before
    assert file.read_bytes() == whole


def test_where_nothing_can_be_kept_the_source_is_read(source: Path) -> None:
    (source.parent / KEPT).write_text("no folder")
    assert book_of(source).gettext(KEY) != KEY


def test_nothing_is_written_where_nothing_is_to_be(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    book_of(source)
    assert kept(source) == []
    keep_all(source.parent)
    assert len(kept(source)) == 1
