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

from bot.analysis.postmortem import DECLARER_STRAINS, DealRecord, double_dummy_table, post_mortem
from bot.analysis.review import is_public, revealed_hands, summarize
from bot.engine import actions as act
from bot.engine.actions import Play
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import DealResult, Stage
from bot.engine.families import FAMILIES
from bot.engine.game import Game, apply_action, new_game, to_act
from bot.engine.notation import format_action, parse_action
from bot.engine.rules import Rules
from bot.engine.view import SeatView, build_view, result_view
from bot.model.enums import Clock, Status
from bot.presets import PRESETS_FOLDER, load_presets
from bot.render.families import PRESENTERS
from bot.render.hand.private_hand import hand_screen
from bot.render.screen_data import SeatData, TableData
from bot.render.study.hint_screens import hint_screen
from bot.render.study.postmortem_screens import AnalysedDeal, overview_screen
from bot.render.words import load_catalogue
from bot.robots import ROBOTS
from bot.robots.families import STRATEGIES
from bot.workers.jobs import advise_player
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
    assert list(FAMILIES) == list(PRESENTERS) == list(STRATEGIES)
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
PEOPLE: Final = tuple(SeatData(name, n) for n, name in enumerate(("Ana", "Boris", "Vera")))
FACTS: Final = TableData(1, Status.PLAYING, 1, PEOPLE, Clock.NONE, friendly=True)
WORDS: Final = load_catalogue().words("en")


@pytest.fixture
def athens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rules]:
    """The rules of its one preset, with the family in the three registers."""
    engine, manner, mind = (written(package, tmp_path, monkeypatch) for package in PACKAGES)
    monkeypatch.setitem(FAMILIES, KEY, engine.RUSSIAN)
    monkeypatch.setitem(PRESENTERS, KEY, manner.RUSSIAN)
    monkeypatch.setitem(STRATEGIES, KEY, mind.RUSSIAN)
    preset = (PRESETS_FOLDER / "russian" / "sochi.toml").read_text(encoding="utf-8")
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


def deals_of(rules: Rules) -> Iterator[tuple[Game, DealRecord, list[SeatView]]]:
    """Each deal of a match of the three levels: the game after it, its record, the questions."""
    rng, levels = Random(9), list(ROBOTS.values())
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(0))
    while not game.ended:
        pack = deck(rng)
        carry, lines, asked = game.carry, [(TABLE_SEAT, format_action(pack))], list[SeatView]()
        game = apply_action(game, TABLE_SEAT, pack)
        while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
            asked.append(build_view(game, seat))
            action = levels[seat].choose(asked[-1], rng)
            lines.append((seat, format_action(action)))
            game = apply_action(game, seat, action)
        yield game, DealRecord(rules, carry, tuple(lines)), asked


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


def hinted(seen: SeatView) -> None:
    advice = advise_player(seen, 5)
    assert advice.action in seen.legal
    assert hint_screen(seen, FACTS, advice, WORDS).blocks
    assert hand_screen(seen, FACTS, WORDS).blocks


def looked_back(record: DealRecord, last: DealResult) -> None:
    rules, found, makes = record.rules, post_mortem(record), double_dummy_table(record)
    is_played = any(isinstance(parse_action(line), Play) for _, line in record.lines)
    assert [made.seat for made in makes] == (list(last.seats) if is_played else [])
    assert all(len(made.tricks) == len(DECLARER_STRAINS) for made in makes)
    assert is_public(rules, found)
    sums = summarize(rules, found, [True] * len(record.lines)).seats
    assert sum(one.declared for one in sums) == (last.contract is not None)
    scored, shown = result_view(rules, last), revealed_hands(rules, found)
    study = AnalysedDeal(rules, 9, scored, found, shown, makes, deals=2)
    assert overview_screen(study, FACTS, WORDS).blocks
