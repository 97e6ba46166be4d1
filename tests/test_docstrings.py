"""What a docstring or a comment names in double backticks is there, by that name."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.config.settings import Settings
from bot.engine.cards import CARDS_BY_NAME
from tests.support.sources import nodes_of

BOT = Path(__file__).parent.parent / "bot"
MODULES = sorted(BOT.rglob("*.py"))
NAMED = re.compile(r"``([A-Za-z_][\w.]*)``")  # a name, or one of a module or class


def words(node: ast.AST) -> Iterator[str]:
    """What a piece of code calls by name, and the words of its texts."""
    for field in ("id", "attr", "arg", "name", "asname", "module"):
        if isinstance(name := getattr(node, field, None), str):
            yield from name.split(".")
    if isinstance(node, ast.MatchClass):
        yield from node.kwd_attrs
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from re.findall(r"\w+", node.value)


@cache
def known() -> frozenset[str]:
    """All of it in the bot, docstrings left out; settings as the environment has them, cards."""
    found = {path.stem for path in MODULES} | {path.name for path in BOT.rglob("*")}
    for path in MODULES:
        texts = (node.value for node in nodes_of(path) if isinstance(node, ast.Expr))
        told = {id(text) for text in texts if isinstance(text, ast.Constant)}
        found |= {word for node in nodes_of(path) if id(node) not in told for word in words(node)}
    settings = map(str.upper, Settings.model_fields)
    return frozenset({"bot", *found, *settings, *CARDS_BY_NAME})


@pytest.mark.parametrize("room", sorted({path.relative_to(BOT).parts[0] for path in MODULES}))
def test_what_is_named_is_there(room: str) -> None:
    missing = [
        f"{path.relative_to(BOT)}: {name}"
        for path in MODULES
        if path.relative_to(BOT).parts[0] == room
        for name in NAMED.findall(path.read_text(encoding="utf-8"))
        if not set(name.split(".")) <= known()
    ]
    assert missing == []
