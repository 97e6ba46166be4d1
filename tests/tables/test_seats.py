"""Seats, consent, limits: the rights of players and managers around the game."""

from collections.abc import Awaitable

import pytest

from bot.engine.actions import Dealer
from bot.model.enums import Clock, Status
from bot.model.refusals import Refusal, Refused
from bot.tables import Table, changes, moves
from tests.support.informed_actions import decline, leave
from tests.support.stored import log_lines
from tests.tables.conftest import ANA, BORIS, EGOR, VERA, House
from tests.tables.test_table import started


async def refused(reason: Refusal, work: Awaitable[object]) -> None:
    with pytest.raises(Refused) as caught:
        await work
    assert caught.value.reason is reason


async def test_a_lobby_fills_and_starts(house: House) -> None:
    table = await house.open(ANA, BORIS, VERA)
    await refused(Refusal.TABLE_FULL, table.change(changes.join, EGOR))
    await refused(Refusal.NOT_HOST, table.change(moves.start_match, BORIS, Dealer(0)))
    await table.change(moves.start_match, ANA, Dealer(2))
    assert table.row.status is Status.PLAYING
    assert [line.text for line in await log_lines(house.store, table.id)] == ["dealer 2"]
    await refused(Refusal.GAME_RUNNING, table.change(moves.start_match, ANA, Dealer(0)))


async def test_nobody_sits_twice_and_nobody_starts_alone(house: House) -> None:
    rules = house.tables.services.presets.rules("sochi")
    table = await house.tables.open(
        guild_id=1, channel_id=5, host_id=ANA, rules=rules, clock=Clock.FAST
    )
    await refused(Refusal.ALREADY_SEATED, table.change(changes.join, ANA))
    await refused(Refusal.SEATS_FREE, table.change(moves.start_match, ANA, Dealer(0)))
    await refused(Refusal.NOT_SEATED, table.change(leave, BORIS))


async def test_the_limits_of_player_and_server(house: House) -> None:
    for _ in range(3):
        await house.open(ANA)
    await refused(Refusal.TOO_MANY_TABLES_OF_YOURS, house.open(ANA))
    for user in (BORIS, VERA):
        for _ in range(3):
            await house.open(user)
    await house.open(EGOR)
    await refused(Refusal.TOO_MANY_TABLES_HERE, house.open(EGOR))


async def test_leaving_a_lobby_passes_the_host_on(house: House) -> None:
    table = await house.open(ANA, BORIS, VERA)
    await table.change(leave, ANA)
    assert table.row.host_id == BORIS
    await table.change(changes.join, EGOR)
    assert table.state.seat_of(EGOR) == 0
    for user in (BORIS, VERA, EGOR):
        await table.change(leave, user)
    assert table.row.status is Status.VOID


async def test_a_robot_takes_the_seat_of_who_leaves(house: House) -> None:
    table = await started(house, ANA, BORIS, VERA)
    await table.change(leave, BORIS)
    assert table.state.seat_holder(1).robot == table.services.default_level
    await refused(Refusal.SEAT_KEPT, table.change(changes.join, EGOR))
    seat = table.state.seat_to_act()
    assert seat is not None
    assert seat == 1 or table.state.seat_holder(seat).robot is None


async def test_nobody_sits_down_in_the_middle_of_a_deal(house: House) -> None:
    """They could look into a robot's cards and get up again."""
    table = await started(house, ANA, BORIS)
    await refused(Refusal.DEAL_RUNNING, table.change(changes.join, EGOR))


async def test_an_early_stop_needs_everybody(house: House) -> None:
    table = await started(house, ANA, BORIS, VERA)
    await table.change(changes.propose, ANA, changes.STOP_VOTE)
    assert table.state.missing_voters() == [BORIS, VERA]
    await table.change(decline, BORIS)
    assert table.state.proposal_kind() == ""
    for user in (ANA, BORIS, VERA):
        await table.change(changes.propose, user, changes.STOP_VOTE)
    assert table.row.status is Status.VOID  # no deal was scored
    assert await house.store.leaderboards.history(1, 10) == ()


async def test_a_pause_and_its_end(house: House) -> None:
    table = await started(house, ANA, BORIS)
    for user in (ANA, BORIS):
        await table.change(changes.propose, user, changes.PAUSE_VOTE)
    assert table.row.status == "paused"
    assert table.row.deadline is None
    await refused(Refusal.TABLE_PAUSED, table.change(moves.act, ANA, table.version, "pass"))
    await refused(Refusal.NOT_SEATED, table.change(changes.resume, EGOR))
    await table.change(changes.resume, BORIS)
    assert table.row.status is Status.PLAYING


async def test_votes_survive_a_restart(house: House) -> None:
    table = await started(house, ANA, BORIS)
    await table.change(changes.propose, ANA, changes.STOP_VOTE)
    stored = await house.store.game_queries.load(table.id)
    assert stored is not None
    again = Table(house.tables.services, stored)
    assert again.state.missing_voters() == [BORIS]


async def test_house_rules_belong_to_the_host_and_the_lobby(house: House) -> None:
    table = await house.open(ANA, BORIS)
    other = house.tables.services.presets.rules("leningrad")
    await refused(Refusal.NOT_HOST, table.change(changes.set_rules, BORIS, other))
    await table.change(changes.set_rules, ANA, other)
    await table.change(moves.start_match, ANA, Dealer(0))
    await refused(Refusal.GAME_RUNNING, table.change(changes.set_rules, ANA, other))


async def test_a_rematch_seats_the_same_people(house: House) -> None:
    table = await started(house, ANA, BORIS)
    await refused(Refusal.GAME_NOT_OVER, house.tables.rematch(table, ANA))
    await table.change(changes.annul)
    again = await house.tables.rematch(table, BORIS)
    assert (again.row.host_id, again.row.status) == (BORIS, Status.LOBBY)
    assert [(s.seat, s.user_id) for s in again.state.seat_holders] == [
        (0, ANA),
        (1, BORIS),
        (2, None),
    ]
    assert again.row.rules == table.row.rules
    await refused(Refusal.REMATCH_TAKEN, house.tables.rematch(table, ANA))
