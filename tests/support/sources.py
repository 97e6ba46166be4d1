"""Syntax trees of the bot's source, cached for all tests of its structure."""

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return every node of the tree at any depth."""
    return tuple(ast.walk(tree_of(path)))
