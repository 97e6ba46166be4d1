"""``make near`` runs the tests that import what changed."""

from functools import cache

import pytest

from tools.near import HOME, TESTS_OF_DATA, import_graph, imported, near_tests

graph_of_sources = cache(import_graph)  # not at import: it reads a thousand files


def test_what_a_source_imports() -> None:
    source = """
import a.b as c, d  # noqa: E401
from e.f import g as h, i
def load():
    from k import (  # not before it is asked
        l,
        m as n,
    )
    return important
"""
    assert set(imported(source)) == {
        *("a.b", "d", "e.f", "e.f.g", "e.f.i"),
        *("k", "k.l", "k.m"),
    }


@pytest.mark.slow
def test_a_changed_module_runs_the_tests_that_import_it() -> None:
    assert "tests/tools/test_release.py" in near_tests({"tools/release.py"}, graph_of_sources())
    near = near_tests({"bot/engine/families/balkan/scoring.py"}, graph_of_sources())
    assert "tests/golden/balkan/test_scoring.py" in near
    assert "tests/tools/test_release.py" not in near


def test_a_module_that_no_test_imports_runs_those_of_its_importers() -> None:
    graph = {
        "bot/a.py": frozenset[str](),
        "bot/b.py": frozenset({"bot.a"}),
        "tests/test_b.py": frozenset({"bot.b"}),
        "tests/test_c.py": frozenset({"bot.c"}),
    }
    assert near_tests({"bot/a.py"}, graph) == {"tests/test_b.py"}


@pytest.mark.slow
def test_a_changed_test_runs_itself_and_data_run_theirs() -> None:
    assert near_tests({"tests/tools/test_near.py"}, graph_of_sources()) == {
        "tests/tools/test_near.py"
    }
    assert "tests/features/test_lessons.py" in near_tests(
        {"data/lessons/russian.txt"}, graph_of_sources()
    )


def test_every_named_test_is_there() -> None:
    missing = [
        test for tests in TESTS_OF_DATA.values() for test in tests if not (HOME / test).exists()
    ]
    assert not missing
