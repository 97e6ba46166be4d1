"""Kibitzers in a channel: asking, consent in the hand, the late view, and its end."""

import pytest

from bot.engine.deal import Stage
from bot.model.refusals import Refusal
from tests.support.naming import cards_in
from tests.support.room import Person, Room, words_of

pytestmark = pytest.mark.process


async def ask(room: Room, who: Person, player: int) -> None:
    """Ask for a hand by the way a member finds: More on the public table."""
    await room.press(who, "more", room.message())
    await room.press(who, "kibitz")
    await room.press(who, f"kibitz ask {player}")


async def tricks(room: Room, count: int) -> None:
    """Skip until so many tricks of the open deal are finished."""

    def there(room: Room) -> bool:
        deal = room.game().deal
        return deal is not None and len(deal.tricks) == count and room.stage() is Stage.PLAY

    await room.skip_until(there)


async def press_raw(room: Room, who: Person, text: str) -> None:
    """Press a button that the private message does not have: an old one, or a forged one."""
    assert who.private is not None
    await room.raw((who, who.private, f"pref:d:1:0:{text}"))


async def test_an_evening_with_kibitzers(room: Room) -> None:
    """The scan at the end of the evening checks every card that each of them was shown."""
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    egor, zoe = room.person("Egor"), room.person("Zoe")
    await room.seated(ana, boris, vera, target=4, clock="none")
    await room.start(ana)
    await room.skip_until(lambda room: room.stage() is Stage.PLAY)
    await ask(room, egor, ana.id)
    assert room.say("kibitz.waiting", names="Ana") in words_of(egor.private)
    await room.hand(ana)
    assert room.say("kibitz.question.one", user=f"<@{egor.id}>") in words_of(ana.private)
    await room.press(ana, f"kibitz yes one {egor.id}")
    await room.press(ana, "hand", room.message())
    assert room.say("kibitz.question.one", user=f"<@{egor.id}>") not in words_of(ana.private)
    await tricks(room, 2)
    deal = room.game().deal
    assert deal is not None
    await room.press(egor, "kibitz", egor.private)
    page = words_of(egor.private)
    assert room.say("kibitz.follows", name="Ana") in page
    seat = room.seat_of(ana)
    assert seat is not None
    assert set(deal.hands[seat]) <= cards_in(page)
    await room.press(egor, "kibitz", egor.private)  # Refresh again: nothing has moved
    assert words_of(egor.private) == page
    # another hand of the same deal is refused, also after stopping
    await room.press(egor, "kibitz stop")
    await room.press(egor, f"kibitz ask {boris.id}")
    assert room.sentence(Refusal.KIBITZ_ONE_HAND) in words_of(egor.private)
    # all hands need everybody
    await ask(room, zoe, 0)
    for who in (ana, boris, vera):
        await room.hand(who)
        await room.press(who, f"kibitz everybody all {zoe.id}")
        await room.press(zoe, "kibitz", zoe.private)
        agreed = who is vera
        assert (
            room.say("kibitz.follows", name=room.say("kibitz.all")) in words_of(zoe.private)
        ) is agreed
    # Boris stops them from More, at any time
    await room.press(boris, "more", room.message())
    assert room.say("kibitz.followers", names=f"<@{zoe.id}>") in words_of(boris.private)
    await room.press(boris, "kibitz stop")
    assert room.say("kibitz.closed") in words_of(boris.private)
    await room.press(zoe, "kibitz", zoe.private)
    assert room.say("kibitz.declined", names="Boris") in words_of(zoe.private)
    # a kibitzer who has seen cards gets no seat, neither by a vote nor between deals
    await room.press(ana, "more", room.message())
    await room.press(ana, f"give {seat}")
    await press_raw(room, ana, f"give {seat} {zoe.id}")
    assert room.sentence(Refusal.KIBITZER_SITS) in words_of(ana.private)
    await room.skip_out()
    await press_raw(room, zoe, "kibitz")
    assert room.sentence(Refusal.TABLE_OVER) in words_of(zoe.private)
    assert room.read("SELECT 1 FROM kibitz") == []


async def test_a_lost_answer_and_a_restart_leave_the_consent_as_it_was_stored(room: Room) -> None:
    ana, egor = room.person("Ana"), room.person("Egor")
    await room.seated(ana, robots=2, target=4, clock="none")
    await room.start(ana)
    await room.skip_until(lambda room: room.stage() is Stage.PLAY)
    await ask(room, egor, ana.id)
    await room.hand(ana)
    room.sever("POST", "/interactions/*/callback")
    await room.press(ana, f"kibitz yes one {egor.id}", heard=False)
    room.mend()
    await room.restart(kill=True)
    await tricks(room, 1)
    await room.press(egor, "kibitz", egor.private)
    assert room.say("kibitz.follows", name="Ana") in words_of(egor.private)
    await room.press(ana, "more", room.message())
    await room.press(ana, "leave")
    await room.press(ana, "leave yes void")
    await press_raw(room, egor, "kibitz")
    assert room.sentence(Refusal.TABLE_OVER) in words_of(egor.private)


async def test_nobody_follows_a_hand_of_a_player_who_has_left(room: Room) -> None:
    ana, boris, egor = (room.person(name) for name in ("Ana", "Boris", "Egor"))
    await room.seated(ana, boris, robots=1, target=4, clock="none")
    await room.start(ana)
    await room.skip_until(lambda room: room.stage() is Stage.PLAY)
    await ask(room, egor, ana.id)
    await room.hand(ana)
    await room.press(ana, f"kibitz yes one {egor.id}")
    await tricks(room, 2)
    await room.press(egor, "kibitz", egor.private)
    assert room.say("kibitz.follows", name="Ana") in words_of(egor.private)
    await room.press(ana, "more", room.message())
    await room.press(ana, "leave")
    await room.press(ana, "leave yes kept")
    await room.press(egor, "kibitz", egor.private)
    assert room.say("kibitz.explain") in words_of(egor.private)
    await press_raw(room, egor, f"kibitz ask {ana.id}")
    assert room.sentence(Refusal.STALE) in words_of(egor.private)
    await press_raw(room, ana, f"kibitz ask {boris.id}")
    assert room.sentence(Refusal.KIBITZ_PLAYER) in words_of(ana.private)
