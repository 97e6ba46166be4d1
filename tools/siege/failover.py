"""PostgreSQL is killed in the middle of acts, or replaced by its standby (G1, G26).

The standby is synchronous: what is confirmed is on both.  The address stays the same, as behind a
pooler or a moved address.
"""

import asyncio
import time
from random import Random
from typing import Final

from tools.fleet.load import everybody_plays, open_tables
from tools.fleet.postgres_pair import PostgresPair, postgres_pair
from tools.fleet.processes import FleetProcesses, launched
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import Figure, Size, at_most, every
from tools.siege.move_figures import confirmed, stored_figures, until_confirmed
from tools.siege.players import Players
from tools.siege.shapes import Place

_SHARDS: Final = 2
_TABLES: Final = 20
_SHORT: Final = 4  # tables of the short form
_PACE: Final = 0.3  # seconds between two moves of a table
_LIFE: Final = (0.5, 3.0)  # seconds of play before the end of a server
_AWAY: Final = (0.0, 4.0)  # seconds without one; a lease is trusted for eight
_BACK: Final = 30.0  # seconds until every shard answers again
_SETTINGS: Final = "pref:d:0:0:settings"


async def run(size: Size) -> list[Figure]:
    world = SimulatedDiscord(guilds=_SHARDS, shards=_SHARDS)
    async with (
        postgres_pair() as pair,
        launched(world, size.folder, standby=0 if size.is_short else 1, pair=pair) as yard,
    ):
        people = Players(yard, Random(size.seed))
        await open_tables(people, _SHORT if size.is_short else _TABLES)
        times = [await _end_server(people, pair, n % 2 == 1) for n in range(size.times)]
        most = _BACK * size.patience
        known = [one for one in times if one is not None]
        return [
            every(
                "G1", "ends of a PostgreSQL, every other with a failover", len(known), len(times)
            ),
            at_most("G26", "until every shard answered again", max(known, default=None), most),
            *stored_figures(people),
        ]


async def _end_server(people: Players, pair: PostgresPair, is_for_good: bool) -> float | None:
    """While all play; seconds from its end until somebody is answered on each shard."""
    yard, chance = people.fort, people.chance
    assert isinstance(yard, FleetProcesses)
    before = confirmed(people)
    async with everybody_plays(people, _PACE):
        await asyncio.sleep(chance.uniform(*_LIFE))
        await until_confirmed(people, before)
        began = time.monotonic()
        await (pair.fail_over if is_for_good else pair.crash)(chance.uniform(*_AWAY))
        answers = [await _answered(people, shard) for shard in range(_SHARDS)]
    return time.monotonic() - began if all(answers) else None


async def _answered(people: Players, shard: int) -> bool:
    """Let somebody open their settings until they are shown; False: they never were."""
    world, place, user = people.fort.world, Place(shard, 0), people.somebody()
    until = time.monotonic() + 10 * _BACK
    while time.monotonic() < until:
        if world.session(world.shard_of(place)) is not None:
            (click,) = await world.press(user, place, _SETTINGS, patience=3)
            if click.shown:
                return True
        await asyncio.sleep(0.2)
    return False
