"""Processes that hang: workers and a thinker are stopped in the middle of their work (G22).

A stopped process answers nothing and does not end, as one on a machine that swaps.  Robots think
with it, pictures are drawn by it, and nobody at a table may wait for it.
"""

import asyncio
import signal
import time
from contextlib import suppress
from random import Random
from typing import Final, NamedTuple

from bot.engine.game import to_act
from tools.fleet.load import everybody_plays, some_moves
from tools.fleet.thinkers import thinking
from tools.siege.bot_process import BotProcess, children_of, running_bot, send
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import Figure, Size, at_most, every
from tools.siege.move_figures import slowest_answer, stored_figures
from tools.siege.players import PRESETS, Players, places

_TABLES: Final = 6
_SHORT: Final = 2  # tables of the short form
_PACE: Final = 1.0  # seconds between two moves of a table
_PAUSE: Final = (0.5, 3.0)  # seconds between two stops
_ROBOT: Final = 15.0  # seconds a seat may be asked, then its robot makes the plain move
_LOOK: Final = 0.25


class Wait(NamedTuple):
    """Since when a seat of a table is asked."""

    version: int
    since: float


async def run(size: Size) -> list[Figure]:
    async with (
        thinking(1) as thinkers,
        running_bot(BotProcess(SimulatedDiscord(), size.folder)) as fort,
    ):
        fort.settings |= {"WORKERS": "2", "THINKERS": thinkers[0].url}
        people = Players(fort, Random(size.seed), robots="expert")
        await fort.start()
        count = _SHORT if size.is_short else _TABLES
        for n, place in enumerate(places(count)):
            await people.open(place, PRESETS[n % len(PRESETS)], people=1 + n % 2)
        watch = asyncio.create_task(_longest(people))
        async with everybody_plays(people, _PACE):
            stopped = await _stop_often(people, size.times, thinkers[0].process.pid)
            await some_moves(people)
        watch.cancel()
        longest = await watch
        slow = 2.5 * size.patience
        return [
            every("G22", "processes stopped in the middle", stopped, size.times),
            at_most("G22", "the slowest click beside them", slowest_answer(people), slow),
            at_most("G22", "a robot's seat asked for at most", longest, _ROBOT * size.patience),
            *stored_figures(people),
        ]


async def _stop_often(people: Players, times: int, thinker: int) -> int:
    """Stop a worker, or now and then the thinker for some seconds; how often."""
    chance, stopped = people.chance, 0
    while stopped < times:
        await asyncio.sleep(chance.uniform(*_PAUSE))
        assert people.fort.process is not None
        own = children_of(people.fort.process.pid)
        victim = chance.choice([*own, thinker])
        stopped += send(victim, signal.SIGSTOP)
        if victim == thinker:
            await asyncio.sleep(chance.uniform(*_PAUSE))
            send(thinker, signal.SIGCONT)
    assert people.fort.process is not None
    for worker in children_of(people.fort.process.pid):
        send(worker, signal.SIGCONT)  # else it would outlive a bot that is killed
    return stopped


async def _longest(people: Players) -> float:
    """Return the longest time for which a robot was asked, once it is cancelled."""
    waits, longest = dict[int, Wait](), 0.0
    with suppress(asyncio.CancelledError):
        while True:
            await asyncio.sleep(_LOOK)
            for table in people.tables:
                game, now = people.book.game(table.game), time.monotonic()
                wait = waits.get(table.game)
                if wait is None or wait.version != game.version:
                    waits[table.game] = Wait(game.version, now)
                elif (seat := to_act(game)) is not None and seat >= 0 and not table.users[seat]:
                    longest = max(longest, now - wait.since)
    return longest
