"""``python -m bot rank`` over a file that was played, and over one with altered sums."""

import asyncio
from pathlib import Path

import pytest

from bot.cli.main import main
from bot.store import backup
from tests.e2e.test_scores import play_match
from tests.store.making import do
from tests.support.room import evening

pytestmark = pytest.mark.process


async def rank(path: Path) -> int:
    """Return the exit code of the command, which runs a loop of its own."""
    return await asyncio.to_thread(main, ["rank", str(path)])


async def test_a_played_file_is_ranked_and_an_altered_sum_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with evening(tmp_path, reviews=True) as room:
        await play_match(room, room.person("Ana"), robots=2, rules="rostov")
        guild = room.read("SELECT DISTINCT guild_id FROM result")[0][0]
        assert room.read("SELECT count(*) FROM play_sum")[0][0]
        copy = tmp_path / "copy.db"
        backup(room.path, copy)
    capsys.readouterr()
    assert await rank(copy) == 0
    told = capsys.readouterr().out
    assert f"server {guild}, russian, with robots, 3 players: 1 ratings" in told
    assert "1 lists, 1 ratings; the stored sums of play agree." in told
    do(copy, "UPDATE play_sum SET given = given + 1")
    assert await rank(copy) == 1
    assert "not those of the deals" in capsys.readouterr().err


async def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await rank(tmp_path / "nothing.db") == 2
    assert "There are no games to rank" in capsys.readouterr().err
