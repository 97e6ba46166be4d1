"""Tables in a real file, with a clock that the test moves."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from bot.background.driver import Driver, DriverCallbacks
from bot.background.table_tasks import TableTasks
from bot.engine.game import legal_actions, to_act
from bot.engine.notation import format_action
from bot.model.enums import Clock
from bot.presets import OptionSetting, load_presets
from bot.robots import ROBOTS
from bot.store import Store
from bot.tables import Table, TableRegistry, TableServices, changes, moves
from bot.workers import WorkerPool
from tests.support.decks import dealt_by
from tests.support.reused_stores import ReusedStores
from tests.support.stored import with_layout

ANA, BORIS, VERA, EGOR = 11, 12, 13, 14
START = 1_700_000_000


async def settled(rounds: TableTasks) -> None:
    """Wait until no table has work left."""
    while rounds._tasks:
        await asyncio.gather(*rounds._tasks.values(), return_exceptions=True)


@dataclass
class House:
    """A store, its tables, and a driver that is moved by hand."""

    store: Store
    tables: TableRegistry
    changed: list[int]
    told: list[tuple[str, int, int]]
    path: Path
    clock: list[int] = field(default_factory=lambda: [START])
    driver: Driver | None = None
    workers: WorkerPool = field(default_factory=WorkerPool)

    async def open(
        self, *users: int, clock: Clock = Clock.NORMAL, **options: OptionSetting
    ) -> Table:
        """Open a table: these users on its first seats, robots on the others, not started."""
        rules = self.tables.services.presets.rules("sochi", **options)
        table = await self.tables.open(
            guild_id=1,
            channel_id=5,
            host_id=users[0],
            rules=rules,
            clock=clock,
            clock_chosen=True,
        )
        for user in users[1:]:
            await table.change(changes.join, user)
        for _ in range(rules.players - len(users)):
            await table.change(changes.add_robot, users[0])
        return table

    async def play(self, table: Table, chance: Random, most: int) -> int:
        """Let the seated humans act at random; return the number of their acts."""
        for made in range(most):
            game = table.game
            assert game is not None
            seat = to_act(game)
            if seat is None or seat < 0 or table.state.seat_holder(seat).user_id is None:
                return made
            user = table.state.seat_holder(seat).user_id
            assert user is not None
            words = [
                t
                for t in map(format_action, legal_actions(game, seat))
                if not t.startswith("claim")
            ]
            await table.change(moves.act, user, table.version, chance.choice(words))
        return most


async def make_house(path: Path, clock: list[int], store: Store | None = None) -> House:
    """Make a house on a file, unless a store is given."""
    store = store or await Store.open(with_layout(path), clock[0])
    changed: list[int] = []
    told: list[tuple[str, int, int]] = []
    chance = Random(3)
    services = TableServices(
        store,
        load_presets(),
        lambda: clock[0],
        changed.append,
        levels=tuple(ROBOTS),
        decks=dealt_by(chance),
    )
    house = House(store, TableRegistry(services), changed, told, path, clock)

    def late(game_id: int) -> None:
        told.append(("late", game_id, -1))

    def moved(table: Table, seat: int, how: str) -> None:
        told.append((how, table.id, seat))

    async def wishes(user_id: int) -> bool:
        return (await store.preferences.person(user_id)).forced_cards

    told_of = DriverCallbacks(late, moved, wants_forced_cards=wishes)
    house.driver = Driver(house.tables, house.workers, told_of, rng=chance, pace=0)
    return house


@pytest.fixture
async def house(reused_stores: ReusedStores) -> AsyncIterator[House]:
    async with reused_stores.empty_store(START) as (path, store):
        made = await make_house(path, [START], store)
        yield made
        assert made.driver is not None
        await made.driver.stop()
        await made.workers.stop()
