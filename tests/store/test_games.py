"""Status, place, paint, clock, votes: what each changes and what it refuses."""

import pytest

from bot.store import Refusal, Store, WriteRefused
from bot.store.rows import Game, Vote
from bot.terms import Status
from tests.store.making import line, new_game


async def game(store: Store, game_id: int) -> Game:
    found = await store.load(game_id)
    assert found is not None
    return found.game


async def test_a_new_game(store: Store) -> None:
    found = await game(store, await new_game(store, host_id=8))
    assert (found.status, found.host_id, found.created_at) == (Status.LOBBY, 8, 1000)
    assert (found.version, found.painted, found.revision, found.painted_revision) == (0, -1, 0, -1)
    assert (found.started_at, found.ended_at, found.deadline, found.wake) == (None,) * 4
    assert await store.load(12345) is None


async def test_status_and_its_times(store: Store) -> None:
    game_id = await new_game(store)
    assert await store.set_status(game_id, Status.PLAYING, at=10) == 1
    await store.set_deadline(game_id, 99)
    await store.set_status(game_id, Status.PAUSED, at=20)
    found = await game(store, game_id)
    assert (found.status, found.started_at, found.deadline) == (Status.PAUSED, 10, None)
    await store.set_status(game_id, Status.PLAYING, at=30)
    await store.set_status(game_id, Status.VOID, at=40)
    found = await game(store, game_id)
    assert (found.started_at, found.ended_at, found.revision) == (10, 40, 5)


async def test_an_ended_game_is_changed_no_more(store: Store) -> None:
    game_id = await new_game(store)
    await store.set_status(game_id, Status.VOID, at=40)
    for write in (
        store.set_status(game_id, Status.PLAYING, at=50),
        store.set_deadline(game_id, 5),
        store.set_clock(game_id, "fast"),
        store.set_host(game_id, 3),
        store.set_rules(game_id, "other"),
        store.seat_user(game_id, 0, 3),
        store.seat_robot(game_id, 0, "calm"),
        store.vacate(game_id, 0),
        store.set_away(game_id, 0, True),
        store.add_vote(game_id, 3, "stop", 1),
    ):
        with pytest.raises(WriteRefused) as caught:
            await write
        assert caught.value.refusal is Refusal.GAME_ENDED
    await store.set_place(game_id, 6, 7)
    await store.set_painted(game_id, 0, 1)
    found = await game(store, game_id)
    assert (found.place_id, found.message_id, found.revision) == (6, 7, 1)


async def test_no_such_game(store: Store) -> None:
    for write in (
        store.set_place(9, 6, 7),
        store.set_painted(9, 0, 0),
        store.set_reminded(9, 0),
        store.set_clock(9, "fast"),
        store.clear_votes(9),
    ):
        with pytest.raises(WriteRefused) as caught:
            await write
        assert caught.value.refusal is Refusal.NO_SUCH_GAME


async def test_rules_and_host_and_clock(store: Store) -> None:
    game_id = await new_game(store)
    assert await store.set_rules(game_id, "viennese") == 1
    assert await store.set_host(game_id, 4) == 2
    assert await store.set_clock(game_id, "fast") == 3
    found = await game(store, game_id)
    assert (found.rules, found.host_id, found.clock) == ("viennese", 4, "fast")
    await store.set_status(game_id, Status.PLAYING, at=1)
    with pytest.raises(WriteRefused) as caught:
        await store.set_rules(game_id, "sochi")
    assert caught.value.refusal is Refusal.NOT_IN_LOBBY


async def test_only_the_turn_that_was_reminded_is_reminded(store: Store) -> None:
    game_id = await new_game(store)
    await store.append(game_id, line(0), deadline=9, wake=5)
    await store.set_reminded(game_id, 1)
    assert (await game(store, game_id)).wake == 9
    await store.append(game_id, line(1), deadline=19, wake=15)
    await store.set_reminded(game_id, 1)
    assert (await game(store, game_id)).wake == 15


async def test_what_the_bot_alone_remembers_asks_for_no_painting(store: Store) -> None:
    game_id = await new_game(store)
    await store.seat_user(game_id, 0, 1)
    await store.set_painted(game_id, 0, 1)
    await store.set_place(game_id, 1, 2)
    await store.set_misses(game_id, 0, 1)
    await store.set_reminded(game_id, 0)
    assert await store.unpainted() == ()


async def test_deadlines_wait_for_the_bot(store: Store) -> None:
    playing, paused, still = [await new_game(store) for _ in range(3)]
    for game_id in (playing, paused, still):
        await store.set_status(game_id, Status.PLAYING, at=1)
    await store.set_status(paused, Status.PAUSED, at=2)
    await store.set_deadline(playing, 100)
    await store.set_deadline(paused, 100)
    assert await store.shift_deadlines(50) == 1
    deadlines = [(await game(store, g)).deadline for g in (playing, paused, still)]
    assert deadlines == [150, 100, None]


async def test_votes(store: Store) -> None:
    game_id = await new_game(store)
    await store.add_vote(game_id, 2, "stop", at=5)
    await store.add_vote(game_id, 1, "stop", at=6)
    await store.add_vote(game_id, 1, "pause", at=4)
    assert await store.add_vote(game_id, 1, "stop", at=9) == 4
    stop = (Vote(2, "stop", 5), Vote(1, "stop", 6))
    assert await store.votes(game_id) == (Vote(1, "pause", 4), *stop)
    await store.clear_votes(game_id, "pause")
    assert await store.votes(game_id) == stop
    await store.clear_votes(game_id)
    assert await store.votes(game_id) == ()
