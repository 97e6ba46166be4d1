"""Old matches: opened from the list, stepped through card by card, shown to others."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.engine.deal import Stage
from bot.model.refusals import Refusal
from tests.conftest import Errors
from tests.store.making import do
from tests.support import builders
from tests.support.deal_records import EIGHT, EIGHT_BID
from tests.support.message_content import galleries
from tests.support.room import Person, Room, controls, evening, words_of
from tests.support.stacked import Stacked, opened_under, played

pytestmark = pytest.mark.slow  # whole evenings


def texts_on(who: Person) -> set[str]:
    return {one.text for one in controls(who.private) if one.enabled}


async def over(room: Room, **options: bool) -> list[Person]:
    """Stop a match of three people after its first deal; its thread is deleted."""
    people = await opened_under(room, "sochi", 10, options)
    await played(room, *EIGHT_BID.split(", "))
    await room.skip_until(lambda room: room.stage() is not Stage.PLAY)
    marta = room.manager()
    await room.command(marta, "table close")
    await room.press(marta, "close scored")
    assert room.status() == "over"
    room.env.backend.delete_channel(room.place().id)
    await room.env.settle()
    return people


@pytest.fixture
async def stacked_room(tmp_path: Path) -> AsyncIterator[Room]:
    async with evening(tmp_path, chance=Stacked(builders.deck(EIGHT))) as room:
        yield room


async def opened(room: Room, who: Person) -> None:
    await room.command(who, "pref history", room.channel)
    await room.press(who, "open 1", who.private)


async def test_a_match_is_opened_when_its_thread_is_gone(stacked_room: Room) -> None:
    room = stacked_room
    ana, boris, _ = await over(room)
    await opened(room, ana)
    assert "#1" in words_of(ana.private)
    await room.press(ana, "deal 1", ana.private)
    said = words_of(ana.private)
    assert "Ana" in said
    ((_, cards_in_words),) = galleries(ana.private)
    assert "A♥" in cards_in_words  # all hands
    await room.press(ana, "replay 1 first", ana.private)
    cards = ["ace_of_hearts", "king_of_spades"]
    assert all(card in words_of(ana.private) for card in cards)
    for step in range(1, 30):
        await room.press(ana, f"replay 1 {step}", ana.private)
        assert room.say("analysis.card", n=step + 1, of=30) in words_of(ana.private)
    assert "replay 1 last" not in texts_on(ana)
    await room.press(ana, "replay 1 first", ana.private)
    await room.press(ana, "deal 1", ana.private)
    await room.press(ana, "match 1", ana.private)
    await room.press(ana, "score", ana.private)
    await room.press(ana, "match", ana.private)
    await room.restart(kill=True)
    await opened(room, boris)
    await room.press(boris, "history", boris.private)
    assert room.say("history.title") in words_of(boris.private)


async def test_who_may_open_it(stacked_room: Room) -> None:
    """Its players; all members if the managers of the server say so."""
    room = stacked_room
    await over(room)
    marta, eve = room.people[-1], room.person("Eve")
    await opened(room, eve)
    assert words_of(eve.private) == room.sentence(Refusal.MATCH_CLOSED)
    await room.command(marta, "pref server", room.channel)
    await room.press(marta, "server page look", marta.private)
    await room.press(marta, "server history yes", marta.private)
    await opened(room, eve)
    await room.press(eve, "deal 1", eve.private)
    await room.press(eve, "replay 1 first", eve.private)


async def test_a_deal_is_shown_to_all(stacked_room: Room) -> None:
    """One card a minute in the channel; its steps are private, and in no other deal."""
    room = stacked_room
    ana, boris, _ = await over(room)
    await opened(room, ana)
    await room.press(ana, "deal 1", ana.private)
    await room.press(ana, "replay 1 first", ana.private)
    await room.press(ana, "replay 1 1", ana.private)
    before = len(room.public(room.channel))
    await room.press(ana, "share 1 1", ana.private)
    assert room.say("replay.was_shared") in words_of(ana.private)
    card = room.public(room.channel)[-1]
    assert len(room.public(room.channel)) == before + 1
    assert room.say("replay.shared", name="**Ana**", game=1) in words_of(card)
    await opened(room, boris)
    await room.press(boris, "deal 1", boris.private)
    await room.press(boris, "replay 1 first", boris.private)
    walk = boris.private
    await room.press(boris, "share 1 0", boris.private)
    assert words_of(boris.private) == room.sentence(Refusal.SHARED_JUST_NOW)
    eve, there = room.person("Eve"), words_of(card)
    await room.press(eve, "replay 1 1 shared", card)
    await room.press(eve, "replay 1 2 shared", eve.private)
    assert texts_on(eve) <= {f"replay 1 {to} shared" for to in ("first", "1", "3", "last")}
    assert words_of(room.public(room.channel)[-1]) == there  # the card itself stays as it was
    await room.later(60)
    await room.press(boris, "share 1 0", walk)
    assert len(room.public(room.channel)) == before + 2


@pytest.mark.process
async def test_a_deal_is_shown_as_an_animation(stacked_room: Room) -> None:
    """Once a minute in the channel, with the deal in its alt text and a button to its cards."""
    room = stacked_room
    ana, *_ = await over(room)
    await opened(room, ana)
    await room.press(ana, "deal 1", ana.private)
    await room.press(ana, "replay 1 first", ana.private)
    before = len(room.public(room.channel))
    await room.press(ana, "animate 1", ana.private)
    assert room.say("replay.was_shared") in words_of(ana.private)
    shown = room.public(room.channel)[-1]
    assert len(room.public(room.channel)) == before + 1
    assert room.say("replay.animated", name="**Ana**", game=1) in words_of(shown)
    (file,) = shown.attachments
    assert file.filename.endswith(".gif")
    await room.press(room.person("Eve"), "replay 1 0 shared", shown)
    await room.press(ana, "animate 1", ana.private)
    assert words_of(ana.private) == room.sentence(Refusal.SHARED_JUST_NOW)
    assert len(room.public(room.channel)) == before + 1


async def test_hands_that_the_rules_hide_stay_hidden(stacked_room: Room) -> None:
    """All know a deal played to the last card; the discard and the talon nobody does."""
    room = stacked_room
    ana, *_ = await over(room, reveal_after_deal=False)
    await opened(room, ana)
    await room.press(ana, "deal 1", ana.private)
    shown = words_of(ana.private)
    await room.press(ana, "replay 1 first", ana.private)
    shown += words_of(ana.private)
    assert ":ace_of_hearts_four:" in shown
    assert "eight_of_diamonds" not in shown
    assert "nine_of_diamonds" not in shown


async def test_a_damaged_match_says_so(stacked_room: Room, logged_errors: Errors) -> None:
    room = stacked_room
    ana, *_ = await over(room)
    await room.later(5)  # the board is noted as drawn: a start that draws it finds the damage
    do(room.path, 'UPDATE line SET "at" = "at" + 1 WHERE game_id = 1 AND version = 12')
    logged_errors.expect("game 1 is damaged")
    await room.restart(kill=True)
    await opened(room, ana)
    assert words_of(ana.private) == room.sentence(Refusal.TABLE_DAMAGED)
