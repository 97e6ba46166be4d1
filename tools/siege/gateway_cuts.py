"""The gateway is cut in every way Discord has, on several shards at once (G15, G21).

No missing acknowledgement of a heartbeat: the library waits a minute for it.
"""

import asyncio
import time
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import Figure, Size, at_most, every, none
from tools.siege.players import Players, Table
from tools.siege.shapes import Place

_SHARDS: Final = 4
_MOST: Final = 12  # times as many with a session as without: those take turns of five seconds
_AWAY: Final = 75.0  # seconds without a gateway, more than twice the clock of the table
_BY_CLOCK: Final = "SELECT count(*) FROM line WHERE game_id = ? AND \"by\" = 'clock'"
_IDENTIFY: Final = 5.0  # seconds Discord wants between two
_LOST: Final = 30.0  # seconds after which nobody waits for an answer any more


class Drop(NamedTuple):
    """A close code, or an order to come again; whether the session may go on."""

    code: int = 0
    op: int = 0
    goes_on: bool = True


RESUMED: Final = (Drop(1001), Drop(4000), Drop(op=7), Drop(op=9))
FORGOTTEN: Final = (
    *(Drop(1000, goes_on=False), Drop(4007, goes_on=False), Drop(4009, goes_on=False)),
    Drop(op=9, goes_on=False),
)


async def run(size: Size) -> list[Figure]:
    shards = 1 if size.is_short else _SHARDS
    chance = Random(size.seed)
    world = SimulatedDiscord(guilds=shards, shards=shards)
    async with running_bot(BotProcess(world, size.folder)) as fort:
        people = Players(fort, chance)
        await fort.start()
        tables = [await people.open(Place(n, 0), "sochi") for n in range(shards)]
        each = size.times // shards
        kinds = RESUMED if size.is_short else RESUMED * _MOST + FORGOTTEN
        identified = len(world.identified)
        cuts = await asyncio.gather(
            *(
                _cut_often(people, table, [chance.choice(kinds) for _ in range(each)], size)
                for table in tables
            )
        )
        found = _figures(world, [cut for some in cuts for cut in some], identified, size)
        found.append(none("G15", "moves lost", people.lost(), len(list(people.acts()))))
        if not size.is_short:
            found.append(await _standstill(fort, people))
        return found


class Cut(NamedTuple):
    """One drop and the seconds until a click was answered again; None: it never was."""

    drop: Drop
    back: float | None


async def _cut_often(people: Players, table: Table, drops: list[Drop], size: Size) -> list[Cut]:
    cuts, most = [], _LOST * size.patience
    for drop in drops:
        await people.step(table)
        began = time.monotonic()
        await _cut(people.fort.world, table, drop)
        cuts.append(Cut(drop, await _back(people, table, began, most)))
    return cuts


async def _cut(world: SimulatedDiscord, table: Table, drop: Drop) -> None:
    session = world.session(world.shard_of(table.place))
    assert session is not None
    socket = session.socket
    assert socket is not None
    session.socket = None  # what is said from here on is lost, or heard after a resume
    if not drop.goes_on:
        world.forget(session)
    if drop.op:
        await socket.send_json({"op": drop.op, "d": drop.goes_on})
    else:
        await socket.close(code=drop.code)


async def _back(people: Players, table: Table, began: float, most: float) -> float | None:
    """Wait until a player who opens their hand gets an answer, at most so many seconds."""
    user = table.users[0]
    assert user is not None
    while time.monotonic() < began + most:
        if people.fort.world.session(people.fort.world.shard_of(table.place)) is not None:
            click = await people.deed(user, table.place, table.game, "hand", patience=3)
            if click.shown:
                return time.monotonic() - began
        await asyncio.sleep(0.02)
    return None


def _figures(world: SimulatedDiscord, cuts: list[Cut], identified: int, size: Size) -> list[Figure]:
    resumed = [cut.back for cut in cuts if cut.drop.goes_on]
    anew = [cut.back for cut in cuts if not cut.drop.goes_on]
    used = len(world.identified) - identified
    times = world.identified
    gaps = [after - before for before, after in pairwise(times)]
    close = sum(gap < _IDENTIFY - 0.5 for gap in gaps)
    found = [
        every(
            "G15",
            "drops after which the bot was back",
            sum(c.back is not None for c in cuts),
            len(cuts),
        ),
        at_most("G15", "back after a drop with a session", _slowest(resumed), 10 * size.patience),
        Figure(
            "G15",
            "IDENTIFYs for drops without one",
            f"<= {len(anew)}",
            str(used),
            used <= len(anew),
        ),
    ]
    if anew:
        found.append(at_most("G15", "back after a drop without", _slowest(anew), 30))
        found.append(none("G15", "IDENTIFYs within 5 s of another", close, len(gaps)))
    return found


def _slowest(times: list[float | None]) -> float | None:
    return None if None in times else max((one for one in times if one is not None), default=0)


async def _standstill(fort: BotProcess, people: Players) -> Figure:
    """A clock of 30 seconds while nobody can click: it must not play for anybody.

    The shard of the table is cut last: the library waits for each of the others before it.
    """
    table = await people.open(Place(0, 1), "sochi", clock="fast")
    await people.step(table)
    fort.world.is_away = True
    for session in sorted(fort.world.sessions.values(), key=lambda one: -one.shard):
        if session.socket is not None:
            await session.socket.close(code=1001)
    await asyncio.sleep(_AWAY)
    ((late,),) = fort.read(_BY_CLOCK, table.game)
    fort.world.is_away = False
    return none("G21", "moves by a clock while the gateway was away", late, round(_AWAY))
