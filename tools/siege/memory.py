"""Memory runs short: the kernel kills workers, and the bot itself gets no more (G22).

The kernel ends the largest process first, which is a worker that thinks.  The bot's own room is
closed by a limit of its address space, so any line of it may fail; where the process ends for it,
its supervisor starts it again, as in compose.yaml.
"""

import asyncio
import resource
import signal
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

from tools.fleet.load import everybody_plays, some_moves
from tools.siege.bot_process import BotProcess, children_of, running_bot, send
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.disk import AGAIN, taken_again
from tools.siege.goals import Figure, Size, at_most, every
from tools.siege.move_figures import slowest_answer, stored_figures
from tools.siege.players import PRESETS, Players, places

_TABLES: Final = 6
_SHORT: Final = 2  # tables of the short form
_PACE: Final = 0.5  # seconds between two moves of a table
_SHORTAGE: Final = (1.0, 4.0)  # seconds without memory
_ROOM: Final = 1 << 20  # bytes the process may still take
_PAUSE: Final = 1.0
_PROBE: Final = 20_000_000  # the first id of the people of a table at which nobody else plays
_LONG: Final = 100  # its match does not end


async def run(size: Size) -> list[Figure]:
    async with running_bot(BotProcess(SimulatedDiscord(), size.folder)) as fort:
        fort.settings |= {"WORKERS": "2"}
        people = Players(fort, Random(size.seed), robots="expert")
        await fort.start()
        count = _SHORT if size.is_short else _TABLES
        for n, place in enumerate(places(count)):
            await people.open(place, PRESETS[n % len(PRESETS)], people=1 + n % 2)
        async with everybody_plays(people, _PACE):
            killed = await _kill_workers(people, size.times)
            await some_moves(people)
        slowest = slowest_answer(people)
        probe = Players(fort, people.chance, first=_PROBE)
        await probe.open(places(count + 1)[-1], "sochi", target=_LONG)
        again, restarts = await _starve(people, probe, size)
        return [
            every("G22", "workers killed by the kernel", killed, size.times),
            at_most("G22", "the slowest click beside them", slowest, 2.5 * size.patience),
            at_most(
                "G22", "a move is taken again after a shortage", max(again), AGAIN * size.patience
            ),
            Figure(
                "G22", "shortages that ended the process", "counted", str(restarts), is_met=True
            ),
            *stored_figures(people),
        ]


async def _kill_workers(people: Players, times: int) -> int:
    killed = 0
    while killed < times:
        await asyncio.sleep(people.chance.uniform(0, _PAUSE))
        assert people.fort.process is not None
        if own := children_of(people.fort.process.pid):
            killed += send(people.chance.choice(own), signal.SIGKILL)
    return killed


async def _starve(people: Players, probe: Players, size: Size) -> tuple[list[float], int]:
    """Take the memory away while all play; seconds to the next move after each, and restarts."""
    fort, again, restarts = people.fort, list[float](), 0
    for _ in range(size.times):
        assert fort.process is not None
        async with everybody_plays(people, _PACE):
            await asyncio.sleep(_PAUSE)
            _limit(fort.process.pid, _used(fort.process.pid) + _ROOM)
            await asyncio.sleep(people.chance.uniform(*_SHORTAGE))
            if fort.process.returncode is None:
                _limit(fort.process.pid, resource.RLIM_INFINITY)
        if fort.process.returncode is not None:
            restarts += 1
            await fort.start()
        again.append(await taken_again(probe, size) or float("inf"))
    return again, restarts


def _used(pid: int) -> int:
    """Bytes of its address space."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[0]) * resource.getpagesize()


def _limit(pid: int, most: int) -> None:
    with suppress(ProcessLookupError):
        resource.prlimit(pid, resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
