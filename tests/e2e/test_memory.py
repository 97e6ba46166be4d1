"""A table that plays from memory: no byte of an open deal repeats an older trick.

``tests/support/leaks.py`` computes the public cards; the test checks every request of the evening,
responses to clicks as well as edits of the public message.
"""

import pytest

from bot.engine.cards import CARD_NAMES
from bot.engine.deal import Stage
from bot.render.paper.tile_names import tile_name
from tests.support.naming import cards_in
from tests.support.room import Room, words_of
from tests.support.stacked import asked, opened_under


@pytest.mark.slow
async def test_a_deal_from_memory(room: Room) -> None:
    people = await opened_under(room, "sochi", 10, {"tricks_shown": "last"})
    await room.play_to(Stage.PLAY)
    start = len(room.witness.kept)
    await room.play_until(lambda room: len(room.deal().tricks) == 4)
    first = {card for trick in room.deal().tricks[:2] for card in trick.cards}
    for who in (asked(room), room.person("Eve")):
        await room.press(who, "last", room.message())
        assert room.say("last.turned_down") in words_of(who.private)
    told = [cards_in(kept.json) for kept in room.witness.kept[start:]]
    assert first <= set().union(*told)  # each in its time
    await room.play_until(lambda room: room.stage() is not Stage.PLAY)
    await room.press(people[0], "last", room.message())
    shown = words_of(people[0].private)
    assert all(tile_name(CARD_NAMES[card]) in shown for card in first)
