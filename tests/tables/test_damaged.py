"""A damaged game is refused with a sentence; the tables beside it are played on."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.background.table_tasks import TableTasks
from bot.model.enums import OPEN_STATUSES, Status
from bot.model.refusals import Refusal, Refused
from bot.store import GameDamaged, StorageTrouble, Trouble
from bot.tables import Table, moves
from tests.conftest import Errors
from tests.store.making import do
from tests.tables.conftest import ANA, BORIS, EGOR, VERA, House, make_house, settled
from tests.tables.test_table import started


async def two(house: House) -> tuple[int, int]:
    first, second = await started(house, ANA, BORIS, VERA), await started(house, EGOR, BORIS)
    await house.store.close()
    return first.id, second.id


async def refuses(table: Table) -> None:
    """Expect a frozen game without a card, and a refusal with the reason for everybody."""
    assert (table.row.status, table.game, table.state.seat_holders) == (Status.FROZEN, None, ())
    with pytest.raises(Refused) as caught:
        await table.change(moves.act, ANA, table.version, "pass")
    assert caught.value.reason is Refusal.TABLE_DAMAGED


async def test_one_table_is_frozen_and_the_other_goes_on(
    house: House, logged_errors: Errors
) -> None:
    first, second = await two(house)
    logged_errors.expect(f"game {first} is damaged and frozen: the hash of line 1 does not fit")
    do(house.path, f"UPDATE line SET text = 'pass' WHERE game_id = {first} AND version = 1")  # noqa: S608
    again = await make_house(house.path, house.clock)
    try:
        await refuses(await again.tables.get(first))
        assert await again.store.game_queries.games_in_status(Status.PLAYING) == (second,)
        table = await again.tables.get(second)
        assert await again.play(table, Random(1), 2)
        # its seat, channel and clock block nobody
        assert [one.game_id for one in await again.store.game_queries.games_of_user(ANA)] == []
        assert (await again.tables.find_here(5, BORIS, 1)).id == second
        house.clock[0] += 10**6
        assert first not in [
            one.game_id for one in await again.store.game_queries.due(house.clock[0])
        ]
        assert len(logged_errors.records) == 1
    finally:
        await again.store.close()


async def test_damage_found_at_a_table_in_memory(house: House, logged_errors: Errors) -> None:
    """A game read while it was sound is played on; reading it again is refused."""
    table = await started(house, ANA, BORIS, VERA)
    logged_errors.expect(f"game {table.id} is damaged and frozen")
    do(Path(house.path), "UPDATE sitting SET misses = 7 WHERE seat = 0")
    assert await house.play(table, Random(1), 1)
    await house.store.close()
    again = await make_house(house.path, house.clock)
    try:
        await refuses(await again.tables.get(table.id))
    finally:
        await again.store.close()


async def test_a_damaged_table_is_found_where_it_stood_and_can_be_closed(
    house: House, logged_errors: Errors
) -> None:
    table = await started(house, ANA, BORIS, VERA)
    await house.store.close()
    logged_errors.expect(f"game {table.id} is damaged and frozen")
    do(house.path, "UPDATE game SET clock = 'none'")
    again = await make_house(house.path, house.clock)
    try:
        assert await again.store.game_queries.unpainted() == (
            table.id,
        )  # so the start reports it there
        found = await again.tables.find_here(5, ANA, 1)
        await refuses(found)
        await again.tables.void_unreadable(found)
        assert (found.row.status, found.game) == (Status.VOID, None)
        assert await again.store.game_queries.games_in_place(5, OPEN_STATUSES) == ()
        with pytest.raises(GameDamaged):  # the seed of its deck is not published either
            await again.store.game_queries.shuffle(table.id, 1)
    finally:
        await again.store.close()
    assert len(logged_errors.records) == 1


async def test_a_row_that_turned_unreadable_stands_in_nobody_s_way(
    house: House, logged_errors: Errors
) -> None:
    """Its texts are damaged while the bot runs: other tables of its channel are found as before."""
    broken = await started(house, ANA, BORIS, VERA)
    sound = await started(house, EGOR, BORIS)
    logged_errors.expect(f"game {broken.id} is damaged and frozen")
    logged_errors.expect(f"game {broken.id} does not replay and is frozen")
    do(house.path, f"UPDATE game SET rules = CAST(x'ff' AS TEXT) WHERE game_id = {broken.id}")  # noqa: S608
    assert (await house.tables.find_here(5, EGOR, 1)).id == sound.id
    assert [row.game_id for row in await house.store.game_queries.games_of_user(BORIS)] == [
        sound.id
    ]
    assert await house.store.game_queries.count_open() == {Status.PLAYING: 2}
    await broken.reload()
    assert broken.row.status is Status.FROZEN
    assert await house.play(sound, Random(1), 1)


async def test_what_lies_in_a_damaged_part_of_the_file_is_not_tried_again(
    house: House, logged_errors: Errors
) -> None:
    table = await started(house, ANA, BORIS, VERA)
    logged_errors.expect(f"game {table.id} is left alone: The database is damaged")
    tried: list[int] = []

    async def work(table: Table) -> None:
        tried.append(table.id)
        raise StorageTrouble(Trouble.DAMAGED)

    rounds = TableTasks(house.tables, work, pauses=(0,))
    for poke in (rounds.poke, rounds.nudge):  # first something new; then the clock, again and again
        poke(table.id)
        await settled(rounds)
        await asyncio.sleep(0.02)
    assert tried == [table.id]
    rounds.poke(table.id)
    await settled(rounds)
    assert len(tried) == 2
