"""Robots of an earlier checkout: asked in a process of their own, by what their seat sees."""

from pathlib import Path
from random import Random

import pytest

from bot.engine.game import to_act
from bot.engine.view import build_view
from bot.robots.characters import CLUB
from tests.robots.evenings import positions
from tests.support import builders
from tools.arena.earlier import earlier_chooser
from tools.arena.matches import chooser

HERE = Path(__file__).parents[2]


@pytest.mark.process
def test_this_checkout_chooses_there_as_here() -> None:
    asked = chooser(f"club@{HERE}")
    for game, seat in positions(builders.rules("sochi"), 5):
        assert seat == to_act(game)
        seen = build_view(game, seat)
        expected = CLUB.choose(seen, Random(Random(game.version).getrandbits(32)))
        assert asked(seen, Random(game.version)) == expected


def test_a_folder_without_robots_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=str(tmp_path)):
        earlier_chooser(f"club@{tmp_path}")
