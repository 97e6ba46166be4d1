"""A whole deal by typed words: no tile is read, and no button pressed once it has begun."""

import re

import pytest

from bot.engine.deal import Stage
from bot.engine.view import build_view
from bot.model.values import replace
from bot.render.families import table_words
from bot.render.hand.typed_input import action_label
from tests.support.room import Person, Room, controls, words_of

pytestmark = pytest.mark.slow  # whole evenings

_EMOJI = re.compile(r"<a?:\w+:\d+>|[♠♣♦♥]")


async def in_words(room: Room, who: Person) -> None:
    await room.command(who, "pref me")
    await room.press(who, "me cards names", who.private)


async def typed(room: Room, who: Person) -> None:
    """Type the next action in the words of the screen reader; between deals, the next deal."""
    if room.asked() is None:
        assert "next" in await room.suggested(who, "play", "move")
        await room.command(who, "play", move="next deal")
        return
    state, seat = room.game(), room.seat_of(who)
    assert seat is not None
    seen = build_view(state, seat)
    words = table_words(seen.rules, room.bot.parts.catalogue.words("en"))
    action = room.choice(who)
    spelled = replace(words, spelled=True)
    name, option = ("bid", "call") if room.stage() is Stage.AUCTION else ("play", "move")
    before = len(room.lines())
    await room.command(who, name, **{option: action_label(action, spelled)})
    assert len(room.lines()) > before, action_label(action, spelled)


def has_played_out(room: Room, who: Person) -> bool:
    """Return True once a deal with played cards is over."""
    cards = [
        line for line in room.lines() if line[1].startswith("play ") and line[2] == str(who.id)
    ]
    return bool(cards) and room.stage() is Stage.BETWEEN


@pytest.mark.sampled(suite=3)
@pytest.mark.parametrize("preset", ["serbian", "sochi", "viennese"])
async def test_a_deal_by_commands_alone(room: Room, preset: str) -> None:
    ana = room.person("Ana")
    await room.seated(ana, robots=2, rules=preset)
    await in_words(room, ana)
    await room.start(ana)
    await room.command(ana, "hand")
    while not has_played_out(room, ana):
        await typed(room, ana)
        assert ana.private is not None
        labels = [one.label for one in controls(ana.private)]
        assert all(labels)
        shown = "\n".join((words_of(ana.private), *labels))
        assert not _EMOJI.search(shown), shown
