"""``python -m bot rank`` over a file that was played, and over one with altered sums."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store import backup
from tests.e2e.test_scores import play_match
from tests.store.making import do
from tests.support.room import evening

pytestmark = pytest.mark.process
ROOT = Path(__file__).parents[2]


def rank(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bot", "rank", str(path)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


async def test_a_played_file_is_ranked_and_an_altered_sum_is_told(tmp_path: Path) -> None:
    async with evening(tmp_path, reviews=True) as room:
        await play_match(room, room.person("Ana"), robots=2, rules="rostov")
        guild = room.read("SELECT DISTINCT guild_id FROM result")[0][0]
        assert room.read("SELECT count(*) FROM play_sum")[0][0]
        copy = tmp_path / "copy.db"
        backup(room.path, copy)
    found = rank(copy)
    assert found.returncode == 0, found.stderr
    assert f"server {guild}, russian, with robots, 3 players: 1 ratings" in found.stdout
    assert "1 lists, 1 ratings; the stored sums of play agree." in found.stdout
    do(copy, "UPDATE play_sum SET given = given + 1")
    altered = rank(copy)
    assert altered.returncode == 1
    assert "not those of the deals" in altered.stderr


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    found = rank(tmp_path / "nothing.db")
    assert found.returncode == 2
    assert "There are no games to rank" in found.stderr
