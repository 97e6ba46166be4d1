"""Every name in double backticks in a docstring or comment exists, by that name."""

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.config.settings import Settings
from bot.engine.cards import CARDS_BY_NAME
from tests.support.cases import for_each
from tests.support.dotted_names import BOT, HOME, MODULES, resolves
from tests.support.sources import nodes_of

NAME = re.compile(r"``([A-Za-z_]\w*)``")
DOTTED_NAME = re.compile(r"``([A-Za-z_]\w*(?:\.\w+)+)``")
RAISED = re.compile(r"\b[Rr]aises? ((?:[A-Z]\w+(?:, | or | and )?)+)")
HEADING = re.compile(r"^((?:``\w+``(?:, | and )?)+):", re.MULTILINE)  # of a list of modules
ROOMS = sorted({path.relative_to(BOT).parts[0] for path in MODULES})


def words(node: ast.AST) -> Iterator[str]:
    """Yield the names that a piece of code uses, and the words of its texts."""
    for field in ("id", "attr", "arg", "name", "asname", "module"):
        if isinstance(name := getattr(node, field, None), str):
            yield from name.split(".")
    if isinstance(node, ast.MatchClass):
        yield from node.kwd_attrs
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from re.findall(r"\w+", node.value)


@cache
def known() -> frozenset[str]:
    """Return the words of the bot without docstrings, environment variables, and cards."""
    found = {path.stem for path in MODULES} | {path.name for path in BOT.rglob("*")}
    for path in MODULES:
        texts = (node.value for node in nodes_of(path) if isinstance(node, ast.Expr))
        told = {id(text) for text in texts if isinstance(text, ast.Constant)}
        found |= {word for node in nodes_of(path) if id(node) not in told for word in words(node)}
    settings = map(str.upper, Settings.model_fields)
    return frozenset({"bot", *found, *settings, *CARDS_BY_NAME})


def names_in(room: str, pattern: re.Pattern[str]) -> list[tuple[Path, str]]:
    """Return every match in a room, with its file."""
    return [
        (path, name)
        for path in MODULES
        if path.relative_to(BOT).parts[0] == room
        for name in pattern.findall(path.read_text(encoding="utf-8"))
    ]


@for_each("room", ROOMS)
def test_every_error_is_there(room: str) -> None:
    """Docstrings name the errors of a function without backticks: "Raises StoreError"."""
    raised = [(path, name) for path, names in names_in(room, RAISED) for name in names.split()]
    errors = [(path, name.strip(",.")) for path, name in raised if name[0].isupper()]
    assert [f"{path.name}: {name}" for path, name in errors if name not in known_classes()] == []


@cache
def known_classes() -> frozenset[str]:
    """Return the classes of the bot, the names it imports, and Python's own."""
    nodes = [node for path in MODULES for node in nodes_of(path)]
    own = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    imported = {node.name for node in nodes if isinstance(node, ast.alias)}
    reached = {node.attr for node in nodes if isinstance(node, ast.Attribute)}  # asyncpg.X
    return frozenset({*own, *imported, *reached, *dir(builtins)})


@for_each("room", ROOMS)
def test_every_name_is_there(room: str) -> None:
    lost = [f"{path.name}: {name}" for path, name in names_in(room, NAME) if name not in known()]
    assert lost == []


@for_each("room", ROOMS)
def test_every_dotted_name_resolves(room: str) -> None:
    lost = [
        f"{path.relative_to(BOT)}: {name}"
        for path, name in names_in(room, DOTTED_NAME)
        if not resolves(name, path)
    ]
    assert lost == []


@for_each(
    "name",
    [
        *("bot.store.choosing", "bot.store.saving.choose", "bot.tables.table.Table.chose"),
        *("Table.chose", "moves.late", "view.illegal", "game.colour", "table.no_such_text"),
        *("discord.Message.whisper", "nowhere.at_all", "bot.store.Store.open.now"),
    ],
)
def test_a_name_that_leads_nowhere_does_not_resolve(name: str) -> None:
    """Even if each of its words is a name of the code."""
    assert not resolves(name, BOT / "discord_ui" / "responses.py")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("bot.store", "store/store.py"),
        ("bot.tables.table.Table.change", "store/store.py"),
        ("Table.change", "store/store.py"),
        ("moves.end_match", "store/store.py"),
        ("view.legal", "robots/__init__.py"),
        ("game.seal", "store/store.py"),
        ("table.no_such_deal", "store/store.py"),
        ("discord.Interaction.extras", "discord_ui/responses.py"),
    ],
)
def test_a_name_that_leads_somewhere_resolves(name: str, file: str) -> None:
    assert resolves(name, BOT / file)


def test_every_package_lists_modules_that_are_there() -> None:
    lost = [
        f"{path.relative_to(BOT)}: {name}"
        for path in MODULES
        if path.name == "__init__.py"
        for heading in HEADING.findall(path.read_text(encoding="utf-8"))
        for name in NAME.findall(heading)
        if not any(path.parent.glob(name)) and not any(path.parent.glob(f"{name}.py"))
    ]
    assert lost == []


def programs() -> Iterator[tuple[str, ast.Module]]:
    """Yield every text in tests and tools that is a program of its own, with its file."""
    for path in sorted([*HOME.glob("tests/**/*.py"), *HOME.glob("tools/**/*.py")]):
        if "asyncio.run(" not in path.read_text(encoding="utf-8"):
            continue
        constants = (node.value for node in nodes_of(path) if isinstance(node, ast.Constant))
        for text in (value for value in constants if isinstance(value, str)):
            if "asyncio.run(" in text and "import" in text:
                yield path.name, ast.parse(text)


def test_a_program_in_a_text_imports_what_is_there() -> None:
    """Tools that rename or check names do not look into texts."""
    lost, seen = [], 0
    for file, program in programs():
        for node in ast.walk(program):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bot."):
                seen += 1
                named = [f"{node.module}.{alias.name}" for alias in node.names]
                lost += [f"{file}: {name}" for name in named if not resolves(name, Path(file))]
    assert seen, "the search finds what is there"
    assert lost == []
