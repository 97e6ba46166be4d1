"""PostgreSQL is killed in the middle of play, and is away for longer than a lease is trusted."""

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.support.postgres import server
from tools.fleet.load import play
from tools.fleet.processes import FleetProcesses, launched
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.log_checks import GAPS, SCORES
from tools.siege.players import Players
from tools.siege.shapes import Place

pytestmark = [pytest.mark.process, pytest.mark.slow]

_AWAY: Final = 10.0  # seconds; a lease is trusted for eight
_BACK: Final = 30.0  # until all are answered: shards identify themselves one by one
_BY_CLOCK: Final = "SELECT count(*) FROM line WHERE by = 'clock'"
_SETTINGS: Final = "pref:d:0:0:settings"
_LEFT: Final = "SELECT deadline FROM game WHERE game_id = ?"


async def test_nothing_is_lost_and_no_clock_runs_while_the_database_is_away(tmp_path: Path) -> None:
    """A table in play and one at rest for each shard, both with half a minute a move."""
    world = SimulatedDiscord(guilds=2, shards=2)
    async with launched(world, tmp_path) as yard:
        people = Players(yard, Random(1))
        for n in range(2):
            await people.open(Place(n, 0), "sochi", clock="fast")
        resting = [await people.open(Place(n, 1), "sochi", clock="fast") for n in range(2)]
        await _played(people, 3)
        had = [_left(yard, table.game) for table in resting]
        before = len(list(people.acts()))
        server().stop()
        began = time.monotonic()
        try:
            (click,) = await world.press("11", Place(0, 0), _SETTINGS, patience=3)
            assert not click.shown  # every lease ended with the server: no process may respond
            await asyncio.sleep(_AWAY - (time.monotonic() - began))
        finally:
            server().start()
        for table in resting:
            await _answered(people, table.place, _BACK)
        assert all(_left(yard, t.game) > left - 7 for t, left in zip(resting, had, strict=True))
        await _played(people, 3)
        assert len(list(people.acts())) > before
        assert people.lost() == 0
        assert yard.read(GAPS) == yard.read(SCORES) == yard.read(_BY_CLOCK) == [(0,)]
        assert yard.tracebacks() == 0


async def _played(people: Players, seconds: float) -> None:
    """Play at the first two tables for so many seconds."""
    playing = [asyncio.create_task(play(people, n, Random(n), 0.3)) for n in range(2)]
    await asyncio.sleep(seconds)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.sleep(1)


def _left(yard: FleetProcesses, game: int) -> float:
    """Return the seconds until its clock moves."""
    ((deadline,),) = yard.read(_LEFT, game)
    return float(deadline) - time.time()


async def _answered(people: Players, place: Place, within: float) -> None:
    """Let somebody open their settings there, and expect an answer."""
    until = time.monotonic() + within
    while True:
        if people.fort.world.session(people.fort.world.shard_of(place)) is not None:
            (click,) = await people.fort.world.press("11", place, _SETTINGS, patience=3)
            if click.shown:
                return
        assert time.monotonic() < until
        await asyncio.sleep(0.2)
