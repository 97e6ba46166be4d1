"""The sheet as a picture, on the score and at the end; if drawing fails, only the text is sent."""

import asyncio
import logging
import os
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.discord_ui.messages.layout import DrawnPictures, picture_files
from bot.discord_ui.messages.pictures import (
    DrawPicture,
    PictureOutcome,
    PictureSender,
    PictureTimes,
    Redraw,
)
from bot.model.enums import Status
from bot.model.values import replace
from bot.render.paper.drawing import picture_png
from bot.render.screen import PictureBlock, Screen, Text, Tone
from bot.render.shapes import Picture
from bot.render.words import load_catalogue
from tests.support.message_content import galleries
from tests.support.room import Message, Person, Room, controls, evening, words_of
from tests.workers.conftest import children, needs_proc

pytestmark = pytest.mark.slow

EDIT = "/webhooks/*/*/messages/*"
TABLE = "/channels/*/messages/*"

SHEET = Picture(40, 30, (), "Ana +17")
SCREEN = Screen(0, 0, Tone.PRIVATE, (PictureBlock(SHEET),))


async def begun(room: Room, rules: str = "sochi", target: int = 1) -> Person:
    ana = room.person("Ana")
    await room.seated(ana, robots=2, target=target, clock="none", rules=rules)
    await room.start(ana)
    return ana


def attachments(room: Room, message: Message | None) -> list[object]:
    """Return the attachments Discord keeps with a message, shown or not."""
    assert message is not None
    stored = room.env.backend.messages[message.channel_id][message.id]
    return list(stored.attachments)


def log_messages(caplog: pytest.LogCaptureFixture) -> list[str]:
    records = [one for one in caplog.records if one.levelno >= logging.WARNING]
    return [one.getMessage() for one in records if "picture" in one.getMessage()]


# on the messages ---------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "target"), [("sochi", 4), ("serbian", 20), ("viennese", 2)])
async def test_the_score_shows_it_and_the_hand_does_not(
    room: Room, preset: str, target: int
) -> None:
    """*In words* stands in its place; the way back to the hand removes it again."""
    ana = await begun(room, preset, target)
    await room.hand(ana)
    await room.press(ana, "score", ana.private)
    ((url, alt),) = galleries(ana.private)
    data = room.env.backend.cdn.get(url)
    assert data is not None
    assert data.startswith(b"\x89PNG")
    assert "Ana" in alt
    assert "```" not in words_of(ana.private)
    await room.press(ana, "score words", ana.private)
    assert "```" in words_of(ana.private)
    assert galleries(ana.private) == []
    await room.press(ana, "hand", ana.private)
    assert galleries(ana.private) == []
    assert not attachments(room, ana.private)


async def test_the_end_of_a_match_shows_it(room: Room) -> None:
    ana = await begun(room)
    await room.skip_out()
    assert room.row()["status"] == Status.OVER
    ((url, alt),) = galleries(room.message())
    await room.command(ana, "pref score")
    assert [(url.rpartition("/")[2], alt)] == [
        (other.rpartition("/")[2], said) for other, said in galleries(ana.private)
    ]


async def test_who_wants_no_pictures_is_sent_none(room: Room) -> None:
    """The server decides for all its messages; a person for their own, against it too."""
    ana, marta = await begun(room), room.manager()
    await room.command(ana, "pref me")
    await room.press(ana, "me pictures no", ana.private)
    await room.command(ana, "pref score")
    assert galleries(ana.private) == []
    assert "```" in words_of(ana.private)
    await room.command(marta, "pref score")
    assert len(galleries(marta.private)) == 1
    await room.command(marta, "pref server")
    await room.press(marta, "server page look", marta.private)
    await room.press(marta, "server pictures no", marta.private)
    await room.skip_out()
    assert galleries(room.message()) == []
    await room.command(ana, "pref me")
    await room.press(ana, "me pictures yes", ana.private)
    await room.command(ana, "pref score")
    assert galleries(ana.private)


async def repainted(room: Room) -> None:
    table = await room.bot.parts.tables.get(room.table)
    await table.request_repaint()
    room.bot.parts.painter.poke(room.table)
    while table.row.painted < 0:  # a thread may be slow to draw
        await room.later(1)


async def test_a_message_that_is_drawn_again_keeps_one(room: Room) -> None:
    """Edited in place; without the right to send files it goes."""
    await begun(room)
    await room.skip_out()
    before = galleries(room.message())[0][1]
    await repainted(room)
    assert [alt for _, alt in galleries(room.message())] == [before]
    assert len(attachments(room, room.message())) == 1
    room.env.inject_error("PATCH", TABLE, status=403, code=50013, message="no", times=1)
    await repainted(room)
    assert galleries(room.message()) == []
    assert attachments(room, room.message()) == []
    assert "rematch" in [control.text for control in controls(room.message())]


@pytest.mark.parametrize("status", [400, 403, 413, 500])
async def test_an_upload_that_is_refused(
    room: Room, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    """The sheet is sent as text, and the log says so once."""
    ana = await begun(room)
    for _ in range(2):
        room.env.inject_error("PATCH", EDIT, status=status, code=0, message="no", times=1)
        await room.command(ana, "pref score")
        assert galleries(ana.private) == []
        assert "```" in words_of(ana.private)
    assert len(log_messages(caplog)) == 1
    room.env.backend.faults.clear()
    await room.command(ana, "pref score")
    assert galleries(ana.private)


@pytest.mark.slow
@pytest.mark.process
@needs_proc
async def test_drawn_by_processes_that_may_die(tmp_path: Path) -> None:
    before = children()
    async with evening(tmp_path, level="club", reuses_processes=False) as room:
        ana = await begun(room)
        await room.command(ana, "pref score")
        assert galleries(ana.private)
        for process in children() - before:
            os.kill(process, signal.SIGKILL)
        await room.skip_out()
        await room.command(ana, "pref score")
        assert galleries(ana.private)


# faults on the way -------------------------------------------------------------------------


async def drawn_at_once(picture: Picture) -> bytes:
    return picture_png(picture)


async def test_the_same_content_is_drawn_once() -> None:
    asked = list[Picture]()

    async def draw(picture: Picture) -> bytes:
        asked.append(picture)
        return picture_png(picture)

    async def send(drawn: DrawnPictures) -> list[str]:
        return [file.filename for file in picture_files(drawn)]

    pictures = PictureSender(draw)
    names = [await pictures.send(SCREEN, 0, send) for _ in range(3)]
    assert names == [names[0]] * 3
    assert len(asked) == 1


async def never(picture: Picture) -> bytes:
    await asyncio.sleep(3600)
    return b""


async def fails(picture: Picture) -> bytes:
    raise RuntimeError("a fault of the drawing")


@pytest.mark.parametrize("draw", [never, fails])
async def test_a_drawing_that_does_not_come(
    draw: DrawPicture, caplog: pytest.LogCaptureFixture
) -> None:
    async def send(drawn: DrawnPictures) -> int:
        return len(drawn)

    pictures = PictureSender(draw, times=PictureTimes(drawing=0.01))
    assert [await pictures.send(SCREEN, 0, send) for _ in range(3)] == [0, 0, 0]
    assert len(log_messages(caplog)) == 1


async def test_an_upload_that_hangs(caplog: pytest.LogCaptureFixture) -> None:
    async def send(drawn: DrawnPictures) -> int:
        if drawn:
            await asyncio.sleep(3600)
        return len(drawn)

    pictures = PictureSender(drawn_at_once, times=PictureTimes(upload=0.01))
    assert [await pictures.send(SCREEN, 0, send) for _ in range(2)] == [0, 0]
    assert len(log_messages(caplog)) == 1


# tables -------------------------------------------------------------------------------------

WORDS = (Text("Ana plays 7 spades"),)
TABLE_SCREEN = Screen(7, 1, Tone.PLAYING, (PictureBlock(SHEET, (Text("Deal 1"),), WORDS),))
EN = load_catalogue().words("en")
HERE = 5  # a channel


class Clock:
    """A clock that stands until somebody moves it."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


async def count_drawn(drawn: DrawnPictures) -> int:
    return len(drawn)


def redraw_of(game_id: int, call: Callable[[], None] = lambda: None) -> Redraw:
    return Redraw(game_id, 0, lambda *_: call())


async def test_a_late_table_goes_out_in_words_and_is_drawn_for_the_next_edit() -> None:
    ready, counted, redrawn = asyncio.Event(), Counter[PictureOutcome](), list[int]()

    async def draw(picture: Picture) -> bytes:
        await ready.wait()
        return picture_png(picture)

    pictures = PictureSender(
        draw, lambda outcome: counted.update([outcome]), times=PictureTimes(table=0.01)
    )
    redraw = redraw_of(1, lambda: redrawn.append(1))
    assert await pictures.send(TABLE_SCREEN, HERE, count_drawn, redraw) == 0
    ready.set()
    await until(partial(is_length, redrawn, 1))
    assert redrawn == [1]
    assert await pictures.send(TABLE_SCREEN, HERE, count_drawn, redraw_of(1)) == 1
    assert counted == {PictureOutcome.LATE: 1, PictureOutcome.CACHED: 1}


async def test_three_readers_at_once_cost_one_drawing() -> None:
    asked = list[Picture]()

    async def draw(picture: Picture) -> bytes:
        asked.append(picture)
        await asyncio.sleep(0.01)
        return picture_png(picture)

    pictures = PictureSender(draw, times=PictureTimes(table=60.0))
    sent = await asyncio.gather(
        *(pictures.send(TABLE_SCREEN, place, count_drawn) for place in range(3))
    )
    assert sent == [1, 1, 1]
    assert len(asked) == 1


async def test_tables_go_out_in_words_while_a_drawing_is_a_second_late() -> None:
    clock, ready, counted = Clock(), asyncio.Event(), Counter[PictureOutcome]()

    async def draw(picture: Picture) -> bytes:
        await ready.wait()
        return picture_png(picture)

    pictures = PictureSender(
        draw, lambda outcome: counted.update([outcome]), times=PictureTimes(table=0.01), clock=clock
    )
    assert pictures.choose_form(TABLE_SCREEN, EN, HERE) == TABLE_SCREEN
    await pictures.send(TABLE_SCREEN, HERE, count_drawn, redraw_of(1))
    clock.now = 1.5
    assert pictures.choose_form(TABLE_SCREEN, EN, HERE).blocks == WORDS
    assert pictures.choose_form(SCREEN, EN, HERE) == SCREEN  # a sheet has no other form
    assert counted[PictureOutcome.SKIPPED] == 1
    ready.set()
    await until(lambda: pictures.choose_form(TABLE_SCREEN, EN, HERE) == TABLE_SCREEN)


async def until(holds: Callable[[], bool]) -> None:
    """Wait for what a timer of the loop does."""
    for _ in range(1000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come")


def is_length(redrawn: Sequence[int], count: int) -> bool:
    return len(redrawn) == count


async def test_what_a_backlog_kept_in_words_is_drawn_again_by_itself() -> None:
    """Nobody acts after a result, so no edit would bring its picture; not all come at once."""
    clock, ready, rounds = Clock(), asyncio.Event(), [list[int]()]

    async def draw(picture: Picture) -> bytes:
        await ready.wait()
        return picture_png(picture)

    def draw_again(game: int) -> None:
        if not rounds[-1]:  # the next round is another turn of the loop, however late both are
            asyncio.get_running_loop().call_soon(rounds.append, [])
        rounds[-1].append(game)

    times = PictureTimes(table=0.01, redraw=0.01)
    pictures = PictureSender(draw, times=times, clock=clock)
    await pictures.send(TABLE_SCREEN, HERE, count_drawn, redraw_of(99))
    clock.now = 1.5
    for game in range(1, 41):
        redraw = redraw_of(game, partial(draw_again, game))
        assert not pictures.words_for_table(EN, HERE, redraw).pictures
        assert pictures.choose_form(TABLE_SCREEN, EN, HERE, redraw).blocks == WORDS
    await asyncio.sleep(0.1)
    assert rounds == [[]]  # the backlog is still there
    ready.set()
    await until(lambda: sum(map(len, rounds)) == 40)
    await asyncio.sleep(0.1)
    once_each = [list(range(1, 17)), list(range(17, 33)), list(range(33, 41)), []]
    assert rounds == once_each


@pytest.mark.parametrize("fault", ["drawing", "upload"])
async def test_a_picture_that_fails_is_tried_again_six_times(fault: str) -> None:
    clock, redrawn = Clock(), list[int]()
    response = cast("Any", SimpleNamespace(status=413, reason="too large"))

    async def send(drawn: DrawnPictures) -> int:
        if drawn and fault == "upload":
            raise discord.HTTPException(response, {"code": 40005, "message": "no"})
        return len(drawn)

    pictures = PictureSender(
        fails if fault == "drawing" else drawn_at_once,
        times=PictureTimes(redraw=0.01),
        clock=clock,
    )
    redraw = redraw_of(1, lambda: redrawn.append(1))
    for attempt in range(7):
        assert await pictures.send(TABLE_SCREEN, HERE, send, redraw) == 0
        clock.now += 100  # past the rest after an upload
        await until(partial(is_length, redrawn, min(attempt + 1, 6)))
    await asyncio.sleep(0.1)
    assert len(redrawn) == 6


async def test_tables_rest_for_a_minute_where_an_upload_failed() -> None:
    clock = Clock()

    async def send(drawn: DrawnPictures) -> int:
        if drawn:
            response = SimpleNamespace(status=413, reason="too large")
            raise discord.HTTPException(cast("Any", response), {"code": 40005, "message": "no"})
        return 0

    pictures = PictureSender(drawn_at_once, clock=clock)
    assert await pictures.send(TABLE_SCREEN, HERE, send) == 0
    assert pictures.choose_form(TABLE_SCREEN, EN, HERE).blocks == WORDS
    assert pictures.choose_form(TABLE_SCREEN, EN, HERE + 1) == TABLE_SCREEN
    clock.now = 61
    assert pictures.choose_form(TABLE_SCREEN, EN, HERE) == TABLE_SCREEN


async def test_too_many_requests_are_no_fault_of_the_picture() -> None:
    async def send(drawn: DrawnPictures) -> int:
        raise discord.RateLimited(5)

    pictures = PictureSender(drawn_at_once)
    with pytest.raises(discord.RateLimited):
        await pictures.send(TABLE_SCREEN, HERE, send)
    assert pictures.choose_form(TABLE_SCREEN, EN, HERE) == TABLE_SCREEN


def test_a_running_deal_is_laid_out_in_words_where_tables_rest() -> None:
    counted = Counter[PictureOutcome]()
    alone = PictureSender(
        drawn_at_once, lambda outcome: counted.update([outcome]), draws_tables=False
    )
    assert not alone.words_for_table(EN, HERE).pictures
    assert not counted  # nothing was to be drawn
    assert PictureSender(drawn_at_once).words_for_table(EN, HERE) == EN


def test_words_alone_for_readers_who_want_them_and_with_too_few_workers() -> None:
    pictures = PictureSender(drawn_at_once)
    assert pictures.choose_form(TABLE_SCREEN, replace(EN, pictures=False), HERE).blocks == WORDS
    alone = PictureSender(drawn_at_once, draws_tables=False)
    assert alone.choose_form(TABLE_SCREEN, EN, HERE).blocks == WORDS
    assert alone.choose_form(SCREEN, EN, HERE) == SCREEN
