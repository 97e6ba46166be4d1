"""Tables, channels, drawing, clocks, votes: the stored values, and the refusals."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.model.enums import Clock, KibitzKind, Status
from bot.model.values import replace
from bot.store import Store, WriteFault, WriteRefused
from bot.store.records import (
    GameRow,
    KibitzNote,
    LogEntry,
    SeatHolder,
    Shuffle,
    StoredVote,
    TableSnapshot,
)
from tests.store.making import SEED, append, change, line, new_game, room_of, seated, sit


async def game(store: Store, game_id: int) -> GameRow:
    return (await room_of(store, game_id)).row


async def refusal_of(write: Awaitable[object]) -> WriteFault:
    with pytest.raises(WriteRefused) as caught:
        await write
    return caught.value.refusal


async def test_a_new_game(store: Store) -> None:
    found = await game(store, await new_game(store, host_id=8))
    assert (found.status, found.host_id, found.created_at) == (Status.LOBBY, 8, 1000)
    assert (found.version, found.painted, found.revision, found.painted_revision) == (0, -1, 0, -1)
    assert (found.started_at, found.ended_at, found.deadline, found.wake) == (None,) * 4
    assert await store.game_queries.load(12345) is None


async def test_a_room_comes_back_as_it_was_saved(store: Store) -> None:
    game_id = await new_game(store)
    before = await room_of(store, game_id)
    row = before.row._replace(
        status=Status.PLAYING,
        host_id=4,
        rules="viennese",
        clock=Clock.FAST,
        started_at=10,
        deadline=99,
        wake=50,
        revision=1,
        friendly=True,
    )
    sittings = (
        SeatHolder(0, 4, None, 0, None, 1, True),
        SeatHolder(2, None, "calm", 0, None, 0, False),
    )
    votes = (StoredVote(4, "stop", 7), StoredVote(3, "stop", 8))
    notes = (KibitzNote(8, 4, KibitzKind.ASKS, 7), KibitzNote(8, 0, KibitzKind.SAW, 8, 3))
    after = TableSnapshot(row, sittings, votes, Shuffle(1, SEED, "1 hello"), (), notes)
    await store.games.save(before, after)
    assert await room_of(store, game_id) == after
    ended = after._replace(row=row._replace(status=Status.VOID, ended_at=40, revision=2))
    await store.games.save(after, ended)
    assert await room_of(store, game_id) == ended


EVERY_CHANGE: dict[str, Callable[[TableSnapshot], TableSnapshot]] = {
    "a word": lambda room: room._replace(shuffle=Shuffle(1, SEED, "2 good-bye")),
    "the next seed": lambda room: room._replace(shuffle=Shuffle(2, SEED)),
    "status": lambda room: room._replace(row=room.row._replace(status=Status.PLAYING)),
    "deadline": lambda room: room._replace(row=room.row._replace(deadline=5)),
    "clock": lambda room: room._replace(row=room.row._replace(clock=Clock.FAST)),
    "host": lambda room: room._replace(row=room.row._replace(host_id=3)),
    "rules": lambda room: room._replace(row=room.row._replace(rules="other")),
    "user": lambda room: room._replace(sittings=seated(room, 0, 3)),
    "robot": lambda room: room._replace(sittings=seated(room, 0, None, "calm")),
    "nobody": lambda room: room._replace(sittings=()),
    "away": lambda room: room._replace(sittings=(replace(room.sittings[0], away=True),)),
    "kibitz": lambda room: room._replace(kibitz=(KibitzNote(3, 0, KibitzKind.ASKS, 1),)),
    "vote": lambda room: room._replace(votes=(StoredVote(3, "stop", 1),)),
}


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize("changed", EVERY_CHANGE)
async def test_an_ended_game_is_changed_no_more(store: Store, changed: str) -> None:
    game_id = await new_game(store)
    await sit(store, game_id, 0, 11)
    await change(store, game_id, status=Status.VOID, ended_at=40)
    room = await room_of(store, game_id)
    refusal = await refusal_of(store.games.save(room, EVERY_CHANGE[changed](room)))
    assert refusal is WriteFault.GAME_ENDED
    assert await room_of(store, game_id) == room


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize("changed", EVERY_CHANGE)
async def test_nobody_is_overwritten(store: Store, changed: str) -> None:
    """A change computed from an outdated state is refused."""
    game_id = await new_game(store)
    await sit(store, game_id, 0, 11)
    old = await room_of(store, game_id)
    await change(store, game_id, clock=Clock.NONE)
    newest = await room_of(store, game_id)
    refusal = await refusal_of(store.games.save(old, EVERY_CHANGE[changed](old)))
    assert refusal is WriteFault.CHANGED
    assert await room_of(store, game_id) == newest


async def test_a_seed_stays_as_it_was_drawn(store: Store) -> None:
    """The shown commitment is bound to it; the words beside it are final only with the deck."""
    game_id = await new_game(store)
    before = await room_of(store, game_id)
    row = before.row._replace(revision=1)
    other = before._replace(row=row, shuffle=Shuffle(1, bytes(32), "1 hello"))
    await store.games.save(before, other)
    assert await store.game_queries.shuffle(game_id, 1) == Shuffle(1, SEED, "1 hello")
    assert await store.game_queries.shuffle(game_id, 2) is None


def test_a_seed_is_never_written_in_a_message_of_an_error() -> None:
    assert "\\x" not in repr(Shuffle(1, bytes(range(32)), "1 hello"))


async def test_an_ended_game_can_still_be_shown(store: Store) -> None:
    game_id = await new_game(store)
    await change(store, game_id, status=Status.VOID, ended_at=40)
    await store.games.set_place(game_id, 6, 7)
    await store.games.set_painted(game_id, 0, 1)
    found = await game(store, game_id)
    assert (found.place_id, found.message_id, found.revision) == (6, 7, 1)


async def test_no_such_game(store: Store) -> None:
    room = await room_of(store, await new_game(store))
    nowhere = room._replace(row=room.row._replace(game_id=9))
    for write in (
        store.games.set_place(9, 6, 7),
        store.games.set_painted(9, 0, 0),
        store.games.save(nowhere, nowhere._replace(row=nowhere.row._replace(wake=4))),
        store.games.save(nowhere, nowhere._replace(row=nowhere.row._replace(clock=Clock.FAST))),
        store.games.save(nowhere, nowhere._replace(sittings=seated(nowhere, 0, 5))),
    ):
        assert await refusal_of(write) is WriteFault.NO_SUCH_GAME


async def test_only_the_turn_that_was_reminded_is_reminded(store: Store) -> None:
    game_id = await new_game(store)
    await append(store, game_id, line(0), deadline=9, wake=5)
    asked = await room_of(store, game_id)
    reminded = asked._replace(row=asked.row._replace(wake=9))
    await store.games.save(asked, reminded)
    assert (await game(store, game_id)).wake == 9
    assert await refusal_of(store.games.save(asked, reminded)) is WriteFault.CHANGED
    await append(store, game_id, line(1), deadline=19, wake=15)
    with pytest.raises(Exception, match="expects line 2, not line 1"):
        await store.games.save(asked, reminded)
    assert (await game(store, game_id)).wake == 15


async def test_what_the_bot_alone_remembers_asks_for_no_painting(store: Store) -> None:
    game_id = await new_game(store)
    await sit(store, game_id, 0, 1)
    await store.games.set_painted(game_id, 0, 1)
    await store.games.set_place(game_id, 1, 2)
    room = await room_of(store, game_id)
    await store.games.save(room, room._replace(row=room.row._replace(wake=77)))
    assert await store.game_queries.unpainted() == ()


async def test_deadlines_wait_for_the_bot(store: Store) -> None:
    playing, paused, still = [await new_game(store) for _ in range(3)]
    await change(store, playing, status=Status.PLAYING, started_at=1, deadline=100, wake=100)
    await change(store, paused, status=Status.PAUSED, started_at=1, deadline=100, wake=100)
    await change(store, still, status=Status.PLAYING, started_at=1)
    assert set(await store.games.shift_deadlines(50, 90, 10)) == {playing, paused}
    deadlines = [(await game(store, g)).deadline for g in (playing, paused, still)]
    assert deadlines == [150, 150, None]  # a table paused by vote has none


async def test_votes(store: Store) -> None:
    game_id = await new_game(store)

    async def votes(*kept: StoredVote) -> tuple[StoredVote, ...]:
        await change(store, game_id, votes=kept)
        return (await room_of(store, game_id)).votes

    two, one, early = StoredVote(2, "stop", 5), StoredVote(1, "stop", 6), StoredVote(1, "pause", 4)
    assert await votes(two) == (two,)
    assert await votes(two, one, early) == (early, two, one)
    assert await votes(two, one) == (two, one)
    assert await votes() == ()


async def test_changes_of_one_game_in_one_batch_are_made_in_their_order(store: Store) -> None:
    first = await room_of(store, await new_game(store))
    voted = TableSnapshot(
        first.row._replace(revision=1, host_id=3), (), (StoredVote(3, "stop", 1),), first.shuffle
    )
    moved = voted._replace(row=voted.row._replace(version=1, deadline=9, wake=9))
    last = TableSnapshot(moved.row._replace(revision=2, host_id=4), (), (), first.shuffle)
    again = last._replace(row=last.row._replace(version=2, deadline=8, wake=8))
    await asyncio.gather(
        store.games.save(first, voted),
        store.games.save(voted, moved, LogEntry(line(0))),
        store.games.save(moved, last),
        store.games.save(last, again, LogEntry(line(1))),
    )
    assert await room_of(store, first.row.game_id) == again
