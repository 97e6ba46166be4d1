"""PRIVACY.md lists exactly the columns about people that the file has."""

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.model.settings import AnySettings, GuildSettings, UserSettings, columns_of
from bot.store import Store
from tests.support.stored import with_layout

HOME = Path(__file__).parents[1]
TEXT = (HOME / "PRIVACY.md").read_text(encoding="utf-8")
PACKED = {"archive"}  # rows of ``line`` in a column of bytes
OF_A_PERSON = re.compile(r"(user|host|person|player|member|author|judge)(_id)?|by")


@pytest.fixture
async def columns(tmp_path: Path) -> AsyncIterator[dict[str, set[str]]]:
    """Return the columns of every table of the newest schema."""
    path = tmp_path / "bot.db"
    async with Store.session(with_layout(path), now=1):
        with closing(sqlite3.connect(path)) as db:
            tables = [
                name
                for (name,) in db.execute("SELECT name FROM pragma_table_list WHERE type <> 'view'")
            ]
            own = [name for name in tables if not name.startswith("sqlite_")]
            yield {
                name: {str(row[1]) for row in db.execute(f"PRAGMA table_info({name})")}
                for name in own
            }


def listed() -> set[str]:
    """Return the tables that have a row."""
    return set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE))


def without_people() -> set[str]:
    """Return the tables that PRIVACY.md says contain nothing about a person."""
    paragraph = next(part for part in TEXT.split("\n\n") if part.startswith("The other tables"))
    return set(re.findall(r"`(\w+)`", paragraph))


async def test_every_table_with_a_person_has_a_row(columns: dict[str, set[str]]) -> None:
    of_people = {
        table for table, names in columns.items() if any(map(OF_A_PERSON.fullmatch, names))
    }
    assert of_people | PACKED == listed()


async def test_every_other_table_is_named(columns: dict[str, set[str]]) -> None:
    assert listed() | without_people() == columns.keys()
    assert not listed() & without_people()


@pytest.mark.parametrize(
    ("record", "start"),
    [(UserSettings, "| `person` |"), (GuildSettings, "A server's settings")],
)
def test_every_setting_is_named(record: type[AnySettings], start: str) -> None:
    """The paper uses the column's name, as the export does."""
    part = next(one for one in re.split(r"\n\n|\n(?=\|)", TEXT) if one.startswith(start))
    missing = columns_of(record).keys() - set(re.findall(r"`(\w+)`", part))
    written = ", ".join(f"`{name}`" for name in sorted(missing))
    assert not missing, f"name {written} in PRIVACY.md, in the part that begins {start!r}"


@pytest.mark.parametrize("paper", ["PRIVACY.md", "TERMS.md"])
def test_what_a_host_fills_in_is_marked(paper: str) -> None:
    text = (HOME / paper).read_text(encoding="utf-8")
    assert "For hosts to adapt" in text
    assert re.search(r"\[[^]]+\](?!\()", text)
