"""Tables on a real file: act to committed, bytes per deal.

Every line is one action through ``Table.act_for``: lock, rules, one transaction with
``synchronous=FULL``.  The figure beside it is a bare append of one line by the store.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import quantiles

from bot.engine.actions import Action, Claim, Dealer, Deck
from bot.engine.cards import PACK, TABLE_SEAT
from bot.engine.game import legal_actions, to_act
from bot.model.enums import Clock
from bot.presets import load_presets
from bot.store import Store
from bot.store.records import LogEntry, LogLine, NewGame
from bot.tables import Table, TableRegistry, TableServices, changes, moves

NOW = 1_700_000_000


def _percent(times: list[float]) -> str:
    cuts = quantiles(times, n=100)
    return f"p50 {cuts[49] * 1000:.2f} ms, p99 {cuts[98] * 1000:.2f} ms"


async def open_table(tables: TableRegistry, user: int) -> Table:
    rules = tables.services.presets.rules("leningrad", end_condition="deals(999)")
    table = await tables.open(
        guild_id=user, channel_id=user, host_id=user, rules=rules, clock=Clock.NORMAL
    )
    await table.change(changes.add_robot, user)
    await table.change(changes.add_robot, user)
    await table.change(moves.start_match, user, Dealer(0))
    return table


async def play(table: Table, chance: Random, actions: int) -> list[float]:
    """Play `actions` legal actions; return the seconds from call to commit for each."""
    times = []
    for _ in range(actions):
        game = table.state.require_game()
        seat = to_act(game)
        assert seat is not None
        if seat == TABLE_SEAT:
            action: Action = Deck(tuple(chance.sample(PACK, 32)))
        else:
            choices = legal_actions(game, seat)
            action = chance.choice([a for a in choices if not isinstance(a, Claim)])
        began = time.perf_counter()
        assert await table.act_for(seat, table.version, action, "table")
        times.append(time.perf_counter() - began)
    return times


async def _bare_append(store: Store, count: int) -> list[float]:
    room = (
        await store.games.open_game(
            NewGame(1, 1, 1, "{}", Clock.NORMAL, False, NOW, None, (), bytes(32))
        )
    ).snapshot
    times = []
    for version in range(count):
        after = room._replace(row=room.row._replace(version=version + 1))
        entry = LogEntry(LogLine(version, 1, 0, "play KS", "robot", NOW))
        began = time.perf_counter()
        await store.games.save(room, after, entry)
        room = after
        times.append(time.perf_counter() - began)
    return times


async def _measure(folder: Path, say: Callable[[str], None]) -> None:
    path, chance = folder / "bench.db", Random(7)
    async with Store.session(path, NOW) as store:
        tables = TableRegistry(
            TableServices(store, load_presets(), lambda: NOW, lambda game_id: None)
        )
        say(f"bare append, one after another:   {_percent(await _bare_append(store, 600))}")
        one = await open_table(tables, 1)
        times = await play(one, chance, 1200)
        say(f"act to committed, one table:      {_percent(times)}")
        before, deals = _size(path), one.state.require_game().carry.number
        await play(one, chance, 1200)
        closed = one.state.require_game().carry.number - deals
        say(f"stored per deal:                  {(_size(path) - before) // max(closed, 1)} bytes")
        many = [await open_table(tables, user) for user in range(2, 202)]
        rounds = await asyncio.gather(*(play(table, chance, 30) for table in many))
        say(
            "act to committed, 200 tables:     "
            f"{_percent([t for times in rounds for t in times])} (all acting without a pause)"
        )
        paced = await asyncio.gather(*(_paced(table, chance) for table in many))
        say(
            "act to committed, 200 tables:     "
            f"{_percent([t for times in paced for t in times])} (each every 0.5 s)"
        )


async def _paced(table: Table, chance: Random) -> list[float]:
    times: list[float] = []
    await asyncio.sleep(chance.random() * 0.5)
    for _ in range(10):
        times += await play(table, chance, 1)
        await asyncio.sleep(0.5)
    return times


def _size(path: Path) -> int:
    return sum(file.stat().st_size for file in path.parent.glob(path.name) if file.is_file())


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder), print))


if __name__ == "__main__":
    main()
