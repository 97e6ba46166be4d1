"""The papers and the code say the truth about each other.

Every citation of the rules and of the design leads to a section, a rule or a label that exists;
every path named in a paper exists; every link leads somewhere; every option has its row.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

import pytest
from babel import Locale

from bot.engine.families import FAMILIES
from bot.presets import load_presets
from bot.render.words import load_catalogue
from tests.golden.austrian.test_options import CASES as AUSTRIAN_CASES
from tests.golden.balkan.test_options import CASES as BALKAN_CASES
from tests.golden.russian.test_options import CASES as RUSSIAN_CASES
from tests.support.cases import for_each
from tests.support.dotted_names import MODULES, SCRIPTS, bound_by, resolves
from tests.support.sources import nodes_of
from tests.test_layers import ALLOWED

HOME = Path(__file__).parent.parent
RULES = HOME / "docs" / "rules"
PAPERS = sorted([*HOME.glob("*.md"), *HOME.glob("docs/**/*.md")])
LABELS = {  # of each family: contradictions, readings, decisions; rules and payments
    "russian": r"(?:IN|AM|PO)-\d+",
    "balkan": r"A\d+",
    "austrian": r"(?:[CVA]-|[TUQ])\d+",
}
TABLE_OF_OPTIONS = {"russian": "5", "balkan": "5", "austrian": "4"}
NUMBER = r"\d+(?:\.\d+)*"


def family_of(path: Path) -> str | None:
    """Return the family in whose folder a file lies: there a comment need not name the paper."""
    return next((part for part in path.parts if part in LABELS), None)


def may_cite(path: Path) -> bool:
    if path.suffix not in (".py", ".toml", ".po", ".sql", ".txt") or path == Path(__file__):
        return False
    text = path.read_text(encoding="utf-8")
    return bool(family_of(path) or re.search(r"\.md\b|\bdesign\b", text))


@cache
def citing() -> list[Path]:
    """Return the files that may cite a paper: not at once, as each process collects all tests."""
    folders = (HOME / folder for folder in ("bot", "tests", "data"))
    return sorted(path for folder in folders for path in folder.rglob("*") if may_cite(path))


class Citation(NamedTuple):
    """A citation; ``place`` is a section (2.4), a rule of one (2.4.3) or a label (V-14)."""

    file: str
    paper: str  # "docs/rules/russian.md"
    place: str


# places to cite -----------------------------------------------------------------------------


@cache
def places(paper: str) -> frozenset[str]:
    """Return sections, the numbered rules below them, and labels, as a paper has them."""
    found, section, is_code = set(), "", False
    for line in (HOME / paper).read_text(encoding="utf-8").splitlines():
        is_code ^= line.startswith("```")
        if is_code:
            continue
        if heading := re.match(rf"(?:#+ |\*\*)({NUMBER})\.? ", line):
            section = heading[1]
            found.add(section)
        elif rule := re.match(r"(\d+)\. ", line):
            found.add(f"{section}.{rule[1]}")
        elif label := re.match(rf"(\| |(?:\* )?\*\*)({any_label(paper)})\b", line):
            found.add(label[2])
            section = section if label[1] == "| " else label[2]
    return frozenset(found)


def any_label(paper: str) -> str:
    return LABELS.get(Path(paper).stem, "no label")


@cache
def columns(paper: str, section: str) -> frozenset[str]:
    """Return the heads of the tables in a section."""
    lines = (HOME / paper).read_text(encoding="utf-8").splitlines()
    inside, heads = False, set()
    for line, below in pairwise(lines):
        if line.startswith("#"):
            inside = bool(re.match(rf"#+ {re.escape(section)}\.? ", line))
        if inside and below.startswith("|---"):
            heads |= {head.strip(" `") for head in line.strip("|").split("|")}
    return frozenset(heads)


# citations ----------------------------------------------------------------------------------


def running_text(path: Path) -> str:
    """Return a file as one line without comment marks: a citation may be broken in two."""
    return re.sub(r"\s*\n\s*(?:#:? )?", " ", path.read_text(encoding="utf-8"))


def listed(labels: str) -> re.Pattern[str]:
    """Return a list of places: "2.4 rules 2 and 3", "2.2 variants, V-14, T2", "2.4 to 2.6"."""
    one = rf"(?:{NUMBER}|{labels})\b"
    rule = r" rules? \d+(?:(?: and |-)\d+)?"
    many = rf"{one}(?:{rule}|(?: to |-|–){one})?(?: variants| \([^)]*\))?"
    return re.compile(rf"{many}(?:(?:,|;| and|, and) {many})*")


def spread(text: str) -> Iterator[str]:
    """Yield the places of a list, with the ends of a range and all places between them."""
    plain = re.sub(r" variants| \([^)]*\)", "", text)
    for part in re.split(r"[,;] (?:and )?| and (?=[A-Z]|\d+\.)", plain):
        section, _, rules = part.replace(" rules ", " rule ").partition(" rule ")
        for place in rules.split(" and ") if rules else [section]:
            yield from (f"{section}.{rule}" if rules else rule for rule in stretch(place))


def stretch(text: str) -> Iterator[str]:
    """Yield the places of a range: "2.4-2.6" is 2.4, 2.5, 2.6; a single place stays as it is."""
    ends = re.fullmatch(r"(.*?)(\d+)(?: to |-|–)(.*?)(\d+)", text)
    if not ends or ends[1] != ends[3]:
        yield text
        return
    yield from (f"{ends[1]}{number}" for number in range(int(ends[2]), int(ends[4]) + 1))


def of_rules(path: Path) -> Iterator[Citation]:
    text = running_text(path)
    for name in re.finditer(r"\b(russian|balkan|austrian)\.md\b,? ?", text):
        family = name[1]
        paper, rest = f"docs/rules/{family}.md", text[name.end() :]
        if cited := listed(LABELS[family]).match(rest):
            for place in spread(cited[0]):
                yield Citation(path.name, paper, place)
            rest = rest[cited.end() :]
        assert not re.match(r"[,;]? ?(?:and )?(?:\d+\.\d|[A-Z]{1,2}-\d)", rest), (path, rest[:40])


def of_columns(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield paper, section and column for each preset that names its column of a table."""
    found = re.findall(rf"\b(\w+)\.md ({NUMBER}), column (\w+)", running_text(path))
    yield from ((f"docs/rules/{family}.md", section, column) for family, section, column in found)


def of_own_rules(path: Path, family: str) -> Iterator[Citation]:
    """Yield labels in a module of a family, and comments that begin with a section."""
    text, paper = path.read_text(encoding="utf-8"), f"docs/rules/{family}.md"
    remarks = [*re.findall(r"# (.*)", text), *docstrings(path)]
    for remark in remarks:
        for label in re.findall(rf"(?<![\w.-])({LABELS[family]})(?![\w-])", remark):
            yield Citation(path.name, paper, label)
    for comment in re.findall(rf"# (?=\d+\.\d)({listed(LABELS[family]).pattern})", text):
        yield from (Citation(path.name, paper, place) for place in spread(comment))


def docstrings(path: Path) -> list[str]:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for node in nodes_of(path) if isinstance(node, kinds)]
    return [text for node in nodes if (text := ast.get_docstring(node))]


def of_design(path: Path) -> Iterator[Citation]:
    text = running_text(path)
    for found in re.finditer(r"\bdesign(?:\.md|,? sections?) (\d+)(?: and (\d+))?", text):
        for place in filter(None, found.groups()):
            yield Citation(path.name, "docs/design.md", place)


def of_cases() -> Iterator[Citation]:
    """Yield the rule that each case of an option names."""
    families = (("russian", RUSSIAN_CASES), ("balkan", BALKAN_CASES), ("austrian", AUSTRIAN_CASES))
    for family, cases in families:
        for case in cases:
            for place in spread(case.rule):
                yield Citation(f"the case of {case.option}", f"docs/rules/{family}.md", place)


def leads_nowhere(citations: Iterator[Citation]) -> list[Citation]:
    return [one for one in citations if one.place not in places(one.paper)]


@pytest.mark.slow
def test_every_citation_leads_somewhere() -> None:
    for path in citing():
        assert not leads_nowhere(of_rules(path)), path
        assert not leads_nowhere(of_design(path)), path
        wrong = [one for one in of_columns(path) if one[2] not in columns(one[0], one[1])]
        assert not wrong, f"{path}: add the column named here to the table of that section: {wrong}"
        if path.suffix == ".py" and (family := family_of(path)):
            assert not leads_nowhere(of_own_rules(path, family)), path


def test_every_case_of_an_option_names_a_rule() -> None:
    assert not leads_nowhere(of_cases())


@pytest.mark.slow
def test_the_rules_are_cited_in_every_form() -> None:
    """The patterns match: else a citation could be wrong unnoticed."""
    found = {(one.paper, one.place) for path in citing() for one in of_rules(path)}
    for family, place in (
        ("russian", "2.9"),
        ("russian", "2.3.3"),  # "2.3 rule 3"
        ("russian", "2.5"),  # "2.4-2.6"
        ("russian", "PO-4"),
        ("balkan", "2.9.3"),  # "2.9.3 default_win"
        ("balkan", "A39"),
        ("austrian", "V-3"),  # "V-1 to V-8"
        ("austrian", "Q14"),
    ):
        assert (f"docs/rules/{family}.md", place) in found
    assert len(found) > 100


# the papers themselves --------------------------------------------------------------------


def named_paths(paper: Path) -> Iterator[str]:
    """Yield paths in backticks or heading a line of a drawn tree; ``<name>`` is anything."""
    text = paper.read_text(encoding="utf-8")
    rooms = r"(?:bot|tests|data|docs|tools)/[\w./<>*-]*"
    for path in re.findall(rf"`({rooms})`|^({rooms})(?=\s)", text, re.MULTILINE):
        yield re.sub(r"<\w+>", "*", "".join(path).rstrip("/."))


@for_each("paper", PAPERS, ids=lambda path: str(path.relative_to(HOME)))
def test_every_path_named_in_a_paper_exists(paper: Path) -> None:
    assert not [path for path in named_paths(paper) if not any(HOME.glob(path))]


CODE = [*MODULES, *SCRIPTS]
PATH_IN_CODE = r"(?<![\w/.:@-])(?:bot|tests|data|docs|tools)/[\w./*-]*\w"
OF_THEIR_TIME = {"bot/store/integrity/robot_totals.py", "robot_totals.py"}
"""Files that a released migration names, whose text stays as it was applied."""
FILE_IN_CODE = r"(?<![\w/.*\"'-])(?!discord\.py)(?:\w+\.py|\d+_\w+\.sql)\b"


def test_every_path_named_in_the_code_exists() -> None:
    """In comments and docstrings of the bot, and in its SQL."""
    lost = [
        f"{path.relative_to(HOME)}: {named}"
        for path in CODE
        for named in re.findall(PATH_IN_CODE, path.read_text(encoding="utf-8"))
        if named not in OF_THEIR_TIME and not any(HOME.glob(named))
    ]
    assert lost == []


def test_every_file_named_in_the_code_exists() -> None:
    """Without its folder, too."""
    there = {path.name for path in CODE} | {path.name for path in HOME.glob("t*/**/*.py")}
    lost = [
        f"{path.relative_to(HOME)}: {named}"
        for path in CODE
        for named in re.findall(FILE_IN_CODE, path.read_text(encoding="utf-8"))
        if named not in there | OF_THEIR_TIME
    ]
    assert lost == []


@for_each("script", SCRIPTS, ids=lambda path: str(path.relative_to(HOME)))
def test_every_dotted_name_in_sql_resolves(script: Path) -> None:
    comments = " ".join(re.findall(r"--(.*)", script.read_text(encoding="utf-8")))
    named = re.findall(r"``(\w+(?:\.\w+)+)``|\b(bot(?:\.\w+)+)", comments)
    assert not [name for pair in named if not resolves(name := "".join(pair), script)]


def anchors(paper: Path) -> set[str]:
    """Return the anchors of the headings, as GitHub makes them."""
    heads = re.findall(r"^#+ (.+)$", paper.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@for_each("paper", PAPERS, ids=lambda path: str(path.relative_to(HOME)))
def test_every_link_leads_somewhere(paper: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", paper.read_text(encoding="utf-8")):
        if re.match(r"\w+:", link):
            continue  # another site
        file, _, anchor = link.partition("#")
        target = paper.parent / file if file else paper
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


TOUR = "docs/tour.md"
CODE_NAME = r"`([A-Za-z_]\w*(?:\.\w+)*)`"


def names_with_files(paper: str) -> list[tuple[str, str]]:
    """Return names of the code with the file beside them.

    The forms are "`act` (`bot/x.py`)" and "`act` in `bot/x.py`".
    """
    text = " ".join((HOME / paper).read_text(encoding="utf-8").split())
    return re.findall(rf"{CODE_NAME}(?:,? in | \(|, )`(bot/[\w/]+\.py)`", text)


def defined_in(file: str) -> frozenset[str]:
    """Return the names that a module defines: functions, classes, their methods, constants."""
    found = set[str]()
    tree = ast.parse((HOME / file).read_text(encoding="utf-8"))
    for node in tree.body:
        found |= bound_by(node)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{name}" for part in node.body for name in bound_by(part)}
    return frozenset(found)


@for_each("paper", PAPERS, ids=lambda path: str(path.relative_to(HOME)))
def test_every_name_is_in_the_file_beside_it(paper: Path) -> None:
    named = names_with_files(str(paper.relative_to(HOME)))
    lost = [f"{name} in {file}" for name, file in named if not is_defined(name, file)]
    assert not lost, f"{paper.name} names {', '.join(lost)}"


def is_defined(name: str, file: str) -> bool:
    return (HOME / file).exists() and name in defined_in(file)


def test_the_tour_names_functions_with_their_files() -> None:
    """The pattern matches: else a name could be wrong unnoticed."""
    assert len(names_with_files(TOUR)) > 40


def test_every_name_of_the_tour_has_its_file() -> None:
    """Beside one mention at least; ``moves.act`` is the ``act`` of ``moves.py``."""
    text = (HOME / TOUR).read_text(encoding="utf-8")
    placed = {name for name, _ in names_with_files(TOUR)} | {
        f"{Path(file).stem}.{name}" for name, file in names_with_files(TOUR)
    }
    bare = {name for name in re.findall(CODE_NAME, text) if len(name) > 1} - placed
    assert not bare, f"{TOUR} has no file beside {', '.join(sorted(bare))}"


def recipes() -> dict[str, str]:
    """Return the recipes of CONTRIBUTING by title."""
    text = (HOME / "CONTRIBUTING.md").read_text(encoding="utf-8")
    parts = re.split(r"^### ", text.partition("\n## Recipes\n")[2], flags=re.MULTILINE)[1:]
    return {part.partition("\n")[0]: part for part in parts}


def test_every_recipe_ends_with_five_test_files() -> None:
    assert len(recipes()) >= 8
    for title, text in recipes().items():
        last = re.search(r"```\npytest ([^`]*)```\n*\Z", text)
        assert last, f"the recipe {title!r} does not end with its tests"
        files = last[1].replace("\\\n", " ").split()
        assert len(set(files)) == 5, title
        assert not [file for file in files if not (HOME / file).is_file()], title


@for_each("paper", PAPERS, ids=lambda path: str(path.relative_to(HOME)))
def test_every_make_target_of_a_paper_exists(paper: Path) -> None:
    targets = re.findall(
        r"^([a-z]+):", (HOME / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    text = paper.read_text(encoding="utf-8")
    told = re.findall(r"(?:^|`)make ((?:[a-z]+ ?)+)(?=[A-Z`#\n]|  )", text, re.MULTILINE)
    named = {target for line in told for target in line.split()}
    assert named <= set(targets), f"no target of the Makefile: {sorted(named - set(targets))}"


def test_the_readme_lists_every_preset_by_its_english_name() -> None:
    text = " ".join((HOME / "README.md").read_text(encoding="utf-8").split())
    english = load_catalogue().words("en")
    names = [english.say(f"preset.{preset}") for preset in load_presets().files]
    missing = [name for name in names if not re.search(rf"\b{re.escape(name)}\b", text)]
    assert not missing, f"README.md lists the presets and lacks {', '.join(missing)}"


def test_the_readme_lists_every_language() -> None:
    lines = (HOME / "README.md").read_text(encoding="utf-8").splitlines()
    (row,) = (line for line in lines if "**Your language.**" in line)  # presets bear such names too
    names = {Locale.parse(locale).get_language_name("en") for locale in load_catalogue().locales()}
    missing = sorted(name for name in names if name is not None and name not in row)
    assert not missing, f"README.md lists the languages and lacks {', '.join(missing)}"


@pytest.mark.parametrize("paper", sorted(HOME.glob("README*.md")), ids=lambda path: path.name)
def test_the_readme_counts_the_set_problems(paper: Path) -> None:
    files = (HOME / "data" / "etudes").glob("[!d]*.toml")  # those of the day are drawn, not chosen
    number = sum(file.read_text(encoding="utf-8").count("[[etude]]") for file in files)
    assert re.search(rf"\b{number}\b", paper.read_text(encoding="utf-8")), f"{number} problems"


def drawn_arrows(paper: str) -> set[tuple[str, str]]:
    """Return the arrows of a Mermaid drawing whose lines are chains like ``a --> b & c --> d``."""
    text = (HOME / paper).read_text(encoding="utf-8")
    drawing = re.search(r"^```mermaid\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert drawing, f"{paper} has no drawing"
    arrows = set[tuple[str, str]]()
    for line in drawing[1].splitlines()[1:]:
        chain = [
            re.findall(r"\w+", re.sub(r'\w+\["(\w+)"\]', r"\1", part)) for part in line.split("-->")
        ]
        arrows |= {arrow for pair in pairwise(chain) for arrow in product(*pair)}
    return arrows


def reachable(room: str) -> set[str]:
    near = set(ALLOWED[room].split())
    return near.union(*map(reachable, near))


def test_the_drawing_of_the_rooms_is_the_table_of_imports() -> None:
    """Every room is in it with its arrows, except those that a longer way implies."""
    wanted = {
        (room, target)
        for room, allowed in ALLOWED.items()
        for target in allowed.split()
        if not any(target in reachable(between) for between in allowed.split())
    }
    drawn = drawn_arrows("docs/design.md")
    assert drawn == wanted, f"draw {wanted - drawn}, take away {drawn - wanted}"


@pytest.mark.parametrize("family", FAMILIES)
def test_every_option_has_its_row(family: str) -> None:
    """The table of house rules is complete, and names no other options."""
    text = (RULES / f"{family}.md").read_text(encoding="utf-8")
    section = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    table = next(part for part in section if part.startswith(f"{TABLE_OF_OPTIONS[family]}. "))
    rows = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    unequal = set(rows) ^ set(FAMILIES[family].options.model_fields)
    assert not unequal, f"docs/rules/{family}.md: write or delete the row of {unequal}"
    assert len(rows) == len(set(rows))


# the documents, row by row -----------------------------------------------------------------

AUDIT = "docs/rules/audit.md"
ROWS = {  # the last number of each document, and the rows of its worked table
    "0": (140, 0),
    "1": (90, 0),
    "2": (58, 0),
    "3": (106, 20),
    "4": (49, 0),
}
TURNED_ROUND = {"2-4", "2-29", "2-35"}  # the guide's clockwise words in a counter-clockwise game
VERDICTS = ("agrees", "partly", "contradicted", "not applicable")
WITH_REASON = ("partly", "contradicted")


class Statement(NamedTuple):
    """A row; ``paper`` is the rules document of its table."""

    row: str
    says: str
    where: str
    verdict: str
    paper: str


@cache
def statements() -> tuple[Statement, ...]:
    found, paper = list[Statement](), ""
    for line in (HOME / AUDIT).read_text(encoding="utf-8").splitlines():
        if link := re.search(r"Sections of \[(\w+)\.md\]", line):
            paper = link[1]
        if cells := re.fullmatch(r"\| (\d-T?\d+) \| (.+) \| (.+) \| (.+) \|", line):
            found.append(Statement(cells[1], cells[2], cells[3], cells[4], paper))
    return tuple(found)


def test_every_statement_of_the_documents_has_its_row() -> None:
    wanted = [f"{n}-{row}" for n, (rows, _) in ROWS.items() for row in range(1, rows + 1)]
    wanted += [f"{n}-T{row}" for n, (_, rows) in ROWS.items() for row in range(1, rows + 1)]
    assert len(wanted) == 463
    assert sorted(one.row for one in statements()) == sorted(wanted)


def test_every_row_has_a_verdict() -> None:
    """A rule not implemented has a reason, and only the guide is contradicted."""
    for one in statements():
        verdict, _, reason = one.verdict.partition(": ")
        assert verdict in VERDICTS, one.row
        assert bool(reason) == (verdict in WITH_REASON), one.row
    contradicted = {one.row for one in statements() if one.verdict.startswith("contradicted")}
    assert contradicted == TURNED_ROUND


def test_every_row_leads_to_its_rules() -> None:
    """The sections of the paper above the table, or of the one named in the row."""
    for one in statements():
        named = one.where.partition(";")[0]
        other = re.match(r"(\w+)\.md ", named)
        cited = set(spread(named.removeprefix(other[0] if other else "")))
        assert cited <= places(f"docs/rules/{other[1] if other else one.paper}.md"), one.row


def test_the_counts_are_those_of_the_rows() -> None:
    text = (HOME / AUDIT).read_text(encoding="utf-8")
    head = next(line for line in text.splitlines() if line.startswith("| document | rows |"))
    kinds = [kind.strip() for kind in head.strip("|").split("|")][2:]
    total = next(line for line in text.splitlines() if line.startswith("| all |"))
    given = [int(number) for number in re.findall(r"\d+", total)]
    verdicts = [one.verdict.partition(":")[0] for one in statements()]
    assert given == [len(verdicts), *map(verdicts.count, kinds)]
