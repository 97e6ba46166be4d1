"""Memory of a table: played so far, just loaded, and after a quarter of an hour (goal: 6 KiB).

The first two are what is given back when it is forgotten, the last what is left of having been
there.  What tables have in common is in none of these figures.
"""

import asyncio
import gc
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Final, NamedTuple

from bot.engine.actions import Dealer, Deck
from bot.engine.cards import PACK, TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import Game, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.view import build_view
from bot.model.enums import Clock
from bot.presets import load_presets
from bot.robots.plain_robot import PLAIN_ROBOT
from bot.store import Store
from bot.tables import Table, TableRegistry, TableServices, changes, moves

NOW: Final = 1_700_000_000
_PRESETS: Final = ("sochi", "croatian", "viennese")
_TABLES: Final = 8
_MOVES: Final = 25
_ID: Final = 10**17  # as long as those of Discord


def _is_in_play(game: Game) -> bool:
    return stage_of(game) is Stage.PLAY and game.deal is not None and len(game.deal.tricks) == 5


class Position(NamedTuple):
    """Moment at which a table is left; a first deal keeps less than a later one."""

    deals: int  # that are scored before
    is_there: Callable[[Game], bool]


_POSITIONS: Final = {
    "first deal": Position(0, lambda game: game.version == 2 + _MOVES),  # after the draw, the deck
    "auction": Position(2, lambda game: game.deal is not None and len(game.deal.calls) == 2),
    "sixth trick": Position(2, _is_in_play),
    "between deals": Position(2, lambda game: stage_of(game) is Stage.BETWEEN),
}


async def _opened(tables: TableRegistry, number: int, preset: str) -> Table:
    rules = tables.services.presets.rules(preset)
    people = range(_ID + 10 * number, _ID + 10 * number + rules.players)
    table = await tables.open(
        guild_id=_ID + number,
        channel_id=_ID + number,
        host_id=people[0],
        rules=rules,
        clock=Clock.NORMAL,
    )
    for user in people[1:]:
        await table.change(changes.join, user)
    await table.change(moves.start_match, people[0], Dealer(0))
    return table


async def _play(table: Table, chance: Random, at: Position) -> None:
    while not ((game := table.state.require_game()).carry.number >= at.deals and at.is_there(game)):
        seat = to_act(game)
        assert seat is not None
        if seat == TABLE_SEAT:
            deck = Deck(tuple(chance.sample(PACK, 32)))
            await table.act_for(seat, table.version, deck, "table")
        else:
            user = table.state.seat_holder(seat).user_id
            assert user is not None
            said = format_action(PLAIN_ROBOT.choose(build_view(game, seat), chance))
            await table.change(moves.act, user, table.version, said)


def _traced() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def _given_back(tables: list[Table]) -> float:
    """KiB a table, which are all forgotten with this."""
    count, before = len(tables), _traced()
    tables.clear()
    return (before - _traced()) / count / 1024


async def _rested(services: TableServices, clock: list[int], ids: list[int]) -> float:
    """KiB a table that was loaded, and that nobody has touched since; one other is played at."""
    other, *resting = ids
    tables = TableRegistry(services)
    await tables.get(other)
    before = await _settled(services)
    for game_id in resting:
        await tables.get(game_id)
    clock[0] += 900
    for _ in resting:
        await tables.get(other)
    return (await _settled(services) - before) / len(resting) / 1024


async def _settled(services: TableServices) -> int:
    """Without the rows that were read last, which the thread of the store still holds."""
    await services.store.game_queries.next_wake()
    return _traced()


async def _load(tables: TableRegistry, ids: list[int]) -> tuple[list[Table], float]:
    """And the milliseconds of the processor for each."""
    began = time.process_time()
    loaded = [await tables.get(game_id) for game_id in ids]
    return loaded, (time.process_time() - began) * 1000 / len(ids)


async def _measure(store: Store, preset: str, position: str) -> None:
    clock, chance = [NOW], Random(7)
    services = TableServices(store, load_presets(), lambda: clock[0], lambda _: None)
    tables, first = TableRegistry(services), len(await store.game_queries.game_ids())
    played = [await _opened(tables, first + number, preset) for number in range(_TABLES)]
    for table in played:
        await _play(table, chance, _POSITIONS[position])
    ids, lines = [table.id for table in played], sum(len(table.state.log.lines) for table in played)
    del tables, table
    lived = _given_back(played)
    loaded, _ = await _load(TableRegistry(services), ids)
    held = _given_back(loaded)
    rested = median([await _rested(services, clock, ids) for _ in range(5)])
    print(
        f"{preset:10}{position:15}{lived:6.2f} KiB played so far, {held:6.2f} loaded,"
        f" {rested:6.2f} at rest"
        f" ({lines / _TABLES:.0f} lines since the last score)"
    )
    tracemalloc.stop()
    _, took = await _load(TableRegistry(services), ids)
    tracemalloc.start()
    print(f"{'':25}{took:6.2f} ms of the processor to load")


async def _run(folder: Path) -> None:
    async with Store.session(folder / "bench.db", NOW) as store:
        for preset in _PRESETS:
            for position in _POSITIONS:
                await _measure(store, preset, position)


def main() -> None:
    """Traced from the beginning: what was allocated untraced cannot be given back."""
    tracemalloc.start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(_run(Path(folder)))
    finally:
        tracemalloc.stop()
