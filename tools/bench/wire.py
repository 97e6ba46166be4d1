"""Moves through the real process on a Discord of the loopback, beside a bare bot of the same run.

``python -m tools.bench wire``: three people a table, every move a click, first in words and then
with tables and hands drawn.  At every pace the bare bot is clicked as often as the bot has just
been, and makes as many requests for a click, of as many bytes, all at the same time; neither has a
stopwatch in it.  Human pace comes first.  The tables stand in all parts of their deals.

What the people and their Discord cost is in the times and not in the processor's seconds, which are
the bot's own, without its workers.  Machines differ and are busy; only the ratios may be compared.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from aiohttp import web

from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import Click, SimulatedDiscord
from tools.siege.goals import share
from tools.siege.players import Players, Table, places
from tools.siege.shapes import Json, Place

_CARDS: Final = 30  # clicks in the play of a deal
_MOVES: Final = 40  # of a deal, from the auction to the next one
_BARE: Final = Path(__file__).with_name("bare_bot.py")
_PRESETS: Final = ("sochi", "croatian", "viennese")
_TARGET: Final = 100  # no match ends meanwhile
_OPENED_AT_ONCE: Final = 8


class Pace(NamedTuple):
    """Load of a run: number of tables, duration, and seconds between the moves of a table."""

    tables: int
    seconds: float
    pause: float = 0.0

    def __str__(self) -> str:
        tables = "1 table" if self.tables == 1 else f"{self.tables} tables"
        how = f"a move each {self.pause:g} s" if self.pause else "without a pause"
        return f"{tables}, {how}"


PACES: Final = (Pace(20, 20, 1), Pace(200, 20, 8), Pace(500, 20, 8), Pace(1, 8), Pace(20, 12))


class Traffic(NamedTuple):
    """Requests of a process so far: ``edits`` have a body alone, ``uploads`` bring files.

    ``boards`` are the edits of public messages among them, which the global limit counts.
    """

    edits: int = 0
    edit_bytes: int = 0
    uploads: int = 0
    upload_bytes: int = 0
    boards: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """Figures of a run: ``spent`` processor seconds, times the main thread slept, requests."""

    clicks: Sequence[Click]
    wall: float
    spent: float
    slept: int
    traffic: Traffic

    @property
    def rate(self) -> float:
        """Clicks a second."""
        return len(self.clicks) / self.wall

    @property
    def cost(self) -> float:
        """Milliseconds of the processor for a click."""
        return 1000 * self.spent / len(self.clicks)

    @property
    def kibibytes(self) -> float:
        """KiB sent for a click."""
        return (self.traffic.edit_bytes + self.traffic.upload_bytes) / 1024 / len(self.clicks)

    def __str__(self) -> str:
        count, traffic = len(self.clicks), self.traffic
        requests, slept = (traffic.edits + traffic.uploads) / count, self.slept / count
        waited = [click.waited for click in self.clicks]
        p50, p99 = (1000 * (share(waited, part) or 0) for part in (0.5, 0.99))
        return (
            f"CPU {self.cost:5.2f} ms  {requests:.1f} requests, {traffic.uploads / count:.1f} with"
            f" a file, {self.kibibytes:5.1f} KiB  slept {slept:4.1f}  {self.rate:6.1f}/s"
            f"  shown p50 {p50:5.1f} p99 {p99:6.1f} ms  ({count})"
        )


@dataclass
class Patient(SimulatedDiscord):
    """Without limits: it is the bot that is measured.

    Everybody plays in one private message, and in the one that is sent below a new board after it.
    """

    traffic: Traffic = field(default_factory=Traffic)
    hands: dict[str, str] = field(default_factory=dict)

    def private_of(self, user: str) -> str:
        return self.hands.setdefault(user, self.new_id())

    def _followed(self, method: str, number: str, body: Any) -> Json:
        message = super()._followed(method, number, body)
        if method == "POST" and (click := self.clicks.get(number)) is not None:
            self.hands[click.user] = message["id"]
        return message

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        now, size = self.traffic, request.content_length or 0
        path = request.match_info["path"]
        is_board = request.method == "PATCH" and path.startswith("channels/")
        if request.content_type == "multipart/form-data":
            now = now._replace(uploads=now.uploads + 1, upload_bytes=now.upload_bytes + size)
        else:
            now = now._replace(edits=now.edits + 1, edit_bytes=now.edit_bytes + size)
        self.traffic = now._replace(boards=now.boards + is_board)
        return await SimulatedDiscord._rest(self, request)

    def _limited(self, method: str, path: Sequence[str]) -> tuple[dict[str, str], float]:
        return {}, 0


async def measured(fort: BotProcess, world: Patient, clicks: Awaitable[Sequence[Click]]) -> Run:
    began, spent, slept, before = time.monotonic(), fort.spent(), fort.sleeps(), world.traffic
    made = await clicks
    wall = time.monotonic() - began
    traffic = Traffic(*(now - then for now, then in zip(world.traffic, before, strict=True)))
    return Run(made, wall, fort.spent() - spent, fort.sleeps() - slept, traffic)


def _orders(traffic: Traffic, clicks: int, chance: Random) -> Callable[[], str]:
    """Return a source of custom ids that make the bare bot send that traffic for the clicks."""
    size = traffic.edit_bytes // max(traffic.edits, 1)
    file = max(traffic.upload_bytes // max(traffic.uploads, 1) - size, 0)

    def order() -> str:
        edits, uploads = (
            int(count / clicks + chance.random()) for count in (traffic.edits, traffic.uploads)
        )
        return f"bare:{edits or not uploads:d}:{size}:{uploads}:{file}"

    return order


async def _bare_clicks(
    world: SimulatedDiscord, pace: Pace, order: Callable[[], str]
) -> list[Click]:
    until, made = time.monotonic() + pace.seconds, list[Click]()

    async def at(user: str, chance: Random) -> None:
        while await _pause(pace, until, chance):
            made.extend(await world.press(user, Place(0, 0), order()))

    await asyncio.gather(*(at(str(10 + n), Random(n)) for n in range(pace.tables)))
    return made


async def _pause(pace: Pace, until: float, chance: Random) -> bool:
    """Wait until the next move of a table; False at the end of the run."""
    pause = chance.expovariate(1 / pace.pause) if pace.pause else 0
    await asyncio.sleep(min(pause, until - time.monotonic()))
    return time.monotonic() < until


async def _open(people: Players, count: int) -> None:
    waiting = iter(list(enumerate(places(count))))

    async def some() -> None:
        for n, place in waiting:
            await people.open(place, _PRESETS[n % len(_PRESETS)], target=_TARGET)

    await asyncio.gather(*(some() for _ in range(_OPENED_AT_ONCE)))


async def _scatter(people: Players) -> None:
    """Play on at every table, for up to a deal: moves are to come from all parts of it."""

    async def at(table: Table, moves: int) -> None:
        for _ in range(moves):
            await people.step(table)

    ahead = [people.chance.randrange(_MOVES) for _ in people.tables]
    await asyncio.gather(*map(at, people.tables, ahead))


async def _played(people: Players, pace: Pace) -> list[Click]:
    until, made = time.monotonic() + pace.seconds, list[Click]()

    async def at(table: Table, chance: Random) -> None:
        while await _pause(pace, until, chance):
            before = len(table.acts)
            if await people.step(table):
                made.extend(click for act in table.acts[before:] for click in act.clicks)

    tables = people.tables[: pace.tables]
    await asyncio.gather(*(at(table, Random(people.chance.random())) for table in tables))
    return made


def _compared(bot: Run, bare: Run, pace: Pace) -> str:
    """Return the ratios; above 1 the bot is better."""
    flat = "" if pace.pause else f"clicks {bot.rate / bare.rate:.2f}, "
    merged = max(0, 1 - bot.traffic.boards / len(bot.clicks))
    asked = (bot.traffic.edits + bot.traffic.uploads) / bot.wall
    return (
        f"{flat}CPU {bare.cost / bot.cost:.2f}; {asked:.0f} requests/s, {merged:.0%} of the boards"
        f" merged with a later one; {_CARDS * bot.kibibytes:.0f} KiB a deal"
    )


async def compare(folder: Path, paces: Sequence[Pace], *, drawn: bool) -> None:
    """Print the figures of both bots, in words or with pictures, at one pace after the other."""
    most = max(pace.tables for pace in paces)
    world, bare_world = Patient(guilds=most // 10 + 1), Patient()
    fort, bare = BotProcess(world, folder / "bot"), BotProcess(bare_world, folder / "bare")
    fort.settings["WORKERS"] = "2" if drawn else "1"  # with one, tables go out in words
    bare.child = _BARE
    async with AsyncExitStack() as stack:
        for one in (fort, bare):
            one.log.parent.mkdir(parents=True)
            await stack.enter_async_context(running_bot(one))
            await one.start()
        people = Players(fort, Random(1))
        await _open(people, most)
        await _scatter(people)
        await fort.shown(60)
        for pace in paces:
            bot = await measured(fort, world, _played(people, pace))
            order = _orders(bot.traffic, len(bot.clicks), Random(2))
            same = pace._replace(pause=pace.tables / bot.rate if pace.pause else 0)
            other = await measured(bare, bare_world, _bare_clicks(bare_world, same, order))
            print(f"{pace!s:32}{bot}\n{'  the bare bot':32}{other}", flush=True)
            print(f"{'  ratio to it':32}{_compared(bot, other, pace)}", flush=True)


def main(paces: Sequence[Pace] = PACES) -> None:
    for drawn in (False, True):
        print("drawn" if drawn else "in words")
        with tempfile.TemporaryDirectory() as name:
            asyncio.run(compare(Path(name), paces, drawn=drawn))


if __name__ == "__main__":
    main(PACES[: int(sys.argv[1])] if sys.argv[1:] else PACES)
