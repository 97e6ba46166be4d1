"""Dotted names in comments and docstrings, resolved part by part against the project.

``bot.store.saving`` is a module, ``Table.change`` a member of a class, ``moves.late`` a name in a
module, ``view.legal`` a member of the class that annotates ``view`` in the same file, ``game.seal``
a column, ``table.no_such_deal`` a text for players, ``discord.Message.edit`` a name of a library.
"""

import ast
import pkgutil
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from tests.support.sources import nodes_of, tree_of

HOME: Final = Path(__file__).parents[2]
BOT: Final = HOME / "bot"
MODULES: Final = sorted(BOT.rglob("*.py"))
SCRIPTS: Final = sorted(BOT.rglob("*.sql"))


def resolves(name: str, path: Path) -> bool:
    """Return True if every part of the name exists, as the file ``path`` may mean it."""
    first, *rest = name.split(".")
    if first == "bot":
        return _is_in_module(name)
    is_python = path.suffix == ".py"
    return (
        _is_member(first, rest)
        or any(_is_in_module(module + name) for module in _folders())
        or name in _columns()
        or name in _texts()
        or (is_python and any(_is_member(kind, rest) for kind in _annotations(path)[first]))
        or (is_python and _is_in_library(name, path))
    )


def bound_by(node: ast.AST) -> set[str]:
    """Return the names that a statement of a module or class binds."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _imported_by(node: ast.AST) -> set[str]:
    """Return the names that an import binds."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name for alias in node.names}
    return set()


def _is_in_module(name: str) -> bool:
    """Return True for a module or package, a name in one, and a member of a class in one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        if (path := _modules().get(".".join(parts[:length]))) is not None:
            rest = parts[length:]
            known = {
                one for node in tree_of(path).body for one in bound_by(node) | _imported_by(node)
            }
            return not rest or (
                rest[0] in known and (not rest[1:] or _is_member(rest[0], rest[1:]))
            )
    return False


@cache
def _modules() -> Mapping[str, Path]:
    names = (path.relative_to(HOME).with_suffix("").parts for path in MODULES)
    return {
        ".".join(parts[:-1] if parts[-1] == "__init__" else parts): path
        for parts, path in zip(names, MODULES, strict=True)
    }


@cache
def _folders() -> frozenset[str]:
    """Return the packages, each with a dot at the end."""
    return frozenset(f"{name}." for name, path in _modules().items() if path.stem == "__init__")


def _is_member(kind: str, names: Sequence[str]) -> bool:
    """Return True if a class of that name, or behind that alias, has all these members."""
    aliased = (_is_member(one, names) for one in _aliases().get(kind, ()))
    return any(set(names) <= _members(node) for node in _classes()[kind]) or any(aliased)


@cache
def _classes() -> Mapping[str, list[ast.ClassDef]]:
    found = defaultdict[str, list[ast.ClassDef]](list)
    for path in MODULES:
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(node)
    return found


@cache
def _aliases() -> Mapping[str, set[str]]:
    """Return the names that each type alias of the bot stands for."""
    return {
        node.target.id: _words(node.value)
        for path in MODULES
        for node in tree_of(path).body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and node.value is not None
        and "TypeAlias" in _words(node.annotation)
    }


def _members(kind: ast.ClassDef) -> set[str]:
    """Return what the class and its bases bind, in their bodies or on ``self``."""
    found = {name for node in kind.body for name in bound_by(node)}
    found |= {
        node.attr
        for node in ast.walk(kind)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    bases = [name for base in kind.bases for name in _words(base)]
    return found.union(*(_members(base) for name in bases for base in _classes()[name]))


def _words(node: ast.AST) -> set[str]:
    """Return the names in an expression, of ``view.SeatView`` both parts."""
    parts = list(ast.walk(node))
    plain = {part.id for part in parts if isinstance(part, ast.Name)}
    return plain | {part.attr for part in parts if isinstance(part, ast.Attribute)}


@cache
def _annotations(path: Path) -> Mapping[str, set[str]]:
    """Return the classes with which a file annotates each parameter, field or variable."""
    found = defaultdict[str, set[str]](set)
    for node in nodes_of(path):
        if isinstance(node, ast.arg) and node.annotation is not None:
            found[node.arg] |= _words(node.annotation)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] |= _words(node.annotation)
    return found


@cache
def _columns() -> frozenset[str]:
    """Return the columns of all tables, as ``table.column``."""
    table = re.compile(r"^CREATE TABLE (\w+) \((.*?)^\)", re.MULTILINE | re.DOTALL)
    return frozenset(
        f"{name}.{column}"
        for path in SCRIPTS
        for name, body in table.findall(path.read_text(encoding="utf-8"))
        for column in re.findall(r"^    \"?([a-z_]+)", body, re.MULTILINE)
    )


@cache
def _texts() -> frozenset[str]:
    text = (HOME / "data" / "locales" / "en.po").read_text(encoding="utf-8")
    return frozenset(re.findall(r'^msgid "(.+)"$', text, re.MULTILINE))


def _is_in_library(name: str, path: Path) -> bool:
    """Return True if the file imports this library, and the library has the name."""
    imported = {one for node in nodes_of(path) for one in _imported_by(node)}
    if name.partition(".")[0] not in imported:
        return False
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True
