"""Moves through the real process on a Discord of the loopback, beside a bare bot of the same run.

``python -m tools.bench wire``: three people a table, every move a click, first in words and then
with tables and hands drawn, beside a bare bot that uploads a file of the same size.  What the
people and their Discord cost is in the times and not in the processor's seconds, which are the
bot's own, without its workers.  Machines differ and are busy; only the ratios may be compared.
They take a move for 4.3 requests of the bare bot, as many as it was when that was first measured,
however few it needs by now.
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from aiohttp import web

from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import Click, SimulatedDiscord
from tools.siege.goals import share
from tools.siege.players import Players, Table, places
from tools.siege.shapes import Place

REQUESTS: Final = 4.3  # of a move, for the ratios
PICTURE: Final = 16 * 1024  # bytes of a file of the bare bot: a drawn table
_CARDS: Final = 30  # clicks in the play of a deal
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
    """Timing of a run: ``clicks``, ``spent`` processor seconds and ``sent`` bytes in all."""

    clicks: Sequence[Click]
    wall: float
    spent: float
    requests: int
    sent: int

    @property
    def waited(self) -> Sequence[float]:
        """Seconds until a click showed its result."""
        return [click.waited for click in self.clicks]

    @property
    def rate(self) -> float:
        """Clicks a second."""
        return len(self.clicks) / self.wall

    @property
    def cost(self) -> float:
        """Milliseconds of the processor for a click."""
        return 1000 * self.spent / len(self.clicks)

    def __str__(self) -> str:
        p50, p99 = (1000 * (share(self.waited, part) or 0) for part in (0.5, 0.99))
        acks = [click.waited_for_ack for click in self.clicks]
        ack50, ack99 = (1000 * (share(acks, part) or 0) for part in (0.5, 0.99))
        each, size = self.requests / len(self.clicks), self.sent / len(self.clicks) / 1024
        return (
            f"{self.rate:7.1f}/s  shown p50 {p50:6.1f} p99 {p99:6.1f} ms"
            f"  acknowledged p50 {ack50:5.1f} p99 {ack99:6.1f} ms  CPU {self.cost:5.2f} ms"
            f"  {each:.1f} requests  {size:.1f} KiB  ({len(self.clicks)})"
        )


@dataclass
class Patient(SimulatedDiscord):
    """Without limits: it is the bot that is measured.  Everybody plays in one private message.

    ``heard`` counts the requests, ``received`` their bytes.
    """

    heard: int = 0
    received: int = 0
    hands: dict[str, str] = field(default_factory=dict)

    def private_of(self, user: str) -> str:
        return self.hands.setdefault(user, self.new_id())

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        self.received += request.content_length or 0
        return await SimulatedDiscord._rest(self, request)

    def _limited(self, method: str, path: Sequence[str]) -> tuple[dict[str, str], float]:
        self.heard += 1
        return {}, 0


async def measured(fort: BotProcess, world: Patient, clicks: Awaitable[Sequence[Click]]) -> Run:
    began, spent, heard, received = time.monotonic(), fort.spent(), world.heard, world.received
    made = await clicks
    wall = time.monotonic() - began
    seconds, requests, sent = fort.spent() - spent, world.heard - heard, world.received - received
    return Run(made, wall, seconds, requests, sent)


async def bare(folder: Path, at_once: int, file: int = 0) -> Run:
    """Measure `at_once` concurrent clicks on a bot that does nothing else.

    Each of its answers uploads a file of so many bytes, or none.
    """
    world = Patient()
    fort = BotProcess(world, folder)
    fort.child, fort.settings["FILE_BYTES"] = _BARE, str(file)
    async with running_bot(fort):
        await fort.start()
        return await measured(fort, world, _bare_clicks(world, at_once))


async def _bare_clicks(world: SimulatedDiscord, at_once: int) -> list[Click]:
    until, made = time.monotonic() + _BARE_SECONDS, list[Click]()

    async def somebody() -> None:
        while time.monotonic() < until:
            made.extend(await world.press("7", Place(0, 0), "bare:0"))

    await asyncio.gather(*(somebody() for _ in range(at_once)))
    return made


async def moves(
    folder: Path, paces: Sequence[Pace], *, drawn: bool = False
) -> AsyncIterator[tuple[Pace, Run]]:
    """The bot as it is, in words or with pictures, at one pace after the other."""
    most = max(pace.tables for pace in paces)
    world = Patient(guilds=most // 10 + 1)
    fort = BotProcess(world, folder)
    fort.settings["WORKERS"] = "2" if drawn else "1"  # with one, tables go out in words
    async with running_bot(fort):
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


async def _played(people: Players, pace: Pace) -> list[Click]:
    until, made = time.monotonic() + pace.seconds, list[Click]()

    async def at(table: Table, chance: Random) -> None:
        while time.monotonic() < until:
            pause = chance.expovariate(1 / pace.pause) if pace.pause else 0
            await asyncio.sleep(min(pause, until - time.monotonic()))
            before = len(table.acts)
            if time.monotonic() < until and await people.step(table):
                made.extend(click for act in table.acts[before:] for click in act.clicks)

    tables = people.tables[: pace.tables]
    await asyncio.gather(*(at(table, Random(people.chance.random())) for table in tables))
    return made


async def _measure(paces: Sequence[Pace], say: Callable[[str], None]) -> None:
    for drawn in (False, True):
        with tempfile.TemporaryDirectory() as name:
            folder, file = Path(name), PICTURE if drawn else 0
            say("drawn" if drawn else "in words")
            say(f"{'bare, one at a time':32}{await bare(folder, 1, file)}")
            many = await bare(folder, _AT_ONCE, file)
            say(f"{f'bare, {_AT_ONCE} at once':32}{many}")
            async for pace, run in moves(folder, paces, drawn=drawn):
                rate, cost = REQUESTS * run.rate / many.rate, REQUESTS * many.cost / run.cost
                say(f"{pace!s:32}{run}")
                told = "" if pace.pause else f"moves {rate:.2f}, "
                deal = _CARDS * run.sent / len(run.clicks) / 1024
                say(f"{'  ratio to the bare bot':32}{told}CPU {cost:.2f}; {deal:.0f} KiB a deal")


def main() -> None:
    asyncio.run(_measure(PACES, print))


if __name__ == "__main__":
    main()
