"""The source of the bot as syntax, read once for all tests of how it is built."""

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """What a module says."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Every node of it at any depth."""
    return tuple(ast.walk(tree_of(path)))
