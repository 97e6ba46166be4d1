"""SIGKILL, again and again, while ten tables of ten presets play (G1, G3, G7)."""

import asyncio
from random import Random

from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import Figure, Size, at_most, every, none
from tools.siege.log_checks import GAPS, HALF_MADE, LOBBY, SCORES
from tools.siege.move_figures import confirmed, until_confirmed
from tools.siege.players import PRESETS, Players, Table, places
from tools.siege.shapes import Place

_LIFE = (0.0, 0.6)  # seconds from READY to the kill
_WHILE_STARTING = 0.12  # of the kills come before READY
_TRIPLE = 0.1  # of the clicks are three at once
_LOOK = 25  # every so many starts it is awaited that all tables are drawn
_WITH_ROBOTS = 3  # of the tables
_LOBBIES = Place(1, 19)


async def run(size: Size) -> list[Figure]:
    world, chance = SimulatedDiscord(), Random(size.seed)
    async with running_bot(BotProcess(world, size.folder)) as fort:
        people = Players(fort, chance)
        await fort.start()
        await _open_all(people)
        drawn: list[float | None] = []
        for kill in range(size.times):
            await _one_life(people, chance, size)
            if await _restart(fort, chance) and kill % _LOOK == min(_LOOK, size.times) - 1:
                drawn.append(await fort.shown(15 * size.patience))
        drawn.append(await fort.shown(15 * size.patience))
        behind = len(people.book.behind())
        tracebacks = fort.tracebacks()
        await fort.kill()
        verdict = await fort.command("verify")
        verified = Figure(
            "G1", "verify afterwards", "clean", f"exit code {verdict.code}", verdict.code == 0
        )
        told = _told(people, drawn, behind, tracebacks, size)
        return [*_counted(people, size), *_posted(people, size), *told, verified]


async def _open_all(people: Players) -> None:
    for n, (place, preset) in enumerate(zip(places(10, each=5), PRESETS, strict=True)):
        await people.open(place, preset, people=1 if n < _WITH_ROBOTS else 3)


async def _one_life(people: Players, chance: Random, size: Size) -> None:
    """All play, somebody opens a table, and the process is gone.

    A slow machine makes no move in so short a life: a short form waits for one that can be lost.
    """
    before = confirmed(people)
    playing = [asyncio.create_task(_play(people, n, chance)) for n in range(10)]
    playing.append(asyncio.create_task(_open_one(people)))
    await asyncio.sleep(chance.uniform(*_LIFE))
    if size.is_short:
        await until_confirmed(people, before)
    await people.fort.kill()
    for task in playing:
        task.cancel()
    ends = await asyncio.gather(*playing, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception):
            raise end


async def _play(people: Players, n: int, chance: Random) -> None:
    """At the tables that were opened first, and at those that followed them."""
    table = _newest(people, n)
    while await people.step(table, times=3 if chance.random() < _TRIPLE else 1):
        pass
    await people.open(table.place, table.preset, sum(user is not None for user in table.users))


def _newest(people: Players, n: int) -> Table:
    place = people.tables[n].place
    return next(table for table in reversed(people.tables) if table.place == place)


async def _open_one(people: Players) -> None:
    await people.fort.world.command(people.somebody(), _LOBBIES, "open", patience=5)


async def _restart(fort: BotProcess, chance: Random) -> bool:
    """False when it was killed once more before it was ready."""
    while chance.random() < _WHILE_STARTING:
        await fort.launch()
        await asyncio.sleep(chance.uniform(0.1, 1.2))
        await fort.kill()
    await fort.start()
    return True


def _counted(people: Players, size: Size) -> list[Figure]:
    fort, acts = people.fort, list(people.acts())
    ((games,),) = fort.read("SELECT count(*) FROM game")
    ((lobbies,),) = fort.read("SELECT count(*) FROM game WHERE status = 'lobby'")
    acknowledged = confirmed(people)
    triple = [act for act in acts if len(act.clicks) > 1]
    return [
        every("G1", "kills", size.times, size.times),
        none("G1", "acknowledged moves lost", people.lost(), acknowledged),
        none("G1", "games with a gap in the log", fort.read(GAPS)[0][0], games),
        none("G1", "games scored twice or not to zero", fort.read(SCORES)[0][0], games),
        none("G1", "half-made lobbies", fort.read(HALF_MADE)[0][0], max(lobbies, 1)),
        none("G7", "triple clicks taken twice", sum(a.acknowledged > 1 for a in triple), len(acts)),
    ]


def _posted(people: Players, size: Size) -> list[Figure]:
    """A lobby is the answer to a command, which carries no nonce: it has a figure of its own."""
    posted = people.fort.world.posted
    twice = people.book.posts_too_many(posted)
    lobbies = twice.pop(LOBBY, 0)
    found = [none("G3", "messages posted twice", twice.total(), len(posted))]
    if not size.is_short:
        found.append(none("G3", "lobbies posted twice", lobbies, len(posted)))
    return found


def _told(
    people: Players, drawn: list[float | None], behind: int, tracebacks: int, size: Size
) -> list[Figure]:
    slowest = None if None in drawn else max(one for one in drawn if one is not None)
    return [
        at_most("G3", "all tables drawn after READY", slowest, 10 * size.patience),
        none("G3", "tables whose message is behind", behind, len(people.tables)),
        none("G1", "tracebacks in the log", tracebacks, len(drawn)),
    ]
