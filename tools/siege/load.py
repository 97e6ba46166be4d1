"""Many tables at human pace, a start with twice as many, spam and limits (G13, G24, G25).

The bot has a process and the world and its people have another, so two cores are wanted.  What the
people themselves cost is in the times they see; beside these stands what the bot has of them, from
hearing a click to sending the answer.
"""

import asyncio
import time
from dataclasses import dataclass, field
from random import Random
from typing import Final

from bot.model.refusals import Refusal
from tests.support.stopwatch import waits
from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import Figure, Size, at_most, every, none, share
from tools.siege.move_figures import on_a_machine_of_its_own
from tools.siege.players import PRESETS, Players, Table, places, refusals
from tools.siege.shapes import Place
from tools.siege.storm import PACE

_AT_ONCE: Final = 8  # tables that are opened side by side
_SECONDS: Final = 120.0
_SHORT: Final = 3.0
_SPAM: Final = 20.0  # clicks a second
_TURNS: Final = 3  # of calm and flood
_SAMPLE: Final = 40  # tables that are tried right after a start
_WAITED: Final = "98 of 100 of {} clicks meanwhile waited, of the processor"
_SPARE: Final = 2  # servers nobody plays on


@dataclass
class InPlace(SimulatedDiscord):
    """All players go on pressing in the private message they have, as people do."""

    own: dict[str, str] = field(default_factory=dict)

    def private_of(self, user: str) -> str:
        return self.own.setdefault(user, self.new_id())


async def run(size: Size) -> list[Figure]:
    seconds = _SHORT if size.is_short else _SECONDS
    world = InPlace(guilds=2 * size.times // 10 + 1 + _SPARE)
    fort = BotProcess(world, size.folder)
    fort.settings["STOPWATCH"] = fort.waits.name
    async with running_bot(fort):
        people = Players(fort, Random(size.seed))
        await fort.start()
        await _open(people, size.times)
        await fort.shown(120)
        before = len(waits(fort.waits))
        starved = fort.starved()
        times = await _at_human_pace(people, seconds)
        starved = fort.starved() - starved
        drawn = await fort.shown(60)
        own = [one.clock for one in waits(fort.waits)[before:]]
        figures = [
            *on_a_machine_of_its_own("G13", starved, seconds, size),
            *_answered(people, times, size),
            *_asked(people, drawn, size),
        ]
        if not size.is_short:  # figures of so few clicks say nothing
            figures += _load(times, "clicks") + _load(own, "of them in the bot itself")
            figures += await _spam(people, seconds / 4 / _TURNS)
        figures += await _limits(people)
        await _open(people, 2 * size.times)
        await fort.shown(120)
        figures += await _start(people, size)
        return figures + await _second(fort, size) + await _stop(people, size)


async def _open(people: Players, count: int) -> None:
    """Until there are so many tables."""
    waiting = list(enumerate(places(count)))[len(people.tables) :]

    async def open_some() -> None:
        while waiting:
            n, place = waiting.pop(0)
            await people.open(place, PRESETS[n % len(PRESETS)])

    await asyncio.gather(*(open_some() for _ in range(_AT_ONCE)))


async def _at_human_pace(people: Players, seconds: float) -> list[float]:
    """Return the seconds each click waited for its answer; infinity without one."""
    until, times = time.monotonic() + seconds, list[float]()

    async def at(table: Table, chance: Random) -> None:
        while (left := until - time.monotonic()) > 0:
            pause = chance.expovariate(PACE)
            await asyncio.sleep(min(pause, left))
            if pause > left:
                return
            before = len(table.acts)
            if not await people.step(table):
                return
            times.extend(_waited(table, before))

    with people.fort.looking():
        await asyncio.gather(
            *(at(table, Random(people.chance.random())) for table in people.tables)
        )
    return times


def _waited(table: Table, since: int) -> list[float]:
    return [click.waited for act in table.acts[since:] for click in act.clicks]


def _answered(people: Players, times: list[float], size: Size) -> list[Figure]:
    what = f"the slowest click at {len(people.tables)} tables"
    return [
        at_most("G13", what, _ms(max(times, default=None)), 2500 * size.patience, "ms"),
        none("G13", "moves acknowledged and lost", people.lost(), len(list(people.acts()))),
        at_most("G13", "memory of the bot", people.fort.memory(), 400, "MiB"),
    ]


def _asked(people: Players, drawn: float | None, size: Size) -> list[Figure]:
    """Return the figures for Discord's global request limit.

    The stand-in shares its processors with the bot: where it is late, a second's requests are of
    one moment by its clock.  Discord bans for 10,000 refusals in ten minutes, a third of all here.
    """
    limits, count = people.fort.world.limits, len(people.tables)
    refused = limits.refused["all"]
    late = (5 + count / 40) * size.patience
    share_refused = 100 * refused / max(1, refused + limits.taken["all"])
    return [
        at_most("G13", "requests refused by Discord, of all", share_refused, 1, "%"),
        at_most("G13", "all tables drawn after the last click", drawn, late),
    ]


def _load(times: list[float], which: str) -> list[Figure]:
    return [
        at_most("G13", f"half of {len(times)} {which}", _ms(share(times, 0.5)), 20, "ms"),
        at_most("G13", "99 of 100", _ms(share(times, 0.99)), 150, "ms"),
        at_most("G13", "999 of 1,000", _ms(share(times, 0.999)), 500, "ms"),
    ]


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None or seconds == float("inf") else seconds * 1000


async def _spam(people: Players, seconds: float) -> list[Figure]:
    """One person floods the bot and does not, by turns, in the same minutes."""
    calm, beside, clicks = list[float](), list[float](), 0
    for _ in range(_TURNS):
        calm += await _at_human_pace(people, seconds)
        playing, flooding = _at_human_pace(people, seconds), _flood(people, seconds)
        times, pressed = await asyncio.gather(playing, flooding)
        beside += times
        clicks += pressed
    most = max(0.15, 1.2 * (share(calm, 0.99) or 0))
    what = f"p99 of the others beside {clicks} clicks of one"
    return [at_most("G25", what, _ms(share(beside, 0.99)), _ms(most) or 0, "ms")]


async def _flood(people: Players, seconds: float) -> int:
    """Somebody presses twenty times a second; how often."""
    table, until = people.tables[0], time.monotonic() + seconds
    spammer, clicks = people.somebody(), 0
    custom_id = f"pref:d:{table.game}:0:hand"
    while time.monotonic() < until:
        await people.fort.world.press(spammer, table.place, custom_id, patience=0.001)
        clicks += 1
        await asyncio.sleep(1 / _SPAM)
    return clicks


async def _limits(people: Players) -> list[Figure]:
    """Tables and seats of one person, all asked for at once."""
    world, host = people.fort.world, people.somebody()
    spare = world.guilds - 1
    asked = [world.command(host, Place(spare, n), "open") for n in range(15)]
    told = [refusals(click) for click in await asyncio.gather(*asked)]
    waits = sum(Refusal.TABLES_TOO_OFTEN in reasons for reasons in told)
    sql = "SELECT count(*) FROM game WHERE guild_id = ? AND host_id = ? AND status = 'lobby'"
    ((opened,),) = people.fort.read(sql, int(Place(spare, 0).guild_id), int(host))
    here, guest = Place(spare - 1, 0).guild, people.somebody()
    spots = [Place(here, n) for n in range(7)]
    games = [await people.lobby(spot, "sochi", people.somebody(), "none") for spot in spots]
    await asyncio.gather(
        *(people.deed(guest, spot, game, "join") for spot, game in zip(spots, games, strict=True))
    )
    seats = people.fort.read(
        "SELECT count(*) FROM sitting WHERE game_id >= ? AND seat = 1 AND until IS NULL", games[0]
    )[0][0]
    return [
        at_most("G25", "tables of 15 asked for at once", opened, 3, "tables"),
        every("G25", "of the others told to wait, beyond 10 an hour", waits, 5),
        at_most("G25", "seats of 7 asked for at once", seats, 3, "seats"),
    ]


async def _start(people: Players, size: Size) -> list[Figure]:
    """A kill, and all tables that were open are there again."""
    fort = people.fort
    await fort.kill()
    began = time.monotonic()
    ready = await fort.start()
    tables = people.chance.sample(people.tables, min(_SAMPLE, len(people.tables)))
    first = {id(table): len(table.acts) for table in tables}
    for table in tables:
        people.book.game(table.game)
    since = len(waits(fort.waits))
    await asyncio.gather(*(people.step(table) for table in tables))
    playable = time.monotonic() - began
    times = [wait for table in tables for wait in _waited(table, first[id(table)])]
    drawn = await _looked_at(people, tables)
    count, slow = len(people.tables), size.patience
    waited = [one.processor for one in waits(fort.waits)[since:]]
    figures = [
        at_most("G24", f"READY with {count} tables", ready, 15 * slow),
        at_most("G24", f"{len(tables)} of them played on after", playable, 15 * slow),
        at_most("G24", "the slowest of these clicks", max(times, default=None), 2.5 * slow),
        at_most("G24", "all of them drawn after", drawn, (10 + count / 40) * slow),
    ]
    if not size.is_short:  # 98 of 100 of twenty clicks is the slowest: the first of a new process
        figures.append(
            at_most("G24", _WAITED.format(len(waited)), _ms(share(waited, 0.98)), 50, "ms")
        )
    return figures


async def _looked_at(people: Players, tables: list[Table]) -> float | None:
    """Somebody looks at one hand after the other until all tables are drawn."""
    drawn = asyncio.create_task(people.fort.shown(60))
    while not drawn.done():
        table = people.chance.choice(tables)
        if (user := table.users[0]) is not None:
            await people.deed(user, table.place, table.game, "hand")
    return await drawn


async def _second(fort: BotProcess, size: Size) -> list[Figure]:
    began = time.monotonic()
    said = await fort.command("run")
    refused = time.monotonic() - began
    code = Figure("G24", "a second copy", "exit code 2", f"exit code {said.code}", said.code == 2)
    if size.is_short:  # beside other tests the start of Python alone may take as long
        return [code]
    return [code, at_most("G24", "refused after, the start of Python included", refused, 3)]


async def _stop(people: Players, size: Size) -> list[Figure]:
    """While an edit hangs for ever."""
    world = people.fort.world
    world.calm.clear()
    for table in people.tables[:3]:
        await people.step(table)
    for _ in range(1200):
        if world.hanging:
            break
        await asyncio.sleep(0.05)
    gone = await people.fort.stop(within=12 * size.patience)
    world.calm.set()
    return [
        at_most(
            "G24", f"stopped with {world.hanging} hanging requests after", gone, 10 * size.patience
        ),
    ]
