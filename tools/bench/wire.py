"""Moves through the real process on a Discord of the loopback, beside a bare bot of the same run.

``python -m tools.bench wire``: three people a table, every move a click.  What the people
and their Discord cost is in the times and not in the processor's seconds, which are the bot's own.
Machines differ and are busy; only the ratios may be compared.  They take a move for 4.3 requests
of the bare bot, as many as it was when that was first measured, however few it needs by now.
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import share
from tools.siege.players import Players, Table, places
from tools.siege.shapes import Place

REQUESTS: Final = 4.3  # of a move, for the ratios
_BARE: Final = Path(__file__).with_name("bare_bot.py")
_PRESETS: Final = ("sochi", "croatian", "viennese")
_TARGET: Final = 100  # no match ends meanwhile
_BARE_SECONDS: Final = 5.0
_AT_ONCE: Final = 50
_OPENED_AT_ONCE: Final = 8
_PAUSE: Final = 8.0  # seconds between two moves of a table at human pace


class Pace(NamedTuple):
    """Load of a run: number of tables, duration, and seconds between the moves of a table."""

    tables: int
    seconds: float
    pause: float = 0.0

    def __str__(self) -> str:
        tables = "1 table" if self.tables == 1 else f"{self.tables} tables"
        how = f"a move each {self.pause:g} s" if self.pause else "without a pause"
        return f"{tables}, {how}"


PACES: Final = (Pace(1, 8), Pace(20, 12), Pace(200, 16, _PAUSE))


@dataclass(frozen=True, slots=True)
class Run:
    """Timing of a run: ``waited`` is seconds per click, ``spent`` processor seconds in all."""

    waited: Sequence[float]
    wall: float
    spent: float
    requests: int

    @property
    def rate(self) -> float:
        """Clicks a second."""
        return len(self.waited) / self.wall

    @property
    def cost(self) -> float:
        """Milliseconds of the processor for a click."""
        return 1000 * self.spent / len(self.waited)

    def __str__(self) -> str:
        p50, p99 = (1000 * (share(self.waited, part) or 0) for part in (0.5, 0.99))
        each = self.requests / len(self.waited)
        return (
            f"{self.rate:7.1f}/s  p50 {p50:6.1f} ms  p99 {p99:6.1f} ms"
            f"  CPU {self.cost:5.2f} ms  {each:.1f} requests  ({len(self.waited)})"
        )


@dataclass
class Patient(SimulatedDiscord):
    """Without limits: it is the bot that is measured.  Everybody plays in one private message.

    ``parse`` counts the requests.
    """

    heard: int = 0
    hands: dict[str, str] = field(default_factory=dict)

    def private_of(self, user: str) -> str:
        return self.hands.setdefault(user, self.new_id())

    def _limited(self, method: str, path: Sequence[str]) -> tuple[dict[str, str], float]:
        self.heard += 1
        return {}, 0


async def measured(fort: BotProcess, world: Patient, clicks: Awaitable[Sequence[float]]) -> Run:
    """``clicks`` are the seconds each of them was waited for."""
    began, spent, heard = time.monotonic(), fort.spent(), world.heard
    waited = await clicks
    wall = time.monotonic() - began
    return Run(waited, wall, fort.spent() - spent, world.heard - heard)


async def bare(folder: Path, at_once: int) -> Run:
    """Measure `at_once` concurrent clicks on a bot that does nothing else."""
    world = Patient()
    fort = BotProcess(world, folder)
    fort.child = _BARE
    async with running_bot(fort):
        await fort.start()
        return await measured(fort, world, _bare_clicks(world, at_once))


async def _bare_clicks(world: SimulatedDiscord, at_once: int) -> list[float]:
    until, times = time.monotonic() + _BARE_SECONDS, list[float]()

    async def somebody() -> None:
        while time.monotonic() < until:
            (click,) = await world.press("7", Place(0, 0), "bare:0")
            times.append(click.waited)

    await asyncio.gather(*(somebody() for _ in range(at_once)))
    return times


async def moves(folder: Path, paces: Sequence[Pace]) -> AsyncIterator[tuple[Pace, Run]]:
    """The bot as it is, at one pace after the other."""
    most = max(pace.tables for pace in paces)
    world = Patient(guilds=most // 10 + 1)
    async with running_bot(fort := BotProcess(world, folder)):
        people = Players(fort, Random(1))
        await fort.start()
        await _open(people, most)
        await fort.shown(60)
        for pace in paces:
            yield pace, await measured(fort, world, _played(people, pace))


async def _open(people: Players, count: int) -> None:
    waiting = iter(list(enumerate(places(count))))

    async def some() -> None:
        for n, place in waiting:
            await people.open(place, _PRESETS[n % len(_PRESETS)], target=_TARGET)

    await asyncio.gather(*(some() for _ in range(_OPENED_AT_ONCE)))


async def _played(people: Players, pace: Pace) -> list[float]:
    until, times = time.monotonic() + pace.seconds, list[float]()

    async def at(table: Table, chance: Random) -> None:
        while time.monotonic() < until:
            pause = chance.expovariate(1 / pace.pause) if pace.pause else 0
            await asyncio.sleep(min(pause, until - time.monotonic()))
            before = len(table.acts)
            if time.monotonic() < until and await people.step(table):
                times.extend(click.waited for act in table.acts[before:] for click in act.clicks)

    tables = people.tables[: pace.tables]
    await asyncio.gather(*(at(table, Random(people.chance.random())) for table in tables))
    return times


async def _measure(paces: Sequence[Pace], say: Callable[[str], None]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        say(f"{'bare, one at a time':32}{await bare(folder, 1)}")
        many = await bare(folder, _AT_ONCE)
        say(f"{f'bare, {_AT_ONCE} at once':32}{many}")
        async for pace, run in moves(folder, paces):
            rate, cost = REQUESTS * run.rate / many.rate, REQUESTS * many.cost / run.cost
            say(f"{pace!s:32}{run}")
            told = "" if pace.pause else f"moves {rate:.2f}, "
            say(f"{'  ratio to the bare bot':32}{told}CPU {cost:.2f}")


def main() -> None:
    asyncio.run(_measure(PACES, print))


if __name__ == "__main__":
    main()
