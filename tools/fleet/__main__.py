"""``make fleet``: from nothing to a fleet that plays, with a page to look at; it ends by itself.

A PostgreSQL, a scheduler with two thinkers, four processes of the bot and one that stands by for
each, a Discord on the loopback with four shards, and people who play.  Nothing is left behind,
whether it ends by itself, by Ctrl-C or by SIGTERM; a second one runs beside it.
"""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Final

from tools.fleet.load import open_tables, play
from tools.fleet.page import shown
from tools.fleet.processes import FleetProcesses, free_port, launched
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import REPOSITORY
from tools.siege.players import Players
from tools.subprocesses import until_told

_SHARDS: Final = 4
_PAGE: Final = 8790
_ROBOTS_TOO: Final = {"ROBOT_LEVEL": "expert", "ROBOT_PACE_SECONDS": "1"}


def main(words: list[str]) -> int:
    chosen = _parser().parse_args(words)
    with tempfile.TemporaryDirectory(prefix="fleet-") as folder:
        asyncio.run(until_told(_sail(chosen, Path(folder))))
    print("All of it is gone.")
    return 0


async def _sail(chosen: argparse.Namespace, folder: Path) -> None:
    world, chance = (
        SimulatedDiscord(guilds=max(_SHARDS, chosen.tables // 5), shards=_SHARDS),
        Random(1),
    )
    print("A PostgreSQL, a scheduler and the processes are started; that takes half a minute.")
    async with thinking(chosen.thinkers) as (address, thinkers):
        more = {**_ROBOTS_TOO, "THINKERS": address}
        async with (
            launched(world, folder, standby=1, settings=more) as yard,
            shown(yard, chosen.port, lambda: sum(one.returncode is None for one in thinkers)) as at,
        ):
            print(f"The page is at {at} for {chosen.minutes:g} minutes. Ctrl-C ends it before.")
            with suppress(TimeoutError):
                async with asyncio.timeout(chosen.minutes * 60):
                    await _load(yard, chance, chosen.tables)


async def _load(yard: FleetProcesses, chance: Random, tables: int) -> None:
    people = Players(yard, chance)
    await open_tables(people, tables, people_each=2)
    async with asyncio.TaskGroup() as group:
        for n in range(tables):
            group.create_task(play(people, n, chance, pace=2.0))


@asynccontextmanager
async def thinking(count: int) -> AsyncIterator[tuple[str, list[asyncio.subprocess.Process]]]:
    """A scheduler of this machine alone and so many thinkers of one process each; its address."""
    address = f"tcp://127.0.0.1:{free_port()}"
    started: list[asyncio.subprocess.Process] = []
    try:
        for words in (("schedule", "--listen", address), *[("think",)] * count):
            process = await _started(address, *words)
            started.append(process)
        yield address, started[1:]
    finally:
        await asyncio.gather(*map(_ended, started))


async def _started(address: str, *words: str) -> asyncio.subprocess.Process:
    environment = {"PYTHONPATH": str(REPOSITORY), "PATH": os.environ["PATH"], "WORKERS": "1"}
    environment |= {"THINKERS": address, "LOG_LEVEL": "WARNING"}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *words),
        env=environment,
        cwd=tempfile.gettempdir(),
        process_group=0,
    )


async def _ended(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(process.wait(), 10)
    except TimeoutError:
        process.kill()
        await process.wait()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fleet", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("minutes", nargs="?", type=float, default=5.0, help="default %(default)s")
    parser.add_argument("--tables", type=int, default=20, help="default %(default)s")
    parser.add_argument("--thinkers", type=int, default=2, help="default %(default)s")
    parser.add_argument(
        "--port",
        type=int,
        default=_PAGE,
        help="of the page; default %(default)s, else one that is free",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
