"""``make near``: the quick tests of what changed since main, in seconds.

A test file is near if it changed itself or imports a changed module directly; where no test does
that, one step further.  Changed data names its tests in ``TESTS_OF_DATA``.  The tests that read all
sources (imports, docstrings, papers) always run.  pytest-testmon finds tests by the lines they
reach, but needs a whole run with coverage first; this needs nothing but the sources.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

HOME: Final = Path(__file__).parent.parent
_MARKERS: Final = "not slow and not process and not browser"
ALWAYS: Final = ("tests/test_layers.py", "tests/test_docstrings.py", "tests/test_papers.py")
_IMPORTS: Final = re.compile(r"^[ \t]*(?:from ([\w.]+) )?import (\([^)]*\)|.*)", re.MULTILINE)
_NAMES: Final = re.compile(r"(?:^|[(,])\s*([\w.]+)", re.MULTILINE)
TESTS_OF_DATA: Final = {  # folder or file of what is not Python, and its test files
    "data/locales": ("tests/render/test_words.py", "tests/render/test_languages.py"),
    "data/presets": ("tests/golden", "tests/render/test_words.py"),
    "data/lessons": ("tests/features/test_lessons.py",),
    "data/etudes": ("tests/analysis/test_problems.py",),
    "bot/store": ("tests/store",),
    "tests/golden": ("tests/golden",),
    "Dockerfile": ("tests/test_deploy.py",),
    "compose": ("tests/test_deploy.py", "tests/test_compose.py"),
    "deploy": ("tests/test_deploy.py",),
    ".github": ("tests/test_workflows.py",),
    "Makefile": ("tests/test_workflows.py",),
}


def module_name(path: Path) -> str:
    """Return the dotted name of a source file, relative to the project."""
    parts = path.relative_to(HOME).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imported(source: str) -> Iterator[str]:
    """Yield the dotted names a source imports; of ``from a import b`` both ``a`` and ``a.b``.

    Statements are found by their first word, as parsing a thousand files takes seconds.  So those
    of a script in a string count too.
    """
    for module, names in _IMPORTS.findall(source):
        if module:
            yield module
        for name in _NAMES.findall(names):
            yield f"{module}.{name}" if module else name


def import_graph() -> dict[str, frozenset[str]]:
    """Return, for each source file of the project by path, the modules it imports."""
    files = (path for top in ("bot", "tests", "tools") for path in (HOME / top).rglob("*.py"))
    return {
        str(path.relative_to(HOME)): frozenset(imported(path.read_text(encoding="utf-8")))
        for path in files
    }


def _is_test(path: str) -> bool:
    return path.startswith("tests/") and Path(path).name.startswith("test_")


def near_tests(changed: Iterable[str], graph: Mapping[str, frozenset[str]]) -> set[str]:
    """Return the test files near the ``changed`` paths (relative, with slashes)."""
    found = {path for path in changed if _is_test(path) and path in graph}
    for path in changed:
        if path.endswith(".py"):
            found |= _importing_tests(path, graph)
        else:
            folders = (tests for data, tests in TESTS_OF_DATA.items() if path.startswith(data))
            found |= {test for tests in folders for test in tests}
    return found


def _importing_tests(path: str, graph: Mapping[str, frozenset[str]]) -> set[str]:
    reached = {path}
    for _ in range(2):
        names = {module_name(HOME / one) for one in reached}
        reached = {one for one, imports in graph.items() if imports & names}
        if tests := {one for one in reached if _is_test(one)}:
            return tests
    return set()


def changed_paths() -> set[str]:
    """Return what differs from the branch point with main, and what git does not know yet."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    known = _git("diff", "--name-only", base[0])
    return {*known, *_git("ls-files", "--others", "--exclude-standard")}


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=HOME, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def main() -> int:
    changed = changed_paths()
    tests = sorted({*near_tests(changed, import_graph()), *ALWAYS})
    print(f"{len(changed)} files changed; {len(tests)} test files near them", flush=True)
    return pytest.main(["-q", "-m", _MARKERS, *sys.argv[1:], *tests])


if __name__ == "__main__":
    sys.exit(main())
