"""Connections that count as up, and the time their clocks get back (design section 5)."""

import pytest

from bot.background.downtime import Downtime
from bot.background.table_tasks import SteadyClock
from bot.engine.actions import Dealer
from bot.model.enums import ShardRange
from bot.model.values import replace
from bot.tables import Table, TableRegistry, moves
from tests.tables.conftest import ANA, BORIS, VERA, House, settled

SERVER = 1  # of the house's tables; on the first shard, like every small number


def steady(house: House) -> SteadyClock:
    """Return the clock of a house, which nobody sets."""
    return SteadyClock(house.tables.services.now, house.tables.services.now)


async def begun(house: House, lines: set[int]) -> tuple[Table, Downtime]:
    """Return a table under a clock, and two shards, those with a connection being up."""
    table = await house.open(ANA, BORIS, VERA)
    await table.change(moves.start_match, ANA, Dealer(0))
    assert house.driver is not None
    house.driver.tasks.poke(table.id)
    await settled(house.driver.tasks)
    downtime = Downtime(house.tables, lambda: 2, lambda shard: shard in lines, steady(house))
    await downtime.on_started()
    for shard in lines:
        await downtime.on_connected(shard)
    return table, downtime


async def test_a_line_that_has_ended_is_noticed_before_anybody_says_so(house: House) -> None:
    """The library reports a lost shard only when it reconnects it, after the others."""
    lines = {0, 1}
    table, downtime = await begun(house, lines)
    deadline = table.row.deadline
    assert deadline is not None
    assert not downtime.is_disconnected(SERVER)
    lines.remove(0)
    assert downtime.is_disconnected(SERVER)
    house.clock[0] += 600
    lines.add(0)
    assert downtime.is_disconnected(SERVER)  # until its time was given back
    await downtime.on_connected(0)
    assert not downtime.is_disconnected(SERVER)
    assert table.row.deadline == deadline + 600 + 30


async def test_a_line_lost_again_while_time_is_given_back_is_not_there(house: House) -> None:
    """Time lost until then is given back once; time lost from then on, at the next return."""
    lines = {0, 1}
    table, downtime = await begun(house, lines)
    deadline = table.row.deadline
    assert deadline is not None
    downtime.on_disconnected(0)
    lines.remove(0)
    house.clock[0] += 100
    await downtime.on_connected(0)
    assert downtime.is_disconnected(SERVER)
    assert table.row.deadline == deadline + 100 + 30
    house.clock[0] += 50
    lines.add(0)
    await downtime.on_connected(0)
    assert not downtime.is_disconnected(SERVER)
    assert table.row.deadline == deadline + 150 + 60


async def test_who_connects_late_is_given_the_grace_of_the_start_once(house: House) -> None:
    """The start gave back the time until it; the rest is given back without a second grace."""
    table, _ = await begun(house, {0, 1})
    deadline = table.row.deadline
    assert deadline is not None
    house.clock[0] += 600
    downtime = Downtime(house.tables, lambda: 2, lambda _: True, steady(house))
    await downtime.on_started()
    house.clock[0] += 20
    await downtime.on_connected(0)
    await table.reload()
    assert table.row.deadline == deadline + 620 + 30
    downtime.on_disconnected(0)
    house.clock[0] += 100
    await downtime.on_connected(0)
    assert table.row.deadline == deadline + 720 + 60  # another outage, another grace


async def test_a_process_answers_for_its_own_shards(house: House) -> None:
    """Its heartbeat ignores other processes' connections and gives no time back for them."""
    services = replace(house.tables.services, owned=ShardRange(1, 1, 2))
    table, _ = await begun(house, {0, 1})
    deadline = table.row.deadline
    other = Downtime(TableRegistry(services), lambda: 2, lambda shard: shard == 1, steady(house))
    await other.on_started()
    house.clock[0] += 600
    await other.on_connected(1)
    assert await house.store.preferences.last_alive(services.owned) == house.clock[0]
    assert other.is_disconnected(SERVER)
    await table.reload()
    assert table.row.deadline == deadline


DAY = 24 * 3600


@pytest.mark.parametrize("step", [-DAY, DAY, -6, 6])
async def test_no_player_gains_or_loses_time_when_the_clock_is_set(house: House, step: int) -> None:
    """The moves that are due stay due when they were, and tables see the new time of day."""
    wall, monotonic = [float(house.clock[0])], [50.0]
    clock = SteadyClock(lambda: wall[0], lambda: monotonic[0])
    house.tables.services = replace(house.tables.services, now=clock.now)
    table, _ = await begun(house, {0, 1})
    deadline, now = table.row.deadline, clock.now()
    assert deadline is not None
    downtime = Downtime(house.tables, lambda: 2, lambda _: True, clock)
    assert not await downtime.follow_clock()

    wall[0] += 10 + step
    monotonic[0] += 10
    assert clock.now() == now + 10, "until the deadlines have moved, time goes on as before"
    assert await downtime.follow_clock()
    assert clock.now() == now + 10 + step
    assert table.row.deadline == deadline + step
    assert not await downtime.follow_clock()


async def test_a_correction_of_some_seconds_is_followed() -> None:
    wall, monotonic = [1000.0], [50.0]
    clock = SteadyClock(lambda: wall[0], lambda: monotonic[0])
    for _ in range(10):
        wall[0] += 13
        monotonic[0] += 10
        assert clock.now() == int(wall[0])
        assert not clock.step()


async def test_an_outage_beside_a_set_clock_is_given_back_once(house: House) -> None:
    wall, monotonic = [float(house.clock[0])], [50.0]
    clock = SteadyClock(lambda: wall[0], lambda: monotonic[0])
    house.tables.services = replace(house.tables.services, now=clock.now)
    lines = {0, 1}
    table, _ = await begun(house, lines)
    deadline = table.row.deadline
    assert deadline is not None
    downtime = Downtime(house.tables, lambda: 2, lambda shard: shard in lines, clock)
    await downtime.on_connected(0)
    lines.remove(0)
    downtime.poll_connections()
    wall[0] += 600 + DAY
    monotonic[0] += 600
    await downtime.follow_clock()
    lines.add(0)
    await downtime.on_connected(0)
    assert table.row.deadline == deadline + DAY + 600 + 30
