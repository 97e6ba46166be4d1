"""Names and sentences keep to the rules of style in CONTRIBUTING."""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.support.cases import for_each
from tests.support.sources import nodes_of, tree_of

HOME: Final = Path(__file__).parent.parent
BOT: Final = HOME / "bot"
CODE: Final = sorted([*BOT.rglob("*.py"), *(HOME / "tools").rglob("*.py")])
RULES: Final = HOME / "docs" / "rules"
ENGLISH: Final = HOME / "data" / "locales" / "en.po"
PAPERS: Final = sorted([*HOME.glob("*.md"), *HOME.glob("docs/**/*.md")])
OWN_PAPERS: Final = [path for path in PAPERS if RULES not in path.parents]  # no rules of a game

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    return str(path.relative_to(HOME))


# people are "they" --------------------------------------------------------------------------

PRONOUN: Final = re.compile(r"\b(?:[Hh]e|[Hh]is|[Hh]im(?:self)?)\b")  # HE is a contract


def lines_with(pattern: re.Pattern[str], path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [
        f"{name_of(path)}:{number}: {line.strip()}"
        for number, line in enumerate(lines, 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("paths", [CODE, PAPERS, [ENGLISH]], ids=["code", "papers", "players"])
def test_people_are_they(paths: list[Path]) -> None:
    assert [line for path in paths for line in lines_with(PRONOUN, path)] == []


# the subject comes first ----------------------------------------------------------------------

NO_SUBJECT: Final = re.compile(
    r"(?:Who|Whose|Whoever|What|Whatever|Whether|Of|By|So|That|With)\b",
)


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of all docstrings, those below an alias or an attribute included."""
    for node in nodes_of(path):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.lineno, str(node.value.value)


def test_docstrings_name_their_subject() -> None:
    assert [
        f"{name_of(path)}:{line}: {text.splitlines()[0]}"
        for path in CODE
        for line, text in docstrings(path)
        if NO_SUBJECT.match(text)
    ] == []


# "who" has an antecedent ------------------------------------------------------------------------

BARE_WHO: Final = re.compile(
    r"\b[Ww]hoever\b"
    r"|(?:^|[.;:|*(] ?|\b(?:of|for|to|by|from|with|at|on|and|or|but|than|that|as|if|both) )who\b"
    r"|(?:^|[.;:*(] ?)Who\b(?![^.|]*\?)",
    re.MULTILINE,
)
WORD: Final = re.compile(r"[\w'’-]+")


def bare(text: str) -> list[str]:
    """Return each "who" that no noun or pronoun precedes, with the words around it."""
    running = re.sub(r"(?m)^#.*$", "", text)
    running = re.sub(r"\s+", " ", running)
    return [
        running[max(0, one.start() - 20) : one.end() + 30] for one in BARE_WHO.finditer(running)
    ]


def test_a_bare_who_is_found() -> None:
    for text in (
        "It is told to who asks.",
        "Whoever asks is told.",
        "Who asks is told.",
        "It ends; who waits goes on.",
        "| who clicks | is told |",
    ):
        assert len(bare(text)) == 1, text
    for text in (
        "The player who asks is told.",
        "Those who ask.",
        "Who asks?",
        "It says who pays.",
    ):
        assert bare(text) == [], text


@for_each("path", OWN_PAPERS, ids=name_of)
def test_who_stands_after_a_noun(path: Path) -> None:
    """Fewer than one in a thousand words; one is allowed in a shorter paper."""
    text = path.read_text(encoding="utf-8")
    found = bare(text)
    assert len(found) <= max(1, len(WORD.findall(text)) // 1000), found


# one thing, one name ----------------------------------------------------------------------------

FAMILIES: Final = re.compile(r"bot/(\w+)/families/(russian|balkan|austrian)(?:/(\w+))?\.py")
WANTED_NAMES: Final = {  # of different things, and why
    "log": "the logger of a module",
    "main": "the entry point of a program",
}
WANTED_MODULES: Final = {
    "registry": "the tables in memory; the handlers of the commands",
    "settings": "of the process; of users and servers",
}
MOST_NAMES, MOST_MODULES = 60, 35


def public_names(path: Path) -> set[str]:
    """Return the public names that a module defines, type variables left out."""
    found = set[str]()
    for node in tree_of(path).body:
        if isinstance(node, Definition):
            found.add(node.name)
        elif isinstance(node, ast.Assign) and not _is_type_variable(node.value):
            found |= {one.id for one in node.targets if isinstance(one, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return {name for name in found if not name.startswith("_")}


def _is_type_variable(value: ast.expr) -> bool:
    callee = value.func if isinstance(value, ast.Call) else None
    return isinstance(callee, ast.Name) and callee.id in ("TypeVar", "ParamSpec")


def doubled(names: Callable[[Path], set[str]]) -> dict[str, list[str]]:
    """Return the names of two modules or more, with the modules."""
    places = defaultdict[str, list[str]](list)
    for path in CODE:
        if BOT in path.parents:
            for name in names(path):
                places[name].append(name_of(path))
    return {name: found for name, found in places.items() if len(found) > 1}


def is_of_families(places: list[str]) -> bool:
    """Return True for one concept behind a registry: the same module, or part, of the families.

    The entries of one family in the three registries have one name as well.
    """
    found = [FAMILIES.fullmatch(place) for place in places]
    concepts = {one and (one[1], one[3]) for one in found}
    owners = {one and one[2] for one in found}
    return None not in concepts and (len(concepts) == 1 or len(owners) == 1)


def is_repeated_for_c(places: list[str]) -> bool:
    """Return True for a constant that the compiled search repeats."""
    return "bot/analysis/flat/constants.py" in places and len(places) == 2


def is_a_pair(places: list[str]) -> bool:
    """Return True for both databases, both searches, or the records and queries of a subject."""
    rooms = {str(Path(place).parent) for place in places}
    return rooms in (
        {"bot/store/postgres", "bot/store/sqlite"},
        {"bot/analysis", "bot/analysis/flat"},
        {"bot/model", "bot/store/queries"},
    )


def test_a_public_name_is_defined_once() -> None:
    found = {
        name: places for name, places in doubled(public_names).items() if not is_of_families(places)
    }
    others = {name: places for name, places in found.items() if not is_repeated_for_c(places)}
    assert others.keys() == WANTED_NAMES.keys(), others
    assert len(found) < MOST_NAMES


def test_a_module_name_is_used_once() -> None:
    found = doubled(lambda path: {path.stem} - {"__init__", "__main__"})
    others = {
        name: places
        for name, places in found.items()
        if not is_a_pair(places) and not all(map(FAMILIES.fullmatch, places))
    }
    assert others.keys() == WANTED_MODULES.keys(), others
    assert len(found) < MOST_MODULES
