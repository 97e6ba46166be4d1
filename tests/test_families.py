"""A family is three packages and three lines in the registers, and nobody else knows it by name."""

import ast
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final

import pytest

from bot.analysis.postmortem import STRAINS, Record, post_mortem, strains
from bot.analysis.review import known_to_all, reviewed, shown_hands
from bot.engine import actions as act
from bot.engine.actions import Play
from bot.engine.cards import TABLE
from bot.engine.deal import DealResult, Stage
from bot.engine.families import FAMILIES
from bot.engine.game import Game, apply, new_game, to_act
from bot.engine.notation import parse, text
from bot.engine.rules import Rules
from bot.engine.view import View, scored_view, view
from bot.presets import FOLDER, load_presets
from bot.render.facts import SeatFacts, TableFacts
from bot.render.families import MANNERS
from bot.render.hand.hand import hand_screen
from bot.render.study.hint import hint_screen
from bot.render.study.postmortem import Study, overview_screen
from bot.render.words import load_catalogue
from bot.robots import ROBOTS
from bot.robots.families import MINDS
from bot.terms import Clock, Status
from bot.workers.jobs import advise
from tests.robots.evenings import deck
from tests.support.sources import nodes_of
from tests.test_layers import BOT, imported

PACKAGES: Final = ("engine", "render", "robots")
REGISTERS: Final = {BOT / package / "families" / "__init__.py" for package in PACKAGES}


def family_of_path(path: Path) -> str:
    """The family in whose folder a module lies, or nothing."""
    parts = path.relative_to(BOT).parts
    inside = len(parts) > 3 and parts[1] == "families"
    return parts[2] if inside else ""


MODULES: Final = [path for path in sorted(BOT.rglob("*.py")) if path not in REGISTERS]


def test_the_registers_have_the_same_families() -> None:
    assert list(FAMILIES) == list(MANNERS) == list(MINDS)
    assert all(family.key == key for key, family in FAMILIES.items())
    folders = {path.parent.name for path in BOT.glob("*/families/*/__init__.py")}
    assert folders == set(FAMILIES)


def families_known_to(path: Path) -> set[str]:
    """By what a module imports, and by name."""
    parts = [name.split(".") for name in imported(path)]
    insides = {words[3] for words in parts if len(words) > 3 and words[2] == "families"}
    named = {node.value for node in nodes_of(path) if isinstance(node, ast.Constant)}
    return {family for family in FAMILIES if family in insides or family in named}


def test_nobody_else_knows_a_family() -> None:
    for path in MODULES:
        known = families_known_to(path)
        assert not known - {family_of_path(path)}, path


# -- a fourth family: the Russian one under another name ------------------------------------------

KEY: Final = "greek"
PEOPLE: Final = tuple(SeatFacts(name, n) for n, name in enumerate(("Ana", "Boris", "Vera")))
FACTS: Final = TableFacts(1, Status.PLAYING, 1, PEOPLE, Clock.NONE, friendly=True)
WORDS: Final = load_catalogue().words("en")


@pytest.fixture
def athens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rules]:
    """The rules of its one preset, with the family in the three registers."""
    engine, manner, mind = (written(package, tmp_path, monkeypatch) for package in PACKAGES)
    monkeypatch.setitem(FAMILIES, KEY, engine.RUSSIAN)
    monkeypatch.setitem(MANNERS, KEY, manner.RUSSIAN)
    monkeypatch.setitem(MINDS, KEY, mind.RUSSIAN)
    preset = (FOLDER / "russian" / "sochi.toml").read_text(encoding="utf-8")
    (tmp_path / KEY).mkdir()
    (tmp_path / KEY / "athens.toml").write_text(preset, encoding="utf-8")
    yield load_presets(tmp_path).rules("athens", end_condition="deals(2)")
    for name in [name for name in sys.modules if f".families.{KEY}" in name]:
        del sys.modules[name]


def written(package: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The copied package, and the module with the name that goes into the register."""
    families = importlib.import_module(f"bot.{package}.families")
    copy = folder / package / KEY
    copy.mkdir(parents=True)
    for path in (BOT / package / "families" / "russian").glob("*.py"):
        source = path.read_text(encoding="utf-8")
        source = source.replace("families.russian", f"families.{KEY}")
        source = source.replace('"russian"', f'"{KEY}"')
        (copy / path.name).write_text(source, encoding="utf-8")
    monkeypatch.setattr(families, "__path__", [*families.__path__, str(copy.parent)])
    inside = f"bot.{package}.families.{KEY}"
    return importlib.import_module(f"{inside}.flow" if package == "engine" else inside)


def deals_of(rules: Rules) -> Iterator[tuple[Game, Record, list[View]]]:
    """Each deal of a match of the three levels: the game after it, its record, the questions."""
    rng, levels = Random(9), list(ROBOTS.values())
    game = apply(new_game(rules), TABLE, act.Dealer(0))
    while not game.ended:
        pack = deck(rng)
        carry, lines, asked = game.carry, [(TABLE, text(pack))], list[View]()
        game = apply(game, TABLE, pack)
        while (seat := to_act(game)) is not None and seat != TABLE:
            asked.append(view(game, seat))
            action = levels[seat].choose(asked[-1], rng)
            lines.append((seat, text(action)))
            game = apply(game, seat, action)
        yield game, Record(rules, carry, tuple(lines)), asked


@pytest.mark.slow
def test_a_family_is_three_packages_and_three_lines(athens: Rules) -> None:
    """A match of all levels, hints at every stage, and post-mortems with what else was there."""
    assert athens.family == KEY
    assert FAMILIES[KEY] is not FAMILIES["russian"]
    deals = list(deals_of(athens))
    assert len(deals) == 2
    last_of_stage = {seen.stage: seen for _, _, asked in deals for seen in asked}
    assert set(last_of_stage) >= {Stage.AUCTION, Stage.PLAY}
    for seen in last_of_stage.values():
        hinted(seen)
    for game, record, _ in deals:
        assert game.last is not None
        looked_back(record, game.last)


def hinted(seen: View) -> None:
    advice = advise(seen, 5)
    assert advice.action in seen.legal
    assert hint_screen(seen, FACTS, advice, WORDS).blocks
    assert hand_screen(seen, FACTS, WORDS).blocks


def looked_back(record: Record, last: DealResult) -> None:
    rules, found, makes = record.rules, post_mortem(record), strains(record)
    is_played = any(isinstance(parse(line), Play) for _, line in record.lines)
    assert [made.seat for made in makes] == (list(last.seats) if is_played else [])
    assert all(len(made.tricks) == len(STRAINS) for made in makes)
    assert known_to_all(rules, found)
    sums = reviewed(rules, found, [True] * len(record.lines)).seats
    assert sum(one.declared for one in sums) == (last.contract is not None)
    scored, shown = scored_view(rules, last), shown_hands(rules, found)
    study = Study(rules, 9, scored, found, shown, makes, deals=2)
    assert overview_screen(study, FACTS, WORDS).blocks
