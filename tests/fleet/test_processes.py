"""Two processes of the bot on one PostgreSQL know each other's writes."""

import asyncio
import signal
from pathlib import Path

import pytest

from tools.fleet.processes import FleetProcesses, launched
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.shapes import Place, words_of

pytestmark = [pytest.mark.process, pytest.mark.slow]

ANA = "11"


async def page(yard: FleetProcesses, place: Place, deed: str) -> str:
    """Return the text Ana reads after that click, on the server of one shard or the other."""
    (click,) = await yard.world.press(ANA, place, f"pref:d:0:0:{deed}", patience=20)
    return "\n".join(map(words_of, click.shown))


async def test_what_one_changes_the_other_knows(tmp_path: Path) -> None:
    """Both end in order, and hold nothing any more."""
    world = SimulatedDiscord(guilds=2, shards=2)
    here, there = sorted((Place(0, 0), Place(1, 0)), key=world.shard_of)
    async with launched(world, tmp_path) as yard:
        english = await page(yard, there, "settings")
        assert "Your settings" in english
        await page(yard, here, "me language ru")
        async with asyncio.timeout(60):
            while (found := await page(yard, there, "settings")) == english:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        assert "настройки" in found.lower()
        for ship in yard.ships:
            await ship.end(signal.SIGTERM)
            assert ship.process.returncode == 0
        assert yard.read("SELECT name FROM preferans_fleet.holder") == []
        assert yard.tracebacks() == 0
