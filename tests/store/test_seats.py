"""Seats change hands at a version, and one seat has one occupant."""

import asyncio
import secrets

import pytest

from bot.store import StatementFault, Store, WriteFault, WriteRefused
from bot.store.records import LogEntry, SeatHolder
from bot.store.saving import assign_numbers
from tests.store.making import append, change, get_up, line, new_game, room_of, seated, sit


async def now(store: Store, game_id: int) -> list[tuple[int, int | None, str | None]]:
    found = await store.game_queries.load(game_id)
    assert found is not None
    return [(sitting.seat, sitting.user_id, sitting.robot) for sitting in found.sittings]


async def test_the_lobby_forgets_who_left(store: Store) -> None:
    game_id = await new_game(store)
    await sit(store, game_id, 0, 11)
    await sit(store, game_id, 1, robot="calm")
    await get_up(store, game_id, 0)
    await sit(store, game_id, 1, 11)
    assert await now(store, game_id) == [(1, 11, None)]
    assert len(await store.game_queries.sittings(game_id)) == 1


async def test_a_hand_over_during_play(store: Store) -> None:
    game_id = await new_game(store)
    await sit(store, game_id, 0, 11)
    await append(store, game_id, line(0))
    await append(store, game_id, line(1))
    await sit(store, game_id, 0, robot="calm")
    await append(store, game_id, line(2))
    await sit(store, game_id, 0, 12)
    assert await store.game_queries.sittings(game_id) == (
        SeatHolder(0, 11, None, 0, 2, 0, False),
        SeatHolder(0, None, "calm", 2, 3, 0, False),
        SeatHolder(0, 12, None, 3, None, 0, False),
    )
    await get_up(store, game_id, 0)
    assert await now(store, game_id) == []
    assert [sitting.until for sitting in await store.game_queries.sittings(game_id)] == [2, 3]


async def test_another_level_is_no_other_seat(store: Store) -> None:
    game_id = await new_game(store)
    await sit(store, game_id, 0, robot="calm")
    await sit(store, game_id, 0, robot="wild")
    assert await store.game_queries.sittings(game_id) == (
        SeatHolder(0, None, "wild", 0, None, 0, False),
    )


async def test_ten_people_and_one_seat(store: Store) -> None:
    game_id = await new_game(store)
    room = await room_of(store, game_id)
    row = room.row._replace(revision=room.row.revision + 1)
    rivals = (
        store.games.save(room, room._replace(row=row, sittings=seated(room, 0, user)))
        for user in range(1, 11)
    )
    outcomes = await asyncio.gather(*rivals, return_exceptions=True)
    refused = [one.refusal for one in outcomes if isinstance(one, WriteRefused)]
    assert refused == [WriteFault.CHANGED] * 9
    assert len(await now(store, game_id)) == 1


async def test_misses_and_away(store: Store) -> None:
    game_id = await new_game(store)
    await sit(store, game_id, 0, 11)
    absent = (SeatHolder(0, 11, None, 0, None, 2, True),)
    await change(store, game_id, sittings=absent)
    assert await store.game_queries.sittings(game_id) == absent
    found = await store.game_queries.load(game_id)
    assert found is not None
    assert found.sittings == absent


async def test_misses_are_those_of_who_sits_there_now(store: Store) -> None:
    """Who had the seat before keeps what the log says of them."""
    game_id = await new_game(store)
    await sit(store, game_id, 0, 11)
    await append(store, game_id, line(0))
    await sit(store, game_id, 0, 12)
    await change(store, game_id, sittings=(SeatHolder(0, 12, None, 1, None, 2, True),))
    earlier, present = await store.game_queries.sittings(game_id)
    assert earlier == SeatHolder(0, 11, None, 0, 1, 0, False)
    assert (present.misses, present.away) == (2, True)


async def test_a_line_keeps_who_is_back_with_it(store: Store) -> None:
    """Seats, votes and the line are one transaction: a bad line stores none of them."""
    game_id = await new_game(store)
    await change(store, game_id, sittings=(SeatHolder(0, 11, None, 0, None, 1, False),))
    room = await room_of(store, game_id)
    row = room.row._replace(version=1)
    back = room._replace(row=row, sittings=(SeatHolder(0, 11, None, 0, None, 0, False),))
    with pytest.raises(StatementFault, match=r"(?i)check"):
        await store.games.save(room, back, LogEntry(line(0, by="nobody")))
    assert await room_of(store, game_id) == room
    await store.games.save(room, back, LogEntry(line(0)))
    assert await room_of(store, game_id) == back


def test_the_numbers_of_a_game_begin_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Number 0 is kept for lines of the table; a number of the game is drawn again."""
    drawn = iter((0, 1, 1, 2))
    monkeypatch.setattr(secrets, "randbelow", lambda most: next(drawn))
    assert assign_numbers((11, None, 12, 11, 13), {12: 2}) == {11: 1, 13: 3}
