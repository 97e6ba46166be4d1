"""Between two deals: everybody reads the score, and the first who is ready starts a countdown."""

from random import Random

from bot.model.enums import Clock
from bot.model.values import replace
from bot.tables import Table, changes, leaving
from bot.tables.state import ChangeContext, TableState, with_seat_holder
from tests.support.informed_actions import leave
from tests.tables.conftest import ANA, BORIS, VERA, House
from tests.tables.test_clock import begun, idle, ring


async def scored(house: House, *users: int, clock: Clock = Clock.NONE) -> Table:
    """Play the first deal at random."""
    table = await begun(house, *users, clock=clock)
    chance = Random(1)
    for _ in range(100):
        await house.play(table, chance, 1)
        await ring(house, 0)
        if table.is_waiting_to_deal():
            return table
    raise AssertionError("the deal does not end")


async def asks(house: House, table: Table, user: int) -> bool:
    """Ask for the next deal; True once it is dealt."""
    assert house.driver is not None
    await house.driver.next_deal(table, user)
    await idle(house)
    return not table.is_waiting_to_deal()


async def test_the_last_one_who_is_ready_starts_the_deal(house: House) -> None:
    table = await scored(house, ANA, BORIS, VERA)
    assert table.row.deadline is None
    assert not await asks(house, table, ANA)
    assert table.state.ready_seats() == (0,)
    assert not await asks(house, table, ANA)
    assert not await asks(house, table, VERA)
    assert await asks(house, table, BORIS)
    assert table.state.ready_seats() == ()


async def test_nobody_is_waited_for_longer_than_the_countdown(house: House) -> None:
    """Whatever clock the table has, and through a restart, which reads the same row."""
    for clock in (Clock.NONE, Clock.NORMAL, Clock.SLOW):
        table = await scored(house, ANA, BORIS, VERA, clock=clock)
        began = house.clock[0]
        await asks(house, table, ANA)
        house.clock[0] += 9
        await asks(house, table, BORIS)
        assert table.row.deadline == began + 15
        await table.reload()
        assert table.state.ready_seats() == (0, 1)
        await ring(house, 5)
        assert table.is_waiting_to_deal()
        await ring(house, 2)
        assert not table.is_waiting_to_deal()


async def test_a_clock_that_ends_sooner_is_not_prolonged(house: House) -> None:
    table = await scored(house, ANA, BORIS, VERA, clock=Clock.FAST)
    until = table.row.deadline
    assert until is not None
    house.clock[0] = until - 3
    await asks(house, table, ANA)
    assert (table.row.deadline, table.row.wake) == (until, until)


async def test_robots_and_absent_players_do_not_count(house: House) -> None:
    table = await scored(house, ANA)
    assert await asks(house, table, ANA)
    table = await scored(house, ANA, BORIS)
    await table.change(leave, BORIS)
    assert await asks(house, table, ANA)
    table = await scored(house, ANA, BORIS)
    await table.change(away, 1)
    assert await asks(house, table, ANA)


async def test_who_comes_back_does_not_stop_the_countdown(house: House) -> None:
    table = await scored(house, ANA, BORIS, VERA)
    await table.change(away, 1)
    await asks(house, table, ANA)
    until = table.row.deadline
    await table.change(leaving.rejoin_match, BORIS)
    assert table.row.deadline == until
    assert not await asks(house, table, BORIS)
    assert table.state.ready_seats() == (0, 1)


async def test_others_who_leave_do_not_stop_the_countdown(house: House) -> None:
    table = await scored(house, ANA, BORIS, VERA)
    await asks(house, table, ANA)
    for user in (BORIS, VERA):
        await table.change(leave, user)
    await ring(house, 15)
    assert not table.is_waiting_to_deal()


async def test_a_proposal_leaves_the_marks_and_a_pause_does_not(house: House) -> None:
    table = await scored(house, ANA, BORIS, VERA)
    await asks(house, table, ANA)
    await table.change(changes.propose, BORIS, changes.PAUSE_VOTE)
    assert table.state.ready_seats() == (0,)
    assert table.state.missing_voters() == [ANA, VERA]
    for user in (ANA, VERA):
        await table.change(changes.propose, user, changes.PAUSE_VOTE)
    assert (table.row.deadline, table.state.ready_seats()) == (None, ())


def away(state: TableState, at: ChangeContext, seat: int) -> TableState:
    """Let the occupant of the seat miss too many moves."""
    return with_seat_holder(state, replace(state.seat_holder(seat), misses=2, away=True))
