"""The threat model names a test for each of its lines, and each of these tests exists."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store import Store, backup
from tests.store.making import look, new_game, sit
from tests.support.cases import for_each
from tests.support.sources import nodes_of
from tests.support.stored import with_layout

HOME = Path(__file__).parents[1]
PAPER = (HOME / "docs/security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAPER)))
WITHOUT_TEST = 2  # lines that say what nothing protects from


def functions_of(path: Path) -> Iterator[str]:
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def test_the_paper_names_tests() -> None:
    assert len(NAMED) >= 30


@for_each(("file", "name"), NAMED)
def test_every_test_that_is_named_exists(file: str, name: str) -> None:
    assert name.startswith("test_")
    assert name in functions_of(HOME / file)


def test_every_line_names_its_test() -> None:
    rows = [line for line in PAPER.splitlines() if re.match(r"\| (?!---)", line)]
    bare = [row for row in rows if "`tests/" not in row and not row.endswith("| test |")]
    assert len(bare) == WITHOUT_TEST, bare


@pytest.mark.parametrize("paper", ["SECURITY.md", "README.md", "docs/hosting.md"])
def test_the_papers_lead_to_it(paper: str) -> None:
    assert "security.md)" in (HOME / paper).read_text(encoding="utf-8")


async def test_a_backup_tells_people_and_decks_and_holds_no_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "ODAw.secret.token")
    path, copy = tmp_path / "bot.db", tmp_path / "copy.db"
    async with Store.session(with_layout(path), now=1) as store:
        await store.preferences.set_name(777000111, "Boris")
        await sit(store, await new_game(store), 0, 777000111)
        backup(path, copy)
    assert look(copy, "SELECT user_id FROM player") == [(777000111,)]
    assert ("Boris",) in look(copy, "SELECT name FROM person")
    columns = {
        str(name)
        for (name,) in look(
            copy,
            "SELECT c.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c",
        )
    }
    assert "seed" in columns
    assert not {name for name in columns if "token" in name}
    assert b"secret.token" not in copy.read_bytes()
