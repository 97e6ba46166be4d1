"""A start without Discord: the process ends with a sentence, and a restart tries again."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import web

from tools.siege.bot_process import BotProcess
from tools.siege.discord_server import SimulatedDiscord

pytestmark = [pytest.mark.slow, pytest.mark.process]


@dataclass
class Troubled(SimulatedDiscord):
    """Answers every request with one status."""

    status: int = 503

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        return web.Response(status=self.status)


async def _ended(world: SimulatedDiscord, folder: Path, *, is_there: bool) -> list[str]:
    """Return the output of a start that failed."""
    runner, fort = await world.start(), BotProcess(world, folder)
    if not is_there:
        await runner.cleanup()
    said = await fort.command("run")
    await runner.cleanup()
    assert said.code == 1  # 2 would say that no restart helps
    assert "Traceback" not in said.text
    return said.text.splitlines()


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("status", [429, 503])
async def test_discord_has_trouble_of_its_own(tmp_path: Path, status: int) -> None:
    *_, last = await _ended(Troubled(status=status), tmp_path, is_there=True)
    assert last.startswith(f"Discord answered {status} at the start: ")


async def test_nobody_answers(tmp_path: Path) -> None:
    *_, last = await _ended(SimulatedDiscord(), tmp_path, is_there=False)
    assert last.startswith("Discord cannot be reached (ClientConnectorError): ")
