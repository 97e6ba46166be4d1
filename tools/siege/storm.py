"""Ten minutes of Discord at its worst (G16): three requests in ten go wrong.

The minutes are those of the tables, not of the clock on the wall: as many moves are made as twelve
tables make in ten minutes at human pace, without the thinking between them.  What the bot waits of
its own accord is not shortened.
"""

import asyncio
import time
from random import Random
from typing import Final

from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.faults import FaultPlan
from tools.siege.goals import Figure, Size, at_most, every, none
from tools.siege.players import PRESETS, Players, Table, denied, places

TABLES: Final = 12
PACE: Final = 0.158  # moves a second of one table of humans
_PERCENT: Final = 30
_PATIENCE: Final = 3.5  # seconds a player waits for an answer before clicking again


async def run(size: Size) -> list[Figure]:
    chance = Random(size.seed)
    world = SimulatedDiscord(weather=FaultPlan(chance))
    async with running_bot(BotProcess(world, size.folder)) as fort:
        people = Players(fort, chance)
        await fort.start()
        count = 3 if size.is_short else TABLES
        for n, place in enumerate(places(count, each=6)):
            await people.open(place, PRESETS[n % len(PRESETS)])
        world.weather.percent = _PERCENT
        await _play(people, round(count * PACE * size.times))
        world.weather.percent = 0
        right = await _all_right(people, 60)
        return [*_figures(people, world), at_most("G16", "all messages right after it", right, 60)]


async def _play(people: Players, moves: int) -> None:
    """All tables at once, until so many moves were tried."""

    async def at(table: Table) -> None:
        while sum(len(one.acts) for one in people.tables) < moves:
            if not await people.step(table, patience=_PATIENCE):
                return

    await asyncio.gather(*(at(table) for table in people.tables))


async def _all_right(people: Players, within: float) -> float | None:
    """Seconds until every public message shows what is stored; None: never."""
    began = time.monotonic()
    while time.monotonic() < began + within:
        if not people.book.behind() and await people.fort.shown(0.1) is not None:
            return time.monotonic() - began
        await asyncio.sleep(0.2)
    return None


def _figures(people: Players, world: SimulatedDiscord) -> list[Figure]:
    acts = list(people.acts())
    acknowledged = sum(bool(act.acknowledged) for act in acts)
    told = sum(any(map(denied, act.clicks)) for act in acts)
    posted = world.posted
    twice = people.book.posts_too_many(posted).total()
    return [
        every("G16", "requests that went wrong", world.weather.struck, world.weather.struck),
        none("G16", "moves acknowledged and lost", people.lost(), acknowledged),
        none("G16", "messages posted twice", twice, len(posted)),
        none("G16", f"told untruly that nothing is stored ({told} told)", people.lies(), len(acts)),
        none("G16", "tracebacks in the log", people.fort.tracebacks(), len(acts)),
    ]
