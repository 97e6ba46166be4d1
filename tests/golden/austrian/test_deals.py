"""The logs of deals/, replayed line by line; tests/golden/test_logs.py does it once the family is
registered, and this file can go."""

from pathlib import Path

import pytest

from bot.engine.game import new_game, replay
from bot.engine.notation import parse, text
from tests.golden.test_logs import read
from tests.support import austrian, builders

LOGS = sorted((Path(__file__).parent / "deals").glob("*.txt"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_golden_deal(path: Path) -> None:
    log = read(path)
    assert any("rules/" in line for line in log.source), "names no rule"
    game = replay(new_game(austrian.rules(log.preset, log.players, **log.options)), log.lines)
    assert game.deal is None
    assert game.last is not None
    assert game.last.won == log.won
    assert builders.sums(game.last.postings) == log.written
    assert [text(parse(line)) for _, line in log.lines] == [line for _, line in log.lines]


def test_every_preset_has_golden_deals() -> None:
    found = {(read(path).preset, read(path).players) for path in LOGS}
    assert found == {(name, players) for name in austrian.NAMES for players in (3, 4)}
