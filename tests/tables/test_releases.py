"""Matches that were open at an update go on, and the audit agrees with all of their deals."""

import asyncio
import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.cli.verify import verify_games
from bot.engine.deal import Carry
from bot.engine.families import FAMILIES
from bot.engine.notation import carry_text
from bot.model.enums import Status
from bot.presets import load_presets
from bot.tables import moves
from tools.open_matches import FIXTURES, match_player, write_open_matches

RELEASES = sorted(FIXTURES.glob("*.db.gz"))
WITHOUT = {"answers", "streak", "used", "turns"}  # of Carry, and of each family's own


async def differences(path: Path) -> list[str]:
    found: list[str] = []
    await verify_games(path, lambda one: found.append(str(one)), lambda done, games: None)
    return found


async def play_on(path: Path, ended: set[str]) -> None:
    """Play on with every match of the file, and compare all of them with a replay.

    One of each family comes to its end, the others, and those of the families in ``ended``, to the
    deal after the one that is under way.
    """
    assert await differences(path) == []
    async with match_player(path) as player:
        for game_id in await player.tables.services.store.game_queries.game_ids():
            table = await player.tables.get(game_id)
            assert table.replay_error is None
            assert table.game is not None
            assert not table.game.ended
            family = table.game.rules.family
            number = table.game.carry.number + 1
            await player.play(table, number if family in ended else None)
            has_gone_on = family in ended and table.game.carry.number == number
            assert has_gone_on or table.row.status is Status.OVER
            ended.add(family)
    assert ended == set(FAMILIES)
    assert await differences(path) == []


@pytest.mark.slow
@pytest.mark.parametrize("fixture", RELEASES, ids=lambda path: path.name)
def test_open_matches_of_a_release_go_on(fixture: Path, tmp_path: Path) -> None:
    path = tmp_path / "open.db"
    path.write_bytes(gzip.decompress(fixture.read_bytes()))
    asyncio.run(play_on(path, ended=set()))


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
    presets = load_presets()
    one_of_each = {presets.rules(name).family: name for name in presets.names()}
    await write_open_matches(path, list(one_of_each.values()))
    older_program()
    await play_on(path, ended=set(FAMILIES))
