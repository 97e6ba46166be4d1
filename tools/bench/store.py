"""The store: an act from the click to its commit, on a file and on a PostgreSQL, in one run.

Milliseconds of waiting, one act after another and of twenty tables at once, and what an act costs
this process.  Both write to the same disk and wait for it; they take turns, so that a busy machine
is busy for both.
"""

import asyncio
import signal
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import quantiles
from typing import Final, NamedTuple

from bot.store import Store
from bot.store.records import TableSnapshot
from tests.store.making import line, new_game, room_of, saving
from tests.support import postgres

_ACTS: Final = 200  # of a turn
_TURNS: Final = 4
_TABLES: Final = 20


class _Figures(NamedTuple):
    waits: list[float]
    cost: list[float]


async def _act(store: Store, room: TableSnapshot) -> TableSnapshot:
    before, after, entry = saving(room, line(room.row.version))
    await store.games.save(before, after, entry)
    return after


async def _turn(store: Store, rooms: list[TableSnapshot], figures: _Figures) -> None:
    """Each table acts as soon as its act before is stored."""
    used = time.process_time()

    async def play(place: int) -> None:
        for _ in range(_ACTS // len(rooms)):
            since = time.perf_counter()
            rooms[place] = await _act(store, rooms[place])
            figures.waits.append(1000 * (time.perf_counter() - since))

    await asyncio.gather(*(play(place) for place in range(len(rooms))))
    figures.cost.append(1000 * (time.process_time() - used) / _ACTS)


async def _measure(stores: dict[str, Store], tables: int) -> None:
    figures = {name: _Figures([], []) for name in stores}
    rooms = {}
    for name, store in stores.items():
        games = [await new_game(store) for _ in range(tables)]
        rooms[name] = [await room_of(store, game_id) for game_id in games]
    for _ in range(_TURNS):
        for name, store in stores.items():
            await _turn(store, rooms[name], figures[name])
    for name, (waits, cost) in figures.items():
        cuts = quantiles(waits, n=100)
        print(
            f"  {name:10} {tables:3} at once: p50 {cuts[49]:6.2f} ms, p99 {cuts[98]:6.2f} ms,"
            f" {min(cost):.2f} ms of this process an act"
        )


async def _run(folder: Path) -> None:
    async with AsyncExitStack() as stack:
        file = await stack.enter_async_context(Store.session(folder / "games.db", now=1))
        url = await stack.enter_async_context(postgres.migrated_database())
        postgres.server().stop(signal.SIGINT)
        postgres.server().start("fsync=on")  # the tests do without
        server = await Store.connect(url)
        stack.push_async_callback(server.close)
        for tables in (1, _TABLES):
            await _measure({"SQLite": file, "PostgreSQL": server}, tables)


def main() -> None:
    """Both stores, one table and many."""
    with tempfile.TemporaryDirectory(prefix="preferans-bench-") as folder:
        asyncio.run(_run(Path(folder)))
