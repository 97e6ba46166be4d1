"""How many functions of the bot a click on a card goes through.

Whoever follows a click has to read them (docs/tour.md does), so the way may not grow unseen.
"""

import re
import statistics
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

import pytest

import bot
from bot.engine.actions import Play
from bot.engine.deal import Stage
from bot.engine.notation import format_action
from tests.support.room import Person, Room

pytestmark = pytest.mark.slow  # a whole evening

_BOT = str(Path(bot.__file__).parent)
_TESTS = str(Path(__file__).parents[1])
_INNER = re.compile(r"(\.<locals>)?\.<\w+>$")  # a comprehension counts as its function

# Measured: 305 and 55 in this first deal, 300 on a table whose texts are all kept.
MOST_FUNCTIONS = 310
MOST_MODULES = 60

Function = tuple[str, str]  # file, qualified name


def _is_asked_by_tests(frame: FrameType) -> bool:
    """Return whether the support of the tests calls the bot itself, to check a request."""
    caller = frame.f_back
    return caller is not None and caller.f_code.co_filename.startswith(_TESTS)


def _function(code: CodeType) -> Function:
    return code.co_filename, _INNER.sub("", code.co_qualname)


@contextmanager
def _recorded(entered: set[Function]) -> Iterator[None]:
    """Record the functions of the bot that are entered, in every task and new thread."""

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(_BOT):
            is_import = code.co_name == "<module>"
            if not is_import and not _is_asked_by_tests(frame):
                entered.add(_function(code))

    before = sys.getprofile(), threading.getprofile()
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before[0])
        threading.setprofile(before[1])


async def _click(room: Room, who: Person) -> set[Function]:
    """Play a card by its button; return what was entered until the bot is at rest."""
    entered: set[Function] = set()
    await room.hand(who)
    message, control = room.find(who, format_action(room.choice(who)), who.private)
    before = room.line_count()
    with _recorded(entered):
        result = await who.actor.click(message, custom_id=control.custom_id)
    room._keep(who, result)
    assert room.line_count() == before + 1
    return entered


async def test_a_card_click_is_short_to_follow(room: Room) -> None:
    """Three people play; no click here closes a trick, and each shows three hands and a board."""
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    await room.seated(*people)
    await room.start(people[0])
    await room.skip_to(Stage.PLAY)
    for who in people:
        await room.hand(who)
    await room.play_on(4)
    ways: list[set[Function]] = []
    while len(ways) < 6 and (asked := room.asked()) is not None:
        deal = room.game().deal
        assert deal is not None
        if isinstance(room.choice(asked), Play) and len(deal.trick) < 2:
            ways.append(await _click(room, asked))
        else:
            await room.play_one(asked)
    functions = statistics.median(map(len, ways))
    modules = statistics.median(len({file for file, _ in way}) for way in ways)
    assert 200 < functions <= MOST_FUNCTIONS
    assert modules <= MOST_MODULES
