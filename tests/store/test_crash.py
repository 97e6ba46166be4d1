"""Killed at any moment: every line that was acknowledged is there, in order, with its deal."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.store import Store
from tests.store.making import GUILD, look
from tests.support.stored import log_lines

pytestmark = pytest.mark.process

KILLS = 8


def killed_run(path: Path, seconds: float) -> list[tuple[int, int]]:
    """Let the child write for a moment; return the (game, version) pairs it acknowledged."""
    command = [sys.executable, "-m", "tests.store.writing_child", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(seconds)
        child.kill()
        lines = (first + child.stdout.read()).decode().splitlines()
    pairs = [line.split() for line in lines]
    return [(int(game_id), int(version)) for game_id, version in pairs]


async def test_killed_again_and_again(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    chance = random.Random(4)
    acknowledged = [p for _ in range(KILLS) for p in killed_run(path, chance.uniform(0, 0.15))]
    assert len(acknowledged) > 4 * KILLS
    assert look(path, "PRAGMA integrity_check") == [("ok",)]
    async with Store.session(path, now=1) as store:
        kept: set[tuple[int, int]] = set()
        for game in await store.game_queries.games_of_guild(GUILD):
            versions = [line.version for line in await log_lines(store, game.game_id)]
            assert versions == list(range(game.version))
            deals = await store.game_queries.deals(game.game_id)
            assert [deal.deal for deal in deals] == list(range(game.version // 5))
            assert len(await store.game_queries.postings(game.game_id)) == 2 * len(deals)
            kept |= {(game.game_id, version) for version in versions}
    assert set(acknowledged) <= kept
    assert len(acknowledged) == len(set(acknowledged))
