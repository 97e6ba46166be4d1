"""Seats change hands at a version, and one seat has one occupant."""

import asyncio

import pytest

from bot.store import Refusal, Store, WriteRefused
from bot.store.rows import Sitting
from tests.store.making import line, new_game


async def now(store: Store, game_id: int) -> list[tuple[int, int | None, str | None]]:
    found = await store.load(game_id)
    assert found is not None
    return [(sitting.seat, sitting.user_id, sitting.robot) for sitting in found.sittings]


async def test_the_lobby_forgets_who_left(store: Store) -> None:
    game_id = await new_game(store)
    assert await store.seat_user(game_id, 0, 11) == 1
    assert await store.seat_robot(game_id, 1, "calm") == 2
    assert await store.vacate(game_id, 0) == 3
    assert await store.seat_user(game_id, 1, 11) == 4
    assert await now(store, game_id) == [(1, 11, None)]
    assert len(await store.sittings(game_id)) == 1


async def test_a_hand_over_during_play(store: Store) -> None:
    game_id = await new_game(store)
    await store.seat_user(game_id, 0, 11)
    await store.append(game_id, line(0), deadline=None)
    await store.append(game_id, line(1), deadline=None)
    await store.seat_robot(game_id, 0, "calm")
    await store.append(game_id, line(2), deadline=None)
    await store.seat_user(game_id, 0, 12)
    assert await store.sittings(game_id) == (
        Sitting(0, 11, None, 0, 2, 0, False),
        Sitting(0, None, "calm", 2, 3, 0, False),
        Sitting(0, 12, None, 3, None, 0, False),
    )
    await store.vacate(game_id, 0)
    assert await now(store, game_id) == []
    assert [sitting.until for sitting in await store.sittings(game_id)] == [2, 3]


async def test_refusals(store: Store) -> None:
    game_id = await new_game(store)
    await store.seat_user(game_id, 0, 11)
    for write, refusal in (
        (store.seat_user(game_id, 0, 12), Refusal.SEAT_TAKEN),
        (store.seat_user(game_id, 0, 11), Refusal.ALREADY_SEATED),
        (store.seat_user(game_id, 1, 11), Refusal.ALREADY_SEATED),
        (store.vacate(game_id, 1), Refusal.SEAT_EMPTY),
        (store.set_misses(game_id, 1, 1), Refusal.SEAT_EMPTY),
        (store.set_away(game_id, 1, True), Refusal.SEAT_EMPTY),
        (store.seat_user(99, 0, 11), Refusal.NO_SUCH_GAME),
    ):
        with pytest.raises(WriteRefused) as caught:
            await write
        assert caught.value.refusal is refusal
    assert await now(store, game_id) == [(0, 11, None)]


async def test_ten_people_and_one_seat(store: Store) -> None:
    game_id = await new_game(store)
    rivals = (store.seat_user(game_id, 0, user) for user in range(1, 11))
    outcomes = await asyncio.gather(*rivals, return_exceptions=True)
    assert sum(isinstance(outcome, WriteRefused) for outcome in outcomes) == 9
    assert len(await now(store, game_id)) == 1


async def test_misses_and_away(store: Store) -> None:
    game_id = await new_game(store)
    await store.seat_user(game_id, 0, 11)
    await store.set_misses(game_id, 0, 2)
    assert await store.set_away(game_id, 0, True) == 2
    found = await store.load(game_id)
    assert found is not None
    assert found.sittings == (Sitting(0, 11, None, 0, None, 2, True),)
