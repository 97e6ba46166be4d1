"""The driver: robots, reminders, late moves, the way back."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.engine.actions import Dealer
from bot.engine.cards import TABLE_SEAT
from bot.engine.notation import format_action
from bot.model.enums import Clock, Status
from bot.model.values import replace
from bot.store.records import SeatHolder
from bot.tables import Table, changes, leaving, moves
from bot.tables.state import ChangeContext, TableState, with_seat_holder
from tests.conftest import Errors
from tests.store.making import do
from tests.support.informed_actions import leave
from tests.support.stored import log_lines, rewritten
from tests.tables.conftest import ANA, BORIS, START, VERA, House, make_house, settled


async def idle(house: House) -> None:
    """Wait until the driver has nothing to do but wait for a clock."""
    assert house.driver is not None
    await settled(house.driver.tasks)


async def ring(house: House, seconds: int) -> None:
    """Let time pass, the clock look, and robots go on."""
    assert house.driver is not None
    house.clock[0] += seconds
    house.driver.rearm()
    while (looking := house.driver.timer._looking) is not None:
        await asyncio.wait([looking])
    await idle(house)
    for game_id in set(house.changed):
        house.driver.tasks.poke(game_id)
    await idle(house)


async def begun(house: House, *users: int, clock: Clock = Clock.NORMAL) -> Table:
    table = await house.open(*users, clock=clock)
    await table.change(moves.start_match, users[0], Dealer(0))
    assert house.driver is not None
    house.driver.tasks.poke(table.id)
    await idle(house)
    return table


async def test_robots_play_until_a_human_is_asked(house: House) -> None:
    table = await begun(house, ANA)
    assert table.state.seat_to_act() == 0
    assert table.row.deadline == house.clock[0] + 180
    assert table.row.wake == house.clock[0] + 90 or table.row.wake is None


async def test_a_call_at_half_time_and_a_move_at_the_end(house: House) -> None:
    table = await begun(house, ANA)
    version = table.version
    await ring(house, 89)
    assert house.told == []
    await ring(house, 1)
    assert house.told == [("late", table.id, -1)]
    await ring(house, 1)
    assert house.told == [("late", table.id, -1)]  # once
    await ring(house, 88)
    assert table.version == version
    await ring(house, 1)
    assert house.told[-1] == ("once", table.id, 0)
    lines = await log_lines(house.store, table.id)
    assert [line.by for line in lines[version : version + 1]] == ["clock"]
    assert table.state.seat_holder(0).misses == 1


async def test_after_two_misses_a_robot_plays_until_the_player_is_back(house: House) -> None:
    table = await begun(house, ANA, BORIS, VERA)
    house.told.clear()
    while not any(how == "away" for how, _, _ in house.told):
        await ring(house, 180)
        assert len(house.told) < 60
    seat = next(seat for how, _, seat in house.told if how == "away")
    user = table.state.seat_holder(seat).user_id
    assert user is not None
    assert table.state.seat_holder(seat).away
    missed = [seat_ for how, _, seat_ in house.told if how == "once"]
    assert missed.count(seat) == 1
    await table.change(leaving.rejoin_match, user)
    assert not table.state.seat_holder(seat).away
    assert table.state.seat_holder(seat).misses == 0


async def wanted(house: House, kind: str) -> tuple[Table, int]:
    """Set a proposal that all others agree to; the seat to act has missed a move already."""
    table = await begun(house, ANA, BORIS, VERA)
    late, chance = table.state.seat_to_act(), Random(1)
    assert late is not None
    for sitting in table.state.seat_holders:
        if sitting.seat != late and sitting.user_id is not None:
            await table.change(changes.propose, sitting.user_id, kind)
    await ring(house, 180)
    while table.state.seat_to_act() != late:
        assert await house.play(table, chance, 1)
    house.told.clear()
    return table, late


@pytest.mark.parametrize(
    ("kind", "status", "told"),
    [(changes.STOP_VOTE, Status.VOID, []), (changes.PAUSE_VOTE, Status.PAUSED, ["away"])],
)
async def test_nobody_waits_for_the_word_of_who_is_away_by_the_clock(
    house: House, kind: str, status: Status, told: list[str]
) -> None:
    table, late = await wanted(house, kind)
    assert table.state.missing_voters() == [table.state.seat_holder(late).user_id]
    moved = await house.store.game_queries.newest_lines(table.id, 99)
    await ring(house, 180)
    assert (table.row.status, table.state.votes, table.state.seat_holder(late).away) == (
        status,
        (),
        True,
    )
    lines = (await house.store.game_queries.newest_lines(table.id, 99))[len(moved) :]
    assert [line.text for line in lines] == (["stop"] if kind == changes.STOP_VOTE else [])
    assert [how for how, _, _ in house.told] == told
    await ring(house, 600)
    assert table.row.status is status


def gone(state: TableState, at: ChangeContext, sitting: SeatHolder) -> TableState:
    return with_seat_holder(state, replace(sitting, away=True))


async def test_a_proposal_waits_while_nobody_is_there(house: House) -> None:
    """The proposal waits for the first absent player who comes back."""
    table, late = await wanted(house, changes.STOP_VOTE)
    for sitting in table.state.seat_holders:
        if sitting.seat != late:
            await table.change(gone, sitting)
    await ring(house, 180)
    assert all(sitting.away for sitting in table.state.seat_holders)
    assert table.row.status is Status.PLAYING
    assert table.state.proposal_kind() == changes.STOP_VOTE


async def test_moving_in_time_forgets_a_miss(house: House) -> None:
    table = await begun(house, ANA)
    await ring(house, 180)
    assert table.state.seat_holder(0).misses == 1
    assert house.driver is not None
    while table.state.seat_to_act() == TABLE_SEAT:
        await house.driver.next_deal(table, ANA)
        house.driver.tasks.poke(table.id)
        await idle(house)
    seen = table.view_of(0)
    assert seen is not None
    await table.change(moves.act, ANA, table.version, format_action(seen.legal[0]))
    assert table.state.seat_holder(0).misses == 0


async def test_robots_do_not_play_out_the_match_of_who_is_away(house: House) -> None:
    table = await begun(house, ANA)
    while not table.state.seat_holder(0).away:
        await ring(house, 180)
    assert table.is_waiting_to_deal()
    assert table.row.deadline is None
    assert house.driver is not None
    await house.driver.next_deal(table, ANA)
    assert not table.state.seat_holder(0).away
    assert table.game is not None
    assert table.game.deal is not None


async def test_a_lobby_expires(house: House) -> None:
    table = await house.open(ANA, BORIS)
    await ring(house, 1799)
    assert table.row.status == "lobby"
    await ring(house, 1)
    assert table.row.status is Status.VOID


async def test_without_a_clock_nobody_is_hurried(house: House) -> None:
    table = await begun(house, ANA, clock=Clock.NONE)
    version = table.version
    await ring(house, 10**6)
    assert table.version == version
    assert house.told == []


async def test_downtime_is_given_back(house: House) -> None:
    table = await begun(house, ANA)
    deadline = table.row.deadline
    assert deadline is not None
    now = house.clock[0]
    assert await house.store.games.shift_deadlines(now + 100, now + 700, 30) == (table.id,)
    await house.tables.reload_and_announce(table.id)
    assert table.row.deadline == deadline + 630


async def test_a_clock_set_during_an_outage_gets_the_rest_of_it(house: House) -> None:
    """A line after the start of the outage gets the rest of it; one after its end gets nothing."""
    table = await begun(house, ANA)
    deadline, now = table.row.deadline, house.clock[0]
    assert deadline is not None
    assert await house.store.games.shift_deadlines(now - 100, now, 30) == ()
    assert await house.store.games.shift_deadlines(now - 100, now + 20, 30, 0, 1) == (table.id,)
    await house.tables.reload_and_announce(table.id)
    assert table.row.deadline == deadline + 50


async def test_the_clocks_of_another_shard_are_left_alone(house: House) -> None:
    table = await begun(house, ANA)
    now = house.clock[0]
    assert await house.store.games.shift_deadlines(now, now + 60, 30, 1, 2) == ()
    assert await house.store.games.shift_deadlines(now, now + 60, 30, 0, 2) == (table.id,)


BROKEN = {
    "rules": "UPDATE game SET rules = '{}'",
    "rules of another time": "UPDATE game SET rules = 'x'",
    "text that is none": "UPDATE game SET rules = CAST(x'ff' AS TEXT)",
    "a line that is none": "UPDATE line SET text = CAST(x'ff' AS TEXT)",
    "a line": "UPDATE line SET text = 'deck 7S 7S'",
    "carry": "UPDATE deal SET carry = '{'",
    "summary": "UPDATE deal SET summary = 'x'",
}


@pytest.mark.sampled(quick=8)
@pytest.mark.parametrize(
    ("damage", "why"),
    [
        *((damage, "is damaged") for damage in BROKEN),
        *((damage, "does not replay") for damage in BROKEN if "that is none" not in damage),
    ],
)
async def test_a_table_that_cannot_be_read_stops_no_clock(
    tmp_path: Path, logged_errors: Errors, caplog: pytest.LogCaptureFixture, damage: str, why: str
) -> None:
    """The table is frozen and reported once, without a card; the clock moves the others."""
    path = tmp_path / "bot.db"
    house = await make_house(path, [START])
    first = await begun(house, ANA)
    while damage in ("carry", "summary") and not first.state.require_game().carry.number:
        await ring(house, 180)
    if damage in ("carry", "summary") and first.state.seat_to_act() == TABLE_SEAT:
        assert house.driver is not None
        await house.driver.next_deal(first, ANA)
    second = await begun(house, BORIS)
    await close(house)
    change = f"{BROKEN[damage]} WHERE game_id = {first.id}"
    if why == "is damaged":
        do(path, change)
    else:
        await rewritten(path, change)
    logged_errors.expect(f"game {first.id} {why} and ")
    again = await make_house(path, house.clock)
    version = second.version
    for _ in range(3):
        await ring(again, 180)
    frozen = await again.tables.get(first.id)
    assert frozen.row.status is Status.FROZEN
    assert frozen.row.wake is None
    assert (await again.tables.get(second.id)).version > version
    said = [record for record in caplog.records if "frozen" in record.getMessage()]
    assert len(said) == 1
    assert said[0].exc_info is None
    assert "7S" not in said[0].getMessage()
    await again.tables.void_unreadable(frozen)
    assert (await again.tables.get(first.id)).row.ended_at == house.clock[0]
    await close(again)


async def close(house: House) -> None:
    assert house.driver is not None
    await house.driver.stop()
    await house.workers.stop()
    await house.store.close()


async def test_more_time_given_meanwhile_is_no_late_move(house: House) -> None:
    """The clock looked, then the time of an outage was given back: the stored deadline decides."""
    table = await begun(house, ANA)
    seen = table.view_of(0)
    assert seen is not None
    house.clock[0] += 181
    assert table.row.deadline is not None
    await house.store.games.shift_deadlines(table.row.deadline - 100, house.clock[0], 30)
    await table.reload()
    assert not await table.change(moves.move_after_timeout, 0, table.version, seen.legal[0])
    assert table.state.seat_holder(0).misses == 0


async def test_one_human_among_robots_has_a_clock_only_on_request(house: House) -> None:
    rules = house.tables.services.presets.rules("sochi")
    table = await house.tables.open(
        guild_id=1, channel_id=5, host_id=ANA, rules=rules, clock=Clock.NORMAL
    )
    clocks = [table.state.clock]  # others may still come
    for _ in range(2):
        await table.change(changes.add_robot, ANA)
        clocks.append(table.state.clock)
    await table.change(changes.set_clock, ANA, Clock.FAST)
    clocks.append(table.state.clock)
    assert clocks == [Clock.NORMAL, Clock.NORMAL, Clock.NONE, Clock.FAST]


async def test_the_clock_stops_for_the_last_human(house: House) -> None:
    rules = house.tables.services.presets.rules("sochi")
    table = await house.tables.open(
        guild_id=1, channel_id=5, host_id=ANA, rules=rules, clock=Clock.NORMAL
    )
    await table.change(changes.join, BORIS)
    await table.change(changes.add_robot, ANA)
    await table.change(moves.start_match, ANA, Dealer(2))
    assert house.driver is not None
    house.driver.tasks.poke(table.id)
    await idle(house)
    before = table.row.deadline
    await table.change(leave, BORIS)
    assert before is not None
    assert table.row.deadline is table.row.wake is None
