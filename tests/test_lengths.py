"""Lengths of functions and modules: each beyond the house style's limit has a reason."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.sources import nodes_of

HOME = Path(__file__).parents[1]
MODULES = sorted((HOME / "bot").rglob("*.py"))
MOST_LINES_OF_FUNCTION = 30  # lines of its body, without the docstring
MOST_LINES_OF_MODULE = 600
LONGER = {  # function -> the reason not to cut it
    "bot/analysis/flat/mid_trick.py:_search_at": "a loop of the solver: a call costs more than it",
    "bot/analysis/flat/search.py:_try_leads": "a loop of the solver",
    "bot/analysis/maxn.py:_search": "a loop of the solver",
    "bot/analysis/search.py:_last_leads": "a loop of the solver",
    "bot/engine/families/austrian/flow.py:after_phase": "one match: the course of a deal",
    "bot/engine/families/balkan/flow.py:after_phase": "one match: the course of a deal",
}


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Yield name and lines of every function in a file."""
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[ast.get_docstring(node, clean=False) is not None :]
            lines = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
            yield f"{path.relative_to(HOME)}:{node.name}", lines


def test_long_functions_have_a_reason() -> None:
    found = {
        name: lines
        for path in MODULES
        for name, lines in functions(path)
        if lines > MOST_LINES_OF_FUNCTION and name not in LONGER
    }
    assert not found, f"cut these, or give each a reason in LONGER: {found}"


def test_fewer_than_ten_functions_are_long() -> None:
    there = {name for path in MODULES for name, _ in functions(path)}
    assert len(LONGER) < 10
    assert not LONGER.keys() - there, "functions that are gone"


def test_no_module_is_too_long() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert not {path for path, lines in lengths.items() if lines > MOST_LINES_OF_MODULE}
