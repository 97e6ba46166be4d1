"""Whole deals as logs, in <family>/deals/: replayed line by line, then the score is compared.

A log is a text file: comments that name the rule, ``preset``, ``players`` and ``option`` lines,
``log`` with the lines ``seat action``, and ``expect`` with the tricks and the lines of the sheet.
Every preset needs at least one for each number of players it can be played with.
"""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.engine.game import new_game
from bot.engine.notation import format_action, parse_action
from bot.engine.replaying import replay_log
from tests.properties.walking import TABLES
from tests.support import builders
from tests.support.cases import for_each

HERE = Path(__file__).parent
LOGS = sorted(HERE.glob("*/deals/*.txt"))


@dataclass
class Log:
    source: list[str] = field(default_factory=list)
    preset: str = ""
    players: int = 3
    options: dict[str, str] = field(default_factory=dict)
    lines: list[tuple[int, str]] = field(default_factory=list)
    won: tuple[int, ...] = ()
    written: dict[str, int] = field(default_factory=dict)


def read(path: Path) -> Log:
    log, part = Log(), "head"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line in ("log", "expect"):
            part = line
        elif line.startswith("#"):
            log.source.append(line)
        elif part == "log":
            seat, _, action = line.partition(" ")
            log.lines.append((int(seat), action))
        elif part == "head":
            _read_head(log, line)
        else:
            _read_expected(log, line)
    return log


def _read_head(log: Log, line: str) -> None:
    match line.split():
        case ["preset", preset]:
            log.preset = preset
        case ["players", players]:
            log.players = int(players)
        case ["option", name, value]:
            log.options[name] = value
        case _:
            raise ValueError(line)


def _read_expected(log: Log, line: str) -> None:
    name, _, amounts = line.partition(" ")
    if name == "won":
        log.won = tuple(map(int, amounts.split()))
    else:
        where, _, amount = line.rpartition(" ")
        log.written[where] = int(amount)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_golden_deal(path: Path) -> None:
    log = read(path)
    assert any("rules/" in line for line in log.source), "names no rule"
    agreed = builders.rules(log.preset, log.players, **log.options)
    game = replay_log(new_game(agreed), log.lines)
    assert game.deal is None
    assert game.last is not None
    assert game.last.won == log.won
    assert builders.sums(game.last.postings) == log.written
    assert [format_action(parse_action(line)) for _, line in log.lines] == [
        line for _, line in log.lines
    ]


@for_each(("preset", "players"), TABLES)
def test_every_preset_has_a_golden_deal(preset: str, players: int) -> None:
    shown = {(log.preset, log.players) for log in map(read, LOGS)}
    assert (preset, players) in shown, f"write a deal of {preset} for {players} in deals/*.txt"
