"""A quiet screen: one private message per player and table, and it says when it stops following."""

from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from discord import Interaction

from bot.discord_ui.responses import Responder
from bot.engine.deal import Stage
from bot.model.refusals import Refusal, Refused
from tests.support.response_faults import Request, intercept_response
from tests.support.room import Person, Room, controls, words_of
from tests.support.stored import driver_of

pytestmark = pytest.mark.slow  # whole evenings

Three = tuple[Person, Person, Person]


def private_messages(room: Room) -> int:
    """Count the private messages that are there."""
    stored = room.env.backend.messages.values()
    return sum(bool(one.flags & 64) for place in stored for one in place.values())


async def test_a_new_message_takes_the_place_of_the_old(room: Room, table: Three) -> None:
    ana, boris, vera = table
    for what in ("hand", "score", "help", "more", "help", "hand", "hand"):
        await room.press(ana, what, room.message())
        assert private_messages(room) == 3  # one a player
    asked_for = room.refreshed
    await room.play_until(lambda room: len(room.deal().tricks) == 1)
    assert [room.is_current_hand(who) for who in (ana, boris, vera)] == [True] * 3
    assert room.refreshed == asked_for  # every hand has followed
    eve = room.person("Eve")
    for what in ("score", "help", "score"):
        await room.press(eve, what, room.message())
    assert private_messages(room) == 4


async def test_a_card_is_drawn_from_memory(room: Room, table: Three) -> None:
    """Reads beside the transactions: two a move are allowed, and none is needed."""
    await room.skip_until(lambda room: len(room.deal().tricks) == 1)
    said: list[str] = []
    await driver_of(room.store.game_queries).set_trace_callback(said.append)
    await room.play_until(lambda room: len(room.deal().tricks) == 2)
    written = [n for n, sql in enumerate(said) if sql.startswith(("BEGIN", "COMMIT"))]
    spans = zip(written[::2], written[1::2], strict=True)
    inside = {n for first, last in spans for n in range(first, last)}
    reads = [sql for n, sql in enumerate(said) if sql.startswith("SELECT") and n not in inside]
    assert written
    assert reads == []


async def test_refusals_do_not_pile_up(room: Room, table: Three) -> None:
    eve = room.person("Eve")
    for _ in range(3):
        await room.press(eve, "hand", room.message())
        assert words_of(eve.private) == room.sentence(Refusal.NOT_SEATED)
    assert private_messages(room) == 4
    await room.press(eve, "score", room.message())
    assert private_messages(room) == 4  # the sentence has gone


async def test_a_refusal_leaves_the_hand(room: Room, table: Three) -> None:
    _, boris, _ = table
    hand = boris.private
    for _ in range(2):
        await room.command(boris, "play", move="xyz")
    assert boris.private is not None
    assert hand is not None
    assert boris.private.id != hand.id
    boris.private = hand
    await room.play_until(lambda room: room.asked() is boris)
    assert room.is_current_hand(boris)


async def test_the_way_back_from_a_refusal_shows_the_hand(room: Room, table: Three) -> None:
    """The hand takes the place of the sentence, and of the hand above it."""
    _, boris, _ = table
    await room.command(boris, "play", move="xyz")
    await room.press(boris, "hand", boris.private)
    assert private_messages(room) == 3
    assert room.is_current_hand(boris)


async def test_a_refusal_during_the_way_back_leaves_the_hand(
    room: Room, table: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord has applied the edit, and the bot learns of it after the second refusal."""
    _, boris, _ = table
    refused, refuse = list[Callable[[], Awaitable[None]]](), Responder.refuse

    async def record(here: Responder, interaction: Interaction, why: Refused) -> None:
        refused.append(partial(refuse, here, interaction, why))
        await refused[-1]()

    async def refuse_again(_: Request) -> None:
        await refused.pop()()

    monkeypatch.setattr(Responder, "refuse", record)
    await room.command(boris, "play", move="xyz")
    assert boris.private is not None
    intercept_response(room.env, refuse_again)
    await room.press(boris, "hand", boris.private)
    assert refused == []
    assert boris.private.id in hidden(room)
    assert room.is_current_hand(boris)


async def test_a_page_gives_way_when_its_reader_is_asked(room: Room, table: Three) -> None:
    ana, *_ = table
    await room.play_one(ana)
    await room.press(ana, "score")
    score = words_of(ana.private)
    await room.play_until(lambda room: len(room.deal().trick) == 2)
    assert words_of(ana.private) == score
    await room.play_until(lambda room: room.asked() is ana)
    assert room.is_current_hand(ana)


async def test_the_last_minute(room: Room, table: Three) -> None:
    """It says that it stops; afterwards its buttons work, and there is one message again."""
    ana, boris, _ = table
    old = boris.private
    await room.later(13 * 60)
    assert room.say("hand.stops") not in words_of(old)
    await room.later(90)
    assert room.say("hand.stops") in words_of(old)
    assert "hand" in [control.text for control in controls(ana.private)]  # to refresh, though asked
    await room.play_one(ana)
    assert room.say("hand.stops") in words_of(old)  # and the sentence is true
    await room.later(120)
    await room.press(boris, "hand", room.message())
    assert boris.private is not None
    assert old is not None
    assert boris.private.id != old.id
    newer, there = boris.private, private_messages(room)
    boris.private = old
    await room.press(boris, "hand", old)
    assert room.is_current_hand(boris)
    assert private_messages(room) == there - 1
    assert newer.id not in {one for place in room.env.backend.messages.values() for one in place}
    await room.play_until(lambda room: room.asked() is boris)
    assert room.is_current_hand(boris)


async def test_after_a_restart_the_old_one_is_harmless(room: Room, table: Three) -> None:
    ana, *_ = table
    old, there = ana.private, private_messages(room)
    await room.restart(kill=True)
    await room.press(ana, "hand", room.message())
    assert private_messages(room) == there + 1  # out of reach
    await room.press(ana, "score", old)
    assert private_messages(room) == there  # it was within reach again, and the newer one went
    await room.press(ana, "hand", room.message())
    assert room.is_current_hand(ana)
    assert private_messages(room) == there


async def test_the_hand_goes_below_the_board_of_a_new_deal(room: Room) -> None:
    """One private message a person, the newest one in the channel; the token stays the same."""
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none", target=20)
    await room.start(people[0])
    await room.skip_to(Stage.AUCTION)
    for who in people:  # in the thread: the hand of the host was where the lobby is
        await room.press(who, "hand", room.message())
    await room.skip_until(lambda room: room.stage() is Stage.BETWEEN)
    old = [who.private.id for who in people if who.private is not None]
    await room.next_deal()
    await room.env.settle()
    board = room.message()
    for who, before in zip(people, old, strict=True):
        assert who.private is not None
        assert who.private.id > board.id > before
        assert room.is_current_hand(who)
        own = [one for one in hidden(room) if one in (who.private.id, before)]
        assert own == [who.private.id]
    count, mover = len(hidden(room)), room.asked()
    assert mover is not None
    await room.play_one(mover)
    assert len(hidden(room)) == count
    assert mover.private is not None
    assert mover.private.id > board.id


def hidden(room: Room) -> list[int]:
    """Return the private messages in the place of the table."""
    stored = room.env.backend.messages.get(room.place().id, {}).values()
    return [one.id for one in stored if one.flags & 64]
