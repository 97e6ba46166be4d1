"""Imports point inward only (docs/design.md, section 2): read from the source.

``ALLOWED`` lists every top-level module of bot with the others it may import; they are in order, so
that none may import a later one. A new module that is not in the table fails.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.sources import nodes_of

BOT = Path(__file__).parent.parent / "bot"

ALLOWED = {
    "model": "",
    "config": "model",
    "engine": "model",
    "store": "model config",
    "fleet": "model config",
    "presets": "model engine",
    "notation": "model engine presets",
    "analysis": "model engine",
    "ui_commands": "model engine analysis",
    "robots": "model engine analysis",
    "workers": "model engine presets analysis robots",
    "render": "model ui_commands engine analysis presets",
    "tables": "model engine store presets",
    "background": "model engine analysis store presets robots workers tables",
    "discord_ui": "model ui_commands engine analysis store presets notation workers render tables"
    " background",
    "features": "model ui_commands engine analysis store presets notation workers render background"
    " discord_ui",
    "monitoring": "model config store workers",  # health tries the store and counts its tables
    "cogs": "model ui_commands discord_ui features",
    "app": "model config fleet store presets robots workers render tables background discord_ui"
    " features monitoring cogs",
    "cli": "model config fleet engine analysis store presets robots workers render tables"
    " discord_ui monitoring app features",  # ``rank`` computes ratings
    "__main__": "cli",
}
RENDER_SHELVES = (  # bottom first: a shelf may import itself and those before it
    *("shapes", "screen", "words", "screen_data", "formatting"),
    *(
        "announcement_screens",
        "paper",
        "families",
        "rule_text",
        "rules_screens",
        "deal_results",
        "sheet_screens",
        "cloth",
        "table",
        "hand",
    ),
    *("hand", "server", "study"),
)
KNOW_DISCORD = {"discord_ui", "features", "cogs", "app", "cli"}
OUTSIDE = {  # packages a layer may use beside the standard library; the other layers are free
    "model": {"msgspec"},
    "config": {"asyncpg", "pydantic", "dotenv"},
    "engine": {"pydantic"},
    "robots": {"pydantic", "mypy_extensions"},  # this only for types of the compiled part
    "analysis": {"pydantic", "librt", "mypy_extensions"},  # these in the compiled part
    "store": {"aiosqlite", "asyncpg", "pydantic"},
    "fleet": {"asyncpg"},
    "presets": {"pydantic"},
    "notation": {"pydantic"},
    "tables": {"pydantic"},
    "background": set(),
    "ui_commands": set(),
    "monitoring": {"aiohttp", "prometheus_client"},
}
# the engine knows no chance, no clock, no files, no network, no other world
BANNED = {
    *("random", "secrets", "uuid", "time", "datetime", "asyncio", "threading", "os", "sys", "io"),
    *("pathlib", "socket", "logging", "subprocess", "tempfile", "sqlite3"),
}
BANNED_CALLS = {"open", "print", "input", "exec", "eval", "globals", "id", "hash"}

NOT_AT_THE_START = {  # but in workers, or where a setting or a user asks for it
    *("PIL", "babel.messages", "numpy", "aiohttp.web", "asyncpg", "cryptography", "pydoc"),
    *("bot.robots", "bot.render.paper.drawing", "bot.workers.remote_pool", "bot.workers.thinker"),
    *("bot.cli.doctor", "pydantic_settings", "dotenv", "difflib"),
    *("bot.monitoring.prometheus", "prometheus_client", "http.server", "wsgiref"),
    *("bot.analysis.flat", "bot.engine.families.balkan", "bot.engine.families.austrian"),
    *("bot.render.families.balkan", "bot.render.families.austrian"),
    *("bot.features.leagues.league_runner", "babel.dates"),
}
HAVE_DATACLASSES = {"engine", "analysis", "robots"}  # parts of them are compiled
STANDARD = __import__("sys").stdlib_module_names


def modules() -> Iterator[tuple[str, Path]]:
    """Yield the dotted name below bot and the file of every module."""
    for path in sorted(BOT.rglob("*.py")):
        parts = path.relative_to(BOT).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        if name:
            yield name, path


MODULES = dict(modules())


def imported(path: Path) -> Iterator[str]:
    """Yield every module a file imports, also inside functions; ``from bot import x`` as bot.x."""
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "no relative imports"
            if node.module == "bot":
                yield from (f"bot.{alias.name}" for alias in node.names)
            else:
                yield str(node.module)


@cache
def imports_of(name: str) -> frozenset[str]:
    return frozenset(imported(MODULES[name]))


def inside(name: str) -> set[str]:
    """Return the modules of bot that a module imports, without the ``bot.``."""
    return {one.removeprefix("bot.") for one in imports_of(name) if one.startswith("bot.")}


def outside(name: str) -> set[str]:
    return {one.partition(".")[0] for one in imports_of(name)} - {"bot"}


def below(package: str) -> list[str]:
    return [name for name in MODULES if name.startswith(package)]


def top(name: str) -> str:
    return name.partition(".")[0]


def may_import(importer: str, target: str) -> bool:
    allowed = ALLOWED[top(importer)].split()
    if top(importer) == top(target):
        return True
    return any(target == name or target.startswith(f"{name}.") for name in allowed)


def test_every_module_is_in_the_table() -> None:
    assert {top(name) for name in MODULES} <= set(ALLOWED)


def test_the_table_is_in_order() -> None:
    order = list(ALLOWED)
    for name, allowed in ALLOWED.items():
        for target in allowed.split():
            assert order.index(top(target)) < order.index(name), (name, target)


def test_imports_point_inward() -> None:
    wrong = {
        (name, target)
        for name in MODULES
        for target in inside(name)
        if not may_import(name, target)
    }
    assert not wrong


def targets_of(name: str) -> set[str]:
    """Return the files of bot that a file imports, with ``y`` of ``from bot.x import y``."""
    found = set()
    for node in nodes_of(MODULES[name]):
        if isinstance(node, ast.ImportFrom):
            parent = str(node.module).removeprefix("bot").removeprefix(".")
            for alias in node.names:
                child = f"{parent}.{alias.name}".removeprefix(".")
                found.add(child if child in MODULES else parent)
        elif isinstance(node, ast.Import):
            found |= {alias.name.removeprefix("bot.") for alias in node.names}
    return (found & set(MODULES)) - {name}


def circle_in(arrows: dict[str, set[str]]) -> set[str]:
    """Return the files in a circle or between two, after removing all leaves and roots."""
    left = dict(arrows)
    while True:
        reached = set[str]().union(*left.values())
        ends = {name for name in left if name not in reached or not left[name] & left.keys()}
        if not ends:
            return set(left)
        left = {name: left[name] for name in left if name not in ends}


def test_no_circle_between_files() -> None:
    """Imports inside functions count too: they only hide a circle."""
    assert circle_in({name: targets_of(name) for name in MODULES}) == set()


def test_a_circle_is_seen() -> None:
    arrows = {"root": {"a"}, "a": {"b"}, "b": {"a", "leaf"}, "leaf": set[str]()}
    assert circle_in(arrows) == {"a", "b"}


def shelf_of(name: str) -> str:
    """Return the package or the module of ``render`` that a file belongs to: its shelf."""
    return name.split(".")[1]


def test_no_import_leads_up_the_shelves_of_render() -> None:
    files = below("render.")
    assert {shelf_of(name) for name in files} == set(RENDER_SHELVES), "a shelf without a place"
    wrong = {
        (name, target)
        for name in files
        for target in targets_of(name)
        if target.startswith("render.")
        and RENDER_SHELVES.index(shelf_of(target)) > RENDER_SHELVES.index(shelf_of(name))
    }
    assert not wrong


def test_only_the_outermost_know_discord() -> None:
    inner = [name for name in MODULES if top(name) not in KNOW_DISCORD]
    assert not [name for name in inner if outside(name) & {"discord", "simcord"}]


def test_inner_layers_use_few_packages() -> None:
    asked = [name for name in MODULES if top(name) in OUTSIDE]
    used = {name: outside(name) - STANDARD - OUTSIDE[top(name)] for name in asked}
    assert not {name: packages for name, packages in used.items() if packages}


def calls(path: Path) -> set[str]:
    """Return the plain names that are called."""
    return {
        node.func.id
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def test_features_never_import_each_other() -> None:
    for name in below("features."):
        own = name.split(".")[1]
        targets = {target.split(".")[1] for target in targets_of(name) if "features." in target}
        assert targets <= {own, "feature", "solo_play"}, name


def test_screens_of_features_know_no_discord() -> None:
    """They are plain data as those of ``render`` are."""
    screens = [name for name in below("features.") if name.endswith("_screens")]
    assert len(screens) >= 3
    for name in screens:
        assert not outside(name) & {"discord", "simcord"}, name
        assert not [one for one in inside(name) if top(one) in KNOW_DISCORD - {"features"}], name


def test_the_engine_is_pure() -> None:
    for name in below("engine"):
        assert not outside(name) & BANNED, name
        assert not calls(MODULES[name]) & BANNED_CALLS, name
        nodes = nodes_of(MODULES[name])
        assert not [node for node in nodes if isinstance(node, ast.Global | ast.Nonlocal)], name


def test_families_never_import_each_other() -> None:
    for name in below("engine.families."):
        if name.count(".") == 2:
            continue
        own = name.split(".")[2]
        families = [one for one in inside(name) if one.startswith("engine.families.")]
        assert not [one for one in families if one.split(".")[2] != own], name
        assert "engine.families" not in inside(name), "a family does not know the register"


def test_the_kit_knows_families_only_by_the_register() -> None:
    for name in below("engine"):
        if not name.startswith("engine.families"):
            assert not [one for one in inside(name) if one.startswith("engine.families.")], name


def test_classes_of_values_are_records() -> None:
    """But for those that hide a field, docs/decisions/018-records-as-structs.md."""
    for name in MODULES:
        if top(name) not in HAVE_DATACLASSES:
            for node in nodes_of(MODULES[name]):
                if isinstance(node, ast.ClassDef) and any(map(is_frozen, node.decorator_list)):
                    fields = ast.unparse(ast.Module(node.body, []))
                    assert re.search(r"field\((repr|compare)=False\)", fields), (name, node.name)


def is_frozen(decorator: ast.expr) -> bool:
    """Return True for the decorator of a frozen dataclass with slots."""
    return ast.unparse(decorator).startswith("dataclass(frozen=True, slots=True")


@pytest.mark.process
def test_the_bot_starts_without_what_it_imports_later() -> None:
    """Each takes time and memory at every start; workers get theirs from their server."""
    code = """
import sys, bot.cli.main, bot.app
from bot.discord_ui.handlers.registry import HANDLER_MODULES
print(*sys.modules)
print(*HANDLER_MODULES.values())
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    imported, late = map(set, map(str.split, said.stdout.splitlines()))
    assert not (NOT_AT_THE_START | late) & imported
