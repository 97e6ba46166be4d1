"""People who go on playing whatever is killed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Final

from tools.fleet.status import DatabaseAway
from tools.siege.players import PRESETS, Players, Table, places
from tools.siege.shapes import Place

_TRIPLE: Final = 0.1  # of the clicks are three at once
_TRIES: Final = 10  # of who wants a table, ten seconds each
_SOME: Final = 6  # moves of a table; its robot is asked meanwhile
_AT_MOST: Final = 120.0  # seconds more for these, on a busy machine
_SETTLED: Final = 2.0  # seconds
_AT_ONCE: Final = 4  # tables that are opened side by side


async def open_tables(people: Players, count: int, people_each: int = 3) -> None:
    """On all servers, the rest of their seats with robots."""
    each = max(1, count // people.fort.world.guilds)
    waiting = list(enumerate(places(count, each)))

    async def open_some() -> None:
        while waiting:
            n, place = waiting.pop(0)
            await _opened(people, place, PRESETS[n % len(PRESETS)], people_each)

    await asyncio.gather(*(open_some() for _ in range(_AT_ONCE)))


async def play(people: Players, n: int, chance: Random, pace: float) -> None:
    """At a table, and at those that follow it; ``pace`` is seconds between two moves."""
    table = people.tables[n]
    while True:
        times = 3 if chance.random() < _TRIPLE else 1
        with suppress(DatabaseAway):  # looks again later
            if not await people.step(table, patience=4, times=times):
                table = await _another(people, table)
        await asyncio.sleep(chance.uniform(0, 2 * pace))


@asynccontextmanager
async def everybody_plays(people: Players, pace: float) -> AsyncIterator[None]:
    """At all tables within; after it, what was sent is stored or not."""
    tables = range(len(people.tables))
    playing = [asyncio.create_task(play(people, n, people.chance, pace)) for n in tables]
    try:
        yield
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.sleep(_SETTLED)


async def some_moves(people: Players) -> None:
    """Until every table has had some, on average; not for ever."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_AT_MOST):
            while len(list(people.acts())) < _SOME * len(people.tables):  # noqa: ASYNC110
                await asyncio.sleep(0.2)


async def _another(people: Players, table: Table) -> Table:
    seated = sum(user is not None for user in table.users)
    return await _opened(people, table.place, table.preset, seated)


async def _opened(people: Players, place: Place, preset: str, seated: int) -> Table:
    """Asked for again while nobody was there to open it; at last as the last one went."""
    for _ in range(_TRIES):
        with suppress(AssertionError, DatabaseAway):
            return await people.open(place, preset, seated)
        await asyncio.sleep(1)
    return await people.open(place, preset, seated)
