"""Turn notifications: once a turn, in the way each player has chosen, also through restarts."""

import pytest

from bot.engine.deal import Stage
from bot.model.refusals import Refusal
from tests.support.room import Person, Room, words_of
from tests.support.stored import rewritten

pytestmark = pytest.mark.slow  # whole evenings

MINUTES = 60


def asked(room: Room) -> Person:
    who = room.asked()
    assert who is not None
    return who


async def started(room: Room, clock: str) -> list[Person]:
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock=clock, target=20)
    await room.start(people[0])
    await room.env.settle()
    return people


def calls(room: Room, who: Person | None = None) -> list[str]:
    """Return the requests that mentioned somebody, or one person."""
    sent = [
        body["content"]
        for body in (request.json for request in room.witness)
        if isinstance(body, dict) and (body.get("allowed_mentions") or {}).get("users")
    ]
    return sent if who is None else [text for text in sent if f"<@{who.id}>" in text]


def standing(room: Room, who: Person) -> list[str]:
    """Return the messages that call somebody now."""
    return [words_of(one) for one in room.public() if f"<@{who.id}>" in words_of(one)]


def letters(room: Room, who: Person) -> list[str]:
    """Return the direct messages of somebody."""
    backend = room.env.backend
    there = [one for one in backend.channels.values() if _is_dm_with(one, who)]
    return [m.content for one in there for m in backend.messages.get(one.id, {}).values()]


def _is_dm_with(channel: object, who: Person) -> bool:
    return who.id in getattr(channel, "recipient_ids", ())


async def wishes(room: Room, who: Person, *texts: str) -> None:
    await room.command(who, "pref me")
    for text in texts:
        await room.press(who, text, who.private)


async def test_everybody_but_who_starts_is_called_to_a_match(room: Room) -> None:
    _, boris, vera = await started(room, "none")
    begins = [room.say("alert.begins", mention=f"<@{who.id}>") for who in (boris, vera)]
    assert sorted(calls(room)) == sorted(begins)
    await room.skip_until(lambda room: room.asked() is boris)
    assert standing(room, boris)
    await room.play_one(boris)
    assert not standing(room, boris)
    assert standing(room, vera) or room.read(
        'SELECT 1 FROM line JOIN player USING (game_id) WHERE "by" = CAST(number AS TEXT)'
        " AND user_id = ?",
        vera.id,
    )
    await room.restart(kill=True, down=5)
    assert len(calls(room)) == 2


async def test_a_turn_that_comes_after_a_long_wait_is_called_at_once(room: Room) -> None:
    await started(room, "none")
    await room.skip_to(Stage.PLAY)
    before = len(calls(room))
    await room.later(4 * MINUTES)
    await room.play_one(asked(room))
    assert len(calls(room)) == before
    await room.later(6 * MINUTES)
    slow = asked(room)
    await room.skip_until(lambda room: room.asked() is not slow)
    who = asked(room)
    assert calls(room)[before:] == [room.say("alert.reminder", mention=f"<@{who.id}>")]
    await room.later(20 * MINUTES)
    await room.restart(kill=True, down=600)
    assert len(calls(room)) == before + 1
    assert standing(room, who)
    await room.play_one(who)
    assert not standing(room, who)


async def test_a_turn_that_stands_open_is_called_once(room: Room) -> None:
    """Everybody acted at once, then one player went away; the server chose half an hour."""
    people = await started(room, "none")
    marta = room.manager()
    await room.command(marta, "pref server", room.channel)
    await room.press(marta, "server call_minutes 30")
    await room.skip_to(Stage.PLAY)
    who, before = asked(room), len(calls(room))
    await room.later(29 * MINUTES)
    await room.restart(kill=True, down=5)
    assert len(calls(room)) == before
    await room.later(2 * MINUTES)
    assert calls(room)[before:] == [room.say("alert.reminder", mention=f"<@{who.id}>")]
    assert len(standing(room, who)) == 1
    await room.later(600 * MINUTES)
    await room.restart(kill=True, down=5)
    assert len(calls(room)) == before + 1
    assert [len(standing(room, one)) for one in people if one is not who] == [0, 0]


async def test_one_call_of_a_player_stands_at_a_time(room: Room) -> None:
    """The start, the turn that stood open, the day that runs out; after it none."""
    await started(room, "slow")
    who = room.people[1]
    await room.skip_until(lambda room: room.asked() is who)
    assert len(standing(room, who)) == 1
    await room.later(11 * MINUTES, step=60)
    first = standing(room, who)
    assert len(first) == 1
    await room.later(19 * 60 * MINUTES)
    assert len(standing(room, who)) == 1
    await room.later(6 * 60 * MINUTES)
    assert standing(room, who) == []


async def test_who_asks_for_the_next_deal_needs_no_call(room: Room) -> None:
    await started(room, "none")
    await room.skip_until(lambda room: room.stage() is Stage.BETWEEN)
    await room.later(20 * MINUTES)
    first = room.people[room.game().carry.dealer - 2]  # behind the dealer
    before = len(calls(room))
    await room.press(first, "next", room.message())
    await room.later(16)  # the others do not press
    assert asked(room) is first
    assert len(calls(room)) == before


@pytest.mark.parametrize("is_seated", [True, False])
async def test_the_press_of_another_user_ends_no_call(room: Room, is_seated: bool) -> None:
    """Another player presses a moment later, or may not ask for a deal at all."""
    people = await started(room, "none")
    await room.skip_until(lambda room: room.stage() is Stage.BETWEEN)
    await room.later(20 * MINUTES)
    first = room.people[room.game().carry.dealer - 2]
    other = next(one for one in people if one is not first) if is_seated else room.person("Egor")
    card, before = room.message(), len(calls(room))
    _, button = room.find(first, "next", card)
    readers = dict.fromkeys((first, other, *people))
    await room.raw(*((who, card, button.custom_id) for who in readers))
    assert asked(room) is first
    assert len(calls(room)) == before


async def test_who_asked_for_another_deal_is_called_to_this_one(room: Room) -> None:
    """After the second deal nobody presses, and an hour later the clock deals."""
    await started(room, "slow")
    await room.skip_until(lambda room: room.stage() is Stage.BETWEEN)
    first = room.people[room.game().carry.dealer - 1]  # behind the dealer after the next one
    await room.next_deal(first)
    await room.skip_until(lambda room: room.stage() is Stage.BETWEEN)
    before = len(calls(room, first))
    await room.later(61 * MINUTES)
    assert asked(room) is first
    assert len(calls(room, first)) == before + 1


async def test_each_player_is_called_as_they_chose(room: Room) -> None:
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="slow", target=20)
    ana, boris, vera = people
    await wishes(room, boris, "me calls never")
    await wishes(room, vera, "me calls direct")
    await room.start(ana)
    await room.env.settle()
    assert calls(room) == []
    assert len(letters(room, vera)) == 1
    assert "discord.com/channels" in letters(room, vera)[0]
    await room.skip_until(lambda room: room.asked() is vera)
    await room.play_one(vera)
    assert letters(room, vera) == []


async def test_who_wants_no_calls_is_called_nowhere(room: Room) -> None:
    """Not to a lobby, not before its hour, and not when the host removed them."""
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await room.seated(ana, vera, start="in 20 minutes")
    for who in (boris, vera):
        await wishes(room, who, "me calls never")
    await room.press(ana, "invite", room.message())
    await room.name(ana, "invite", boris)
    assert room.sentence(Refusal.INVITE_UNWANTED) in words_of(ana.private)
    await room.later(11 * MINUTES)
    assert calls(room, ana)
    assert not calls(room, boris) + calls(room, vera)


async def test_closed_direct_messages_are_answered_by_a_mention(room: Room) -> None:
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.seated(ana, boris, robots=1, clock="none")
    await wishes(room, boris, "me calls direct")
    channel = room.env.backend.get_dm_channel(boris.id)
    room.env.inject_error(
        "POST", f"/channels/{channel.id}/messages", status=403, code=50007, message="closed"
    )
    await room.start(ana)
    await room.env.settle()
    assert len(calls(room, boris)) == 1
    await room.command(boris, "pref me")
    assert room.say("settings.refused") in words_of(boris.private)
    await room.command(boris, "pref me")
    assert room.say("settings.refused") not in words_of(boris.private)


async def test_nobody_is_called_in_their_quiet_hours(room: Room) -> None:
    """In the simulated server it is midnight; five hours to the east the quiet hours are over."""
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people, clock="none", target=20)
    ana, boris, vera = people
    await wishes(room, boris, "me quiet 23 8")
    await wishes(room, vera, "me quiet 23 8", "me quiet 23 4")
    await room.command(vera, "pref me", zone="Asia/Yekaterinburg")
    await room.start(ana)
    await room.env.settle()
    assert not calls(room, boris)
    assert len(calls(room, vera)) == 1
    await room.restart(kill=True, down=60)
    await wishes(room, boris, "me quiet 23 1")
    await room.later(55 * MINUTES)
    assert not calls(room, boris)
    await room.later(5 * MINUTES)
    assert len(calls(room, boris)) == 1


async def test_a_kill_between_a_call_and_its_note_calls_nobody_twice(room: Room) -> None:
    """Discord posts a nonce once, and the bot sends the same nonce again after the start."""
    await started(room, "none")
    boris = room.people[1]
    await rewritten(room.path, f"DELETE FROM summons WHERE user_id = {boris.id}")  # noqa: S608
    await room.restart(kill=True, down=5)
    sent = [request.json for request in room.witness if isinstance(request.json, dict)]
    nonces = [one["nonce"] for one in sent if f"<@{boris.id}>" in str(one.get("content"))]
    assert len(nonces) == 2
    assert len(set(nonces)) == 1


async def test_a_call_that_was_lost_on_the_way_is_made_once(room: Room) -> None:
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.seated(ana, boris, robots=1, clock="none")
    room.sever("POST", "/channels/*/messages", times=1)
    await room.start(ana)
    await room.later(20, step=5)
    assert len(standing(room, boris)) == 1
    stored = room.read("SELECT message_id FROM summons WHERE user_id = ?", boris.id)
    assert stored[0][0] is not None
