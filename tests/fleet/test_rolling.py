"""Processes of a fleet are stopped one after another while tables play, and others go on."""

import asyncio
import signal
import time
from pathlib import Path
from random import Random

import pytest

from tools.fleet.load import play
from tools.fleet.processes import FleetProcesses, launched
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.log_checks import GAPS, SCORES
from tools.siege.players import Players
from tools.siege.shapes import Place

pytestmark = [pytest.mark.process, pytest.mark.slow]

_TAKEN_OVER = 15.0  # seconds
_STOPPED = 15.0  # the proxy has ten of its own
_TRIFLE = 7.0  # outages shorter than 5 s are not given back, and both ends are whole seconds
_SAID = "SELECT count(*) FROM line WHERE by = 'clock'"


async def left(yard: FleetProcesses, game: int) -> float:
    """Return the seconds its player still has, as soon as the cards are dealt."""
    while True:
        ((deadline,),) = yard.read("SELECT deadline FROM game WHERE game_id = ?", game)
        if deadline is not None:
            return float(deadline) - time.time()
        await asyncio.sleep(0.1)


async def test_nobody_misses_anything_while_all_are_started_anew(tmp_path: Path) -> None:
    """A table in play and one at rest for each shard, both with half a minute a move."""
    world = SimulatedDiscord(guilds=2, shards=2)
    async with launched(world, tmp_path, standby=1) as yard:
        people = Players(yard, Random(1))
        busy = [await people.open(Place(n, 0), "sochi", clock="fast") for n in range(2)]
        playing = [asyncio.create_task(play(people, n, Random(n), 0.3)) for n in range(2)]
        try:
            for guild in range(2):
                await _start_anew(people, Place(guild, 1))
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.sleep(1)
        assert people.lost() == 0
        assert yard.read(GAPS) == yard.read(SCORES) == yard.read(_SAID) == [(0,)]
        assert all(len(table.acts) > 5 for table in busy)
        assert yard.tracebacks() == 0


async def _start_anew(people: Players, place: Place) -> None:
    """Stop the process that has the shard of that place; the standby takes over."""
    yard = people.fort
    assert isinstance(yard, FleetProcesses)
    shard = yard.world.shard_of(place)
    owner = await yard.owner(shard)
    resting = await people.open(place, "sochi", clock="fast")
    had, began = await left(yard, resting.game), time.monotonic()
    await asyncio.wait_for(owner.end(signal.SIGTERM), _STOPPED)
    assert owner.process.returncode == 0
    ended = time.monotonic()
    await yard.owner(shard, _TAKEN_OVER)
    assert time.monotonic() - ended < _TAKEN_OVER
    assert await left(yard, resting.game) > had - _TRIFLE, f"{time.monotonic() - began:.1f} s away"
