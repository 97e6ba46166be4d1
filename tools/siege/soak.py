"""Tens of thousands of clicks without a pause, and what is left of them (G14).

The same people at the same tables: whatever grows between the first third and the end is kept of
clicks that nobody needs any more.  Matches that end are followed by others at the same place.
"""

import asyncio
from random import Random
from typing import Final, NamedTuple

from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import Figure, Size, at_most, none
from tools.siege.players import Players, Table, places

_TABLES: Final = 100  # what many people hold grows old, and is looked through seldom
_PRESETS: Final = ("sochi", "serbian", "viennese")
_LONG: Final = {"sochi": 100, "serbian": 100, "viennese": 12}  # a match to the end and more
_AT_ONCE: Final = 3  # people who click, as at hundreds of tables
_VISIT: Final = 3  # clicks at a table, until all others have had theirs
_QUIET: Final = 35.0  # seconds after which no connection is kept open that nobody uses
_SHORTLY: Final = 1.5
_PATIENCE: Final = 6  # times as long, while there is less and less to do
_PATIENCE_BESIDE_TESTS: Final = 20
_LOOKS: Final = ("hand", "score", "last", "hand", "rules", "hand")  # at what is no move


class Kept(NamedTuple):
    """Resources of the process: resident MiB, open files, tasks."""

    memory: float
    files: int
    tasks: int


async def run(size: Size) -> list[Figure]:
    chance = Random(size.seed)
    async with running_bot(BotProcess(SimulatedDiscord(guilds=_TABLES // 10), size.folder)) as fort:
        people = Players(fort, chance)
        await fort.start()
        for n, place in enumerate(places(3 if size.is_short else _TABLES)):
            preset = _PRESETS[n % len(_PRESETS)]
            await people.open(place, preset, target=_LONG[preset])
        tried = await _try(people, size.times // 3)
        third = await _kept(fort, is_short=size.is_short)
        tried += await _try(people, size.times - tried)
        end = await _kept(fort, third.tasks, is_short=size.is_short)
        return _figures(tried, third, end, fort, is_short=size.is_short)


async def _try(people: Players, times: int) -> int:
    """Make at least `times` clicks; drop records that nobody reads again."""
    tried, world = 0, people.fort.world
    while tried < times:
        with people.fort.looking():
            tried += await _round(people)
        newest = {click.user: number for number, click in world.clicks.items()}
        world.clicks = {number: world.clicks[number] for number in newest.values()}
        world.posted.clear()
        for table in people.tables:
            table.acts.clear()
    return tried


async def _round(people: Players) -> int:
    """All tables, a few side by side; how many clicks that were."""
    waiting = list(range(len(people.tables)))

    async def visit_some() -> None:
        while waiting:
            await _visit(people, waiting.pop())

    await asyncio.gather(*(visit_some() for _ in range(_AT_ONCE)))
    return _VISIT * len(people.tables)


async def _visit(people: Players, n: int) -> None:
    """A look at a table, and moves."""
    await _look(people, people.tables[n])
    for _ in range(_VISIT - 1):
        if not await people.step(people.tables[n]):
            people.tables[n] = await _another(people, people.tables[n])


async def _look(people: Players, table: Table) -> None:
    user = people.chance.choice(table.users)
    assert user is not None
    await people.deed(user, table.place, table.game, people.chance.choice(_LOOKS))


async def _another(people: Players, table: Table) -> Table:
    """The same people once more."""
    found = await people.open(table.place, table.preset, target=_LONG[table.preset])
    people.tables.remove(found)
    return found


async def _kept(fort: BotProcess, before: float = float("inf"), *, is_short: bool) -> Kept:
    """Once the last answers, drawings and reviews are done with.

    Beside other tests they take longer: a short form waits while there are more tasks than
    ``before``.
    """
    quiet, looks = (_SHORTLY, _PATIENCE_BESIDE_TESTS) if is_short else (_QUIET, _PATIENCE)
    most = before if is_short else float("inf")
    await fort.shown(60)
    tasks = await fort.tasks()
    for _ in range(looks):
        await asyncio.sleep(quiet)
        earlier, tasks = tasks, await fort.tasks()
        if earlier <= tasks <= most:
            break
    return Kept(fort.memory(), fort.files(), tasks)


def _figures(
    tried: int, third: Kept, end: Kept, fort: BotProcess, *, is_short: bool
) -> list[Figure]:
    figures = [
        at_most("G14", "tasks more at the end", end.tasks - third.tasks, 0, "tasks"),
        none("G14", "tracebacks in the log", fort.tracebacks(), tried),
    ]
    if is_short:  # so few clicks are still a start, and their connections are open
        return figures
    files = at_most("G14", "open files more at the end", end.files - third.files, 0, "files")
    grown = 100 * (end.memory / third.memory - 1)
    said = f"growth from {third.memory:.0f} MiB at a third of {tried} tries"
    return [at_most("G14", said, grown, 5, "%"), files, *figures]
