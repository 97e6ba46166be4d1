"""Processes of a fleet killed one by one while 200 tables play; others take over (G1, G7, G26)."""

import asyncio
import signal
import time
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from tools.fleet.load import everybody_plays, open_tables
from tools.fleet.processes import FleetProcesses, launched
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import Figure, Size, at_most, every, none, share
from tools.siege.move_figures import stored_figures
from tools.siege.players import Players

_SHARDS: Final = 4
_TABLES: Final = 200
_SHORT: Final = (2, 6)  # shards and tables of the short form
_PACE: Final = 8.0  # seconds between two moves of a table
_SHORT_PACE: Final = 0.2
_LIFE: Final = (1.0, 4.0)  # seconds of a process after all shards were there again
_OWNERLESS: Final = 20.0  # seconds a table may be without
_APART: Final = 4.5  # seconds between two shards that identify themselves
_APART_SHORT: Final = 3.0


class Kill(NamedTuple):
    """A killed owner: its shard, and when."""

    shard: int
    at: float


async def run(size: Size) -> list[Figure]:
    shards, tables = _SHORT if size.is_short else (_SHARDS, _TABLES)
    chance, world = (
        Random(size.seed),
        SimulatedDiscord(guilds=max(tables // 10, shards), shards=shards),
    )
    async with launched(world, size.folder, standby=1) as yard:
        people = Players(yard, chance)
        await open_tables(people, tables)
        pace = _SHORT_PACE if size.is_short else _PACE
        async with everybody_plays(people, pace):
            kills = [await _kill(people, chance, size) for _ in range(size.times)]
        every_kill = every("G1", "kills of a process of the fleet", len(kills), size.times)
        return [
            every_kill,
            *stored_figures(people),
            *_owned(people, kills, size),
            *_asked(world, size),
        ]


async def _kill(people: Players, chance: Random, size: Size) -> Kill:
    """Kill a shard's owner; its standby takes over, and a new process stands by."""
    yard = people.fort
    assert isinstance(yard, FleetProcesses)
    shard = chance.randrange(yard.world.shards)
    owner = await yard.owner(shard)
    kill = Kill(shard, time.monotonic())
    await owner.end(signal.SIGKILL)
    yard.ships.remove(owner)
    await yard.set_sail(shard)
    await yard.all_there()
    await _again(people, kill, _OWNERLESS * size.patience)
    await asyncio.sleep(chance.uniform(*_LIFE))
    return kill


async def _again(people: Players, kill: Kill, within: float) -> None:
    """Until somebody was answered there, or it is too late anyway."""
    until = time.monotonic() + within
    while time.monotonic() < until and None in _gaps(people, [kill]):  # noqa: ASYNC110
        await asyncio.sleep(0.2)


def _gaps(people: Players, kills: list[Kill]) -> list[float | None]:
    """Return, for each kill, the seconds until a player of that shard got an answer again."""
    shard_of = people.fort.world.shard_of
    found: list[float | None] = []
    for kill in kills:
        answers = [
            click.answered
            for table in people.tables
            if shard_of(table.place) == kill.shard
            for act in table.acts
            for click in act.clicks
            if click.born > kill.at and click.answered < float("inf")
        ]
        found.append(min(answers) - kill.at if answers else None)
    return found


def _owned(people: Players, kills: list[Kill], size: Size) -> Iterator[Figure]:
    most = _OWNERLESS * size.patience
    gaps = _gaps(people, kills)
    known = [gap for gap in gaps if gap is not None]
    late = sum(gap is None or gap > most for gap in gaps)
    yield none("G26", f"tables without an owner for more than {most:.0f} s", late, len(gaps))
    yield at_most("G26", "until a table answered again, at most", max(known, default=None), most)
    if not size.is_short:
        yield at_most("G26", "until a table answered again, half of all", share(known, 0.5), 15)


def _asked(world: SimulatedDiscord, size: Size) -> Iterator[Figure]:
    """Discord lets one shard of a bucket identify itself within five seconds.

    On a busy machine the stand-in reads the first one late, so a short form is content with less.
    """
    least = _APART_SHORT if size.is_short else _APART
    times = sorted(world.identified)
    early = sum(b - a < least for a, b in pairwise(times))
    yield none("G26", "shards that identified themselves too early", early, len(times))
