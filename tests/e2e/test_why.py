""" "Why?" in the hand: an answer for the player who is asked, a true one for late presses too."""

from bot.engine.deal import Stage
from bot.model.refusals import Refusal
from tests.support.room import Person, Room, controls, words_of


def grey(room: Room) -> Person | None:
    """Return the player who is asked, if one of their cards is grey."""
    who = room.asked()
    if who is None or room.stage() is not Stage.PLAY or who.private is None:
        return None
    return who if any(one.text == "why" for one in controls(who.private)) else None


async def test_why_a_card_is_grey(room: Room) -> None:
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await room.seated(ana, boris, vera, clock="none")
    await room.start(ana)
    await room.skip_to(Stage.PLAY)
    while (who := grey(room)) is None:
        asked = room.asked()
        assert asked is not None
        await room.play_one(asked)
        if (asked := room.asked()) is not None and room.stage() is Stage.PLAY:
            await room.hand(asked)
    old = who.private
    with room.nothing_changes():
        await room.press(who, "why", old)
        assert room.say("because.title") in words_of(who.private)
        assert room.say("because.always") in words_of(who.private)
        await room.press(who, "hand", who.private)
        zoe = room.person("Zoe")
        await room.raw((zoe, room.message(), "pref:d:1:0:why"))
        assert room.sentence(Refusal.NOT_SEATED) in words_of(zoe.private)
    await room.play_one(who)
    late = next(one for one in (ana, boris, vera) if one is not room.asked())
    await room.raw((late, room.message(), "pref:d:1:0:why"))
    assert room.say("refused.not_your_turn") in words_of(late.private)
