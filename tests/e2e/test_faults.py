"""Discord fails: the move stands, the table recovers, and nobody is shown an error."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from aiohttp import ServerDisconnectedError

from bot.engine.deal import Stage
from bot.engine.notation import format_action
from bot.model.refusals import Refusal
from bot.store import StorageTrouble, Trouble
from bot.tables import changes
from bot.tables.state import ChangeContext, TableState
from tests.support.room import Person, Room, controls, words_of
from tests.tables.failing_disk import Disk

pytestmark = pytest.mark.slow

ANSWER = "/interactions/*/*/callback"
PUSH = "/webhooks/*/*/messages/*"
TABLE = "/channels/*/messages/*"
NEW = "/channels/*/messages"


@pytest.fixture
async def three(room: Room) -> list[Person]:
    """Seat three people in a thread, in the play, with all hands on the screens."""
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none", target=20)
    await room.start(people[0])
    await room.skip_to(Stage.PLAY)
    for who in people:
        await room.hand(who)
    return people


def asked(room: Room) -> Person:
    who = room.asked()
    assert who is not None
    return who


def is_painted(room: Room) -> bool:
    return room.is_painted() and controls(room.message())[0].version == room.row()["version"]


async def test_the_answer_to_a_click_is_lost(room: Room, three: list[Person]) -> None:
    """10062 although nothing was late: the card is played once, the table shows it."""
    who = asked(room)
    card, before = format_action(room.choice(who)), len(room.lines())
    room.env.inject_error("POST", ANSWER, status=404, code=10062, message="Unknown interaction")
    await room.press(who, card, heard=False)
    assert room.lines()[before][1] == card
    assert is_painted(room)
    await room.press(who, "hand", room.message())
    await room.play_on()


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015), (404, 10008), (500, 0)])
async def test_a_push_fails(room: Room, three: list[Person], status: int, code: int) -> None:
    room.env.inject_error("PATCH", PUSH, status=status, code=code, message="no", times=None)
    for _ in range(4):
        if room.asked() is not None:
            await room.play_one(asked(room))
    room.env.backend.faults.clear()
    await room.play_on()


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("status", [500, 502, 503, 429])
async def test_an_edit_of_the_table_fails(room: Room, three: list[Person], status: int) -> None:
    """Seconds later it is redrawn, with all moves in between."""
    room.env.inject_error("PATCH", TABLE, status=status, code=0, message="no", times=2)
    await room.play_one(asked(room))
    assert not is_painted(room)
    await room.later(30)
    assert is_painted(room)


async def test_an_edit_answered_by_nothing_is_tried_again(
    room: Room, three: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord answers 200 with an empty object: two seconds later the table is drawn."""

    async def edit(*_: object, **__: object) -> dict[str, object]:
        monkeypatch.undo()
        return {}

    monkeypatch.setattr(room.bot.http, "edit_message", edit)
    await room.play_one(asked(room))
    assert not is_painted(room)
    await room.later(3)
    assert is_painted(room)


@pytest.mark.parametrize("code", [50001, 50013])
async def test_the_thread_is_closed_to_us(room: Room, three: list[Person], code: int) -> None:
    """403 for a while: the table pauses, and the hands say so; afterwards it goes on."""
    for path, method in ((TABLE, "PATCH"), (NEW, "POST")):
        room.env.inject_error(method, path, status=403, code=code, message="no", times=None)
    await room.play_one(asked(room))
    assert room.status() == "paused"
    for one in three:
        assert room.say("board.lost", when=f"<t:{room.row()['deadline']}:R>") in words_of(
            one.private
        )
    room.env.backend.faults.clear()
    await room.press(three[0], "resume")
    assert is_painted(room)
    assert room.row()["deadline"] is None
    await room.play_one(asked(room))
    assert is_painted(room)


async def test_the_table_pauses_although_the_storage_was_in_trouble(
    room: Room, three: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clocks must not run while nobody sees it: the pause is retried."""
    lose_place, troubles = changes.pause_without_channel, [StorageTrouble(Trouble.IO)]

    def lost(state: TableState, at: ChangeContext, *, is_gone: bool) -> TableState:
        if troubles:
            raise troubles.pop()
        return lose_place(state, at, is_gone=is_gone)

    monkeypatch.setattr(changes, "pause_without_channel", lost)
    for path, method in ((TABLE, "PATCH"), (NEW, "POST")):
        room.env.inject_error(method, path, status=403, code=50013, message="no", times=None)
    await room.play_one(asked(room))
    await room.later(30)
    assert not troubles
    assert room.status() == "paused"
    room.mend()
    await room.press(three[0], "resume")
    assert is_painted(room)


async def lose_message(room: Room) -> None:
    message = room.message()
    room.env.backend.delete_message(message.channel_id, message.id)


async def lose_thread(room: Room) -> None:
    room.env.backend.delete_channel(room.place().id)
    await room.env.settle()


async def archive_refuses(room: Room) -> None:
    room.env.inject_error("PATCH", TABLE, status=400, code=50083, message="archived", times=1)


async def too_old_to_edit(room: Room) -> None:
    room.env.inject_error("PATCH", TABLE, status=429, code=30046, message="old", times=1)


@pytest.mark.parametrize("loss", [lose_message, lose_thread, archive_refuses, too_old_to_edit])
async def test_the_table_message_is_gone(
    room: Room, three: list[Person], loss: Callable[[Room], Awaitable[None]]
) -> None:
    """A new one appears with the next move; in the channel, at once, if the thread is gone."""
    who, before = asked(room), room.row()["message_id"]
    await loss(room)
    if loss is lose_thread:
        assert room.place().id == room.channel.id
        for one in three:
            one.private = None
    await room.play_one(who)
    assert room.row()["message_id"] != before
    assert is_painted(room)
    for other in three:
        await room.press(other, "hand", room.message())
    await room.play_on()


async def test_what_is_asked_for_during_a_drawing_is_drawn_after_it(
    room: Room, three: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its message is deleted after the edit, and somebody asks for it at once."""
    inner, table = room.bot.http.request, await room.bot.parts.tables.get(room.table)
    edits: list[str] = []

    async def request(route: discord.http.Route, **how: Any) -> Any:
        answer = await inner(route, **how)
        if route.method == "PATCH" and "/channels/" in route.url and not edits:
            edits.append(route.url)
            await lose_message(room)
            await room.bot.parts.painter.redraw(table)
        return answer

    monkeypatch.setattr(room.bot.http, "request", request)
    await room.play_one(asked(room))
    assert edits
    assert is_painted(room)


async def test_a_post_that_arrived_unheard_shows_the_move_that_followed(
    room: Room, three: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes a nonce once: it answers the second post with the message as it was."""
    inner, arrived = room.bot.http.send_message, list[Any]()

    async def send(*about: Any, **how: Any) -> Any:
        if arrived:
            return arrived[0]
        arrived.append(await inner(*about, **how))
        raise ServerDisconnectedError

    await lose_message(room)
    monkeypatch.setattr(room.bot.http, "send_message", send)
    await room.play_one(asked(room))
    assert not is_painted(room)
    await room.play_one(asked(room))
    assert room.row()["message_id"] == int(arrived[0]["id"])
    assert is_painted(room)


async def test_the_thread_cannot_be_made(room: Room) -> None:
    room.env.inject_error("POST", "/channels/*/threads", status=403, code=50013, message="no")
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none")
    await room.start(ana)
    assert room.place().id == room.channel.id
    await room.play_on()


async def test_a_lobby_that_cannot_be_posted_leaves_no_table(room: Room) -> None:
    ana = room.person("Ana")
    room.env.inject_error("POST", ANSWER, status=403, code=50013, message="no")
    result = await ana.actor.slash(room.channel, "table open")
    room._keep(ana, result, heard=False)
    assert room.read("SELECT status FROM game WHERE status NOT IN ('void', 'over')") == []
    await room.open_table(ana)
    assert room.status() == "lobby"


async def test_the_emojis_cannot_be_read(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    """Cards are words then, and everything works; once they can be read they are tiles."""
    room.env.inject_error(
        "GET", "/applications/*/emojis", status=500, code=0, message="no", times=None
    )
    await room.restart()
    assert room.bot.parts.assets.tiles == {}
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none", target=20)
    await room.start(ana)
    await room.skip_to(Stage.PLAY)
    labels = {c.label for c in controls(await room.hand(ana)) if c.kind == "a"}
    assert any(label[-1] in "♠♣♦♥" for label in labels)
    assert "<:" not in words_of(ana.private)
    await room.play_on(4)
    await room.later(300, step=5)
    said = [one for one in caplog.records if one.name == "bot.discord_ui.app_setup"]
    assert [one.levelname for one in said].count("WARNING") == 1
    assert 5 <= len(said) <= 10
    room.mend()
    await room.later(60, step=5)
    assert len(room.bot.parts.assets.tiles) == len(room.env.backend.application_emojis)


async def test_the_connection_of_an_answer_breaks(room: Room, three: list[Person]) -> None:
    """The card is played, and the notice says so."""
    who = asked(room)
    card, before = format_action(room.choice(who)), len(room.lines())
    room.sever("POST", ANSWER)
    await room.press(who, card)
    assert room.lines()[before][1] == card
    assert room.sentence(Refusal.KEPT) in words_of(who.private)
    assert is_painted(room)


async def test_the_connection_breaks_where_nothing_was_stored(
    room: Room, three: list[Person]
) -> None:
    who = asked(room)
    room.sever("POST", ANSWER)
    with room.nothing_changes():
        await room.press(who, "score", room.message())
    assert room.sentence(Refusal.ANSWER_LOST) in words_of(who.private)


async def test_a_reading_fails_after_the_card_is_stored(
    room: Room, three: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told that a stored card does not count."""
    who, disk = asked(room), Disk(room.path, monkeypatch)
    card, before = format_action(room.choice(who)), len(room.lines())
    await room.hand(who)
    data = room.bot.parts.table_data
    data._names._names.clear()  # so that the hand has to be read
    data._cache.clear()
    disk.watch(refuses="FROM person")
    await room.press(who, card, who.private)
    disk.heal()
    assert room.lines()[before][1] == card
    assert room.sentence(Refusal.KEPT) in words_of(who.private)
    await room.later(30)
    assert is_painted(room)


async def test_nobody_knows_whether_a_move_is_stored(
    room: Room, three: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server was lost with the answer to a commit: the notice does not deny the move."""
    who, disk = asked(room), Disk(room.path, monkeypatch)
    card, before = format_action(room.choice(who)), len(room.lines())
    await room.hand(who)
    disk.watch(lies="COMMIT", doubt=StorageTrouble(Trouble.DOUBTFUL))
    await room.press(who, card, who.private)
    disk.heal()
    assert room.sentence(Refusal.SAVED_OR_NOT) in words_of(who.private)
    await room.press(who, "hand", room.message())
    assert room.lines()[before][1] == card
    await room.later(30)
    assert is_painted(room)


async def test_a_painting_loses_its_connection(room: Room, three: list[Person]) -> None:
    """Nobody clicks: the painter draws it again itself."""
    room.sever("PATCH", TABLE, times=3)
    await room.play_one(asked(room))
    assert not is_painted(room)
    await room.later(60)
    assert is_painted(room)


async def test_a_push_loses_its_connection(room: Room, three: list[Person]) -> None:
    """The hands of the others are redrawn once Discord is there again."""
    room.sever("PATCH", PUSH, times=4)
    await room.play_one(asked(room))
    await room.later(60)
    room.refreshed = 0
    await room.play_one(asked(room))
    assert room.refreshed == 0


def asked_for(room: Room, method: str, before: int) -> int:
    """Count the requests for public messages since then."""
    found = [one for one in room.witness[before:] if one.method == method]
    return sum(one.path.startswith("/channels/") for one in found)


async def test_a_channel_that_is_gone_is_asked_once(channel_room: Room) -> None:
    """The table rests for as long as it takes.

    No request is repeated, and no timer starts another.
    """
    room = channel_room
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none", target=20)
    await room.start(ana)
    await room.skip_to(Stage.PLAY)
    await room.hand(ana)
    for path, method in ((TABLE, "PATCH"), (NEW, "POST")):
        room.env.inject_error(method, path, status=404, code=10003, message="no", times=None)
    await room.play_one(asked(room))
    assert room.status() == "paused"
    before = len(room.witness)
    await room.later(3600, step=60)
    # their hand has said, once, that it stops
    assert [one for one in room.witness[before:] if "/webhooks/" not in one.path] == []
    room.mend()
    await room.press(ana, "score", ana.private if "score" in shown(ana) else room.message())
    assert is_painted(room)


def shown(who: Person) -> set[str]:
    assert who.private is not None
    return {one.text for one in controls(who.private)}


async def test_a_right_that_is_given_back_is_noticed(room: Room, three: list[Person]) -> None:
    for path, method in ((TABLE, "PATCH"), (NEW, "POST")):
        room.env.inject_error(method, path, status=403, code=50013, message="no", times=None)
    await room.play_one(asked(room))
    room.mend()
    await room.later(600)
    assert not is_painted(room)
    role = room.guild.create_role("players", permissions=discord.Permissions(send_messages=True))
    room.bot.dispatch("guild_role_update", *[room.bot.guilds[0].get_role(role.id)] * 2)
    await room.env.settle()
    assert is_painted(room)


async def test_what_fails_is_tried_less_and_less(room: Room, three: list[Person]) -> None:
    """One timer a table, however often it has failed."""
    room.env.inject_error("PATCH", TABLE, status=503, code=0, message="no", times=None)
    for _ in range(5):
        await room.play_one(asked(room))
    before = len(room.witness)
    await room.later(600, step=5)
    assert 8 <= asked_for(room, "PATCH", before) <= 12
    room.mend()
    await room.later(60, step=5)
    assert is_painted(room)
