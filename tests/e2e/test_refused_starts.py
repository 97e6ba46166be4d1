"""A start refused at the last moment: there is one lobby, and it is true."""

import asyncio
from dataclasses import dataclass

import pytest

from bot.discord_ui.channels import TableThreads
from bot.store import StorageTrouble, Trouble
from bot.tables import Table, changes, moves
from tests.support.room import Message, Person, Room, controls, words_of

pytestmark = pytest.mark.slow  # whole evenings


@pytest.fixture
def people(room: Room) -> list[Person]:
    return [room.person(name) for name in ("Ana", "Boris", "Vera")]


@dataclass
class Leaver:
    """Leaves while the bot makes the thread, which takes a request for every seated player."""

    room: Room
    who: Person
    times: int = 1

    async def get_up(self, threads: TableThreads, *_: object) -> None:
        if self.times:
            self.times -= 1
            table = await self.room.bot.parts.tables.get(1)
            await table.change(changes.leave, self.who.id)


def live(room: Room) -> list[Message]:
    """Return every message with buttons, in the channel and its threads."""
    places = (room.channel, *room.channel.threads)
    return [one for place in places for one in room.public(place) if controls(one)]


def is_where_it_was(room: Room, lobby: Message, gone: str) -> bool:
    (there,) = live(room)
    return (there.id, gone in words_of(there)) == (lobby.id, False)


async def test_somebody_gets_up_while_the_thread_is_made(
    room: Room, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, _, vera = people
    await room.seated(*people, clock="none")
    lobby = room.message()
    monkeypatch.setattr(TableThreads, "_add_member", Leaver(room, vera).get_up)
    await room.press(ana, "start", lobby)
    assert room.status() == "lobby"
    assert is_where_it_was(room, lobby, "Vera")
    (thread,) = room.channel.threads
    about = room.env.backend.get_channel(thread.id).thread_metadata
    assert about is not None
    assert about.archived
    await room.press(vera, "join", room.message())
    await room.start(ana)
    assert live(room)[0].channel_id == room.place().id != room.channel.id


async def test_somebody_gets_up_when_it_is_in_the_thread(
    room: Room, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is posted there until the start is certain."""
    ana, _, vera = people
    await room.seated(*people, clock="none")
    lobby, moved_to = room.message(), Table.mark_posted

    async def moved(table: Table, place_id: int, message_id: int | None, shows: str) -> None:
        await moved_to(table, place_id, message_id, shows)
        if message_id is None:
            await table.change(changes.leave, vera.id)
            await asyncio.sleep(0.1)

    monkeypatch.setattr(Table, "mark_posted", moved)
    await room.press(ana, "start", lobby)
    await room.later(10)
    assert is_where_it_was(room, lobby, "Vera")


async def test_somebody_gets_up_when_the_hour_has_come(
    room: Room, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.seated(*people, clock="none", start="in 20 minutes")
    lobby = room.message()
    monkeypatch.setattr(TableThreads, "_add_member", Leaver(room, people[2]).get_up)
    await room.later(20 * 60 + 10)
    assert room.status() == "lobby"
    assert is_where_it_was(room, lobby, "Vera")


async def test_a_kill_between_the_thread_and_the_start(
    room: Room, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next process finds the lobby where everybody has seen it."""
    ana, *_ = people
    await room.seated(*people, clock="none")
    lobby = room.message()

    async def killed(*_: object) -> None:
        raise StorageTrouble(Trouble.LOCKED)

    def trouble(*_: object) -> None:
        raise StorageTrouble(Trouble.LOCKED)

    monkeypatch.setattr(TableThreads, "_leave_thread", killed)
    monkeypatch.setattr(moves, "start_match", trouble)
    await room.press(ana, "start", lobby)
    monkeypatch.undo()
    assert room.row()["message_id"] is None
    await room.restart(kill=True)
    assert room.message().id == lobby.id
    await room.start(ana)
    assert lobby.id not in [one.id for one in live(room)]


async def test_the_hand_of_who_started_does_not_arrive(room: Room, people: list[Person]) -> None:
    """The lobby leads to the thread all the same."""
    ana, *_ = people
    await room.seated(*people, clock="none")
    lobby = room.message()
    room.env.inject_error("PATCH", "/webhooks/*/*/messages/*", status=404, code=10015, message="no")
    await room.press(ana, "start", lobby)
    room.unanswered.update(  # Discord did not take the answer
        record.id for record in room.env.backend.interactions.values() if record.loading
    )
    assert room.status() == "playing"
    assert lobby.id not in [one.id for one in live(room)]
