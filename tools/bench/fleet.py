"""Processes on one PostgreSQL: acts a second of 1, 2 and 4 of them, in turn, and what an act costs.

Each has tables of its own that act as fast as they can, on a server that waits for its disk.  All
of them and the server share the cores of this machine, so with as many processes as cores acts a
second say little; what an act costs a process, and the server, is the figure that lets several
machines be reckoned: it must not grow with their number.

Measured is a database that has been played in and analyzed, as it is from its first minutes on.
One that was vacuumed or analyzed while it was empty is thought to stay so: questions read whole
tables, by plans that are kept until somebody looks again, and after 8,000 lines an act cost the
server four times as much.  A new one that nobody has looked at has the right plans by itself.
"""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import median
from typing import Final, NamedTuple

import asyncpg

from bot.fleet.schema import FleetConnection
from bot.model.enums import ShardRange
from bot.presets import load_presets
from bot.store import Store
from bot.tables import TableRegistry, TableServices
from tests.support import postgres
from tools.bench.tables import NOW, open_table, play

_PROCESSES: Final = (1, 2, 4)
_ROUNDS: Final = 5
_SECONDS: Final = 5.0
_TABLES: Final = 20  # of each process
_DEARER: Final = 1.25  # at most, an act of many processes than one of one
_SIZE: Final = (
    "SELECT sum(pg_total_relation_size(oid)) FROM pg_class"
    " WHERE relnamespace = 'preferans'::regnamespace AND relkind = 'r'"
)
# The row of a game is written anew at every act: where nobody vacuums, few games fill a long table.
_AS_HOSTED: Final = ("fsync=on", "autovacuum=on", "autovacuum_naptime=10s")
_DEALS: Final = "SELECT count(*) FROM preferans.deal"


class Turn(NamedTuple):
    """Throughput of a fleet: actions a second, and core milliseconds an action."""

    speed: float
    own: float
    server: float


async def _act(url: str, number: int) -> None:
    """A process: whenever it is told to, its tables act; how many acts, and its own seconds."""
    store = await Store.connect(url, owned=ShardRange(number, number, max(_PROCESSES)))
    tables = TableRegistry(TableServices(store, load_presets(), lambda: NOW, lambda game_id: None))
    chance = Random(number)
    mine = [await open_table(tables, 1000 * (number + 1) + n) for n in range(_TABLES)]
    print("there", flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        until, used = time.perf_counter() + _SECONDS, time.process_time()

        async def some(number: int, until: float = until) -> int:
            acts = 0
            while time.perf_counter() < until:
                acts += len(await play(mine[number], chance, 1))
            return acts

        acts = await asyncio.gather(*(some(n) for n in range(_TABLES)))
        print(sum(acts), time.process_time() - used, flush=True)
    await store.close()


async def _started(url: str, number: int) -> asyncio.subprocess.Process:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tools.bench.fleet", url, str(number)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    await _said(process)
    return process


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Nothing more is said to it."""
    assert process.stdin is not None
    process.stdin.close()
    await process.wait()


async def _said(process: asyncio.subprocess.Process) -> list[str]:
    assert process.stdout is not None
    return (await process.stdout.readline()).decode().split()


async def _turn(processes: Sequence[asyncio.subprocess.Process]) -> Turn:
    used = _spent(postgres.server().pid)
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
    said = [await _said(process) for process in processes]
    acts, own = sum(int(one[0]) for one in said), sum(float(one[1]) for one in said)
    server = _spent(postgres.server().pid) - used
    return Turn(acts / _SECONDS, 1000 * own / acts, 1000 * server / acts)


async def _size(db: FleetConnection) -> int:
    """Bytes of all tables, without what vacuuming gives back; it has been looked at then."""
    await db.execute("VACUUM (FULL, ANALYZE)")
    return int(await db.fetchval(_SIZE))


def _spent(server: int) -> float:
    """Seconds of a core the server has had, with all its sessions."""
    ticks = 0
    for process in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = process.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if process.parent.name == str(server):
            ticks += sum(map(int, words[11:15]))
        elif words[1] == str(server):
            ticks += sum(map(int, words[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


async def _measure() -> None:
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(postgres.migrated_database())
        postgres.server().stop(signal.SIGINT)
        postgres.server().start(*_AS_HOSTED)  # the tests do without
        processes = [await _started(url, number) for number in range(max(_PROCESSES))]
        await _turn(processes)
        db = await asyncpg.connect(url)
        deals = await db.fetchval(_DEALS)
        size = await _size(db)
        turns: dict[int, list[Turn]] = {many: [] for many in _PROCESSES}
        for _ in range(_ROUNDS):
            for many in _PROCESSES:
                turns[many].append(await _turn(processes[:many]))
        await asyncio.gather(*map(_ended, processes))
        played = await db.fetchval(_DEALS) - deals
        grown = await _size(db) - size
        await db.close()
    _tell(turns)
    print(f"  {grown / max(played, 1) / 1024:.1f} KiB on the disk of the server a deal")


def _tell(turns: dict[int, list[Turn]]) -> None:
    print(f"  {os.cpu_count()} cores for the processes and the server together")
    alone = turns[1]
    for many, found in turns.items():
        speed, own, server = (median(getattr(one, of) for one in found) for of in Turn._fields)
        faster = median(one.speed / other.speed for one, other in zip(found, alone, strict=True))
        dearer = median(
            (one.own + one.server) / (other.own + other.server)
            for one, other in zip(found, alone, strict=True)
        )
        mark = "" if dearer <= _DEARER else "  MISSED"
        print(
            f"  {many} processes: {speed:6.0f} acts a second, {faster:.2f} of one; an act costs"
            f" {own:.2f} ms of a process and {server:.2f} ms of the server,"
            f" {dearer:.2f} of one's (goal <= {_DEARER}){mark}"
        )


def main() -> None:
    """All of them on this machine, one number of processes after another."""
    asyncio.run(_measure())


if __name__ == "__main__":
    asyncio.run(_act(sys.argv[1], int(sys.argv[2])))
