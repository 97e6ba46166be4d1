"""Matches that were open at an update go on, and the audit agrees with all of their deals."""

import asyncio
import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.cli.verify import verify_games
from bot.engine.deal import Carry
from bot.engine.notation import carry_text
from bot.model.enums import Status
from bot.tables import moves
from tools.open_matches import FIXTURES, match_player, write_open_matches

RELEASES = sorted(FIXTURES.glob("*.db.gz"))
WITHOUT = {"answers", "streak", "used", "turns"}  # of Carry, and of each family's own


async def differences(path: Path) -> list[str]:
    found: list[str] = []
    await verify_games(path, lambda one: found.append(str(one)), lambda done, games: None)
    return found


async def play_to_the_end(path: Path) -> None:
    """Play every match of the file to its end, and compare all of them with a replay."""
    assert await differences(path) == []
    async with match_player(path) as player:
        for game_id in await player.tables.services.store.game_queries.game_ids():
            table = await player.tables.get(game_id)
            assert table.replay_error is None
            assert table.game is not None
            assert not table.game.ended
            await player.play(table)
            assert table.row.status is Status.OVER
    assert await differences(path) == []


@pytest.mark.slow
@pytest.mark.parametrize("fixture", RELEASES, ids=lambda path: path.name)
def test_open_matches_of_a_release_are_played_to_their_end(fixture: Path, tmp_path: Path) -> None:
    path = tmp_path / "open.db"
    path.write_bytes(gzip.decompress(fixture.read_bytes()))
    asyncio.run(play_to_the_end(path))


def older(carry: Carry) -> str:
    """Return the text a program would store that does not know some of today's fields."""
    kept = {
        key: value for key, value in json.loads(carry_text(carry)).items() if key not in WITHOUT
    }
    return json.dumps(kept, separators=(",", ":"))


@pytest.fixture
def older_program(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Store older carries from here on; the result goes back to today's."""
    monkeypatch.setattr(moves, "carry_text", older)
    return monkeypatch.undo


@pytest.mark.slow
async def test_a_carry_that_lacks_two_keys_is_rebuilt_from_the_log(
    older_program: Callable[[], None], tmp_path: Path
) -> None:
    path = tmp_path / "open.db"
    await write_open_matches(path)
    older_program()
    await play_to_the_end(path)
