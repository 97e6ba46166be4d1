"""Pictures in messages: drawn by a worker process, cached by content, then sent or left out.

A message never waits long for its picture and never fails because of it: its words say all of it.
A table or a hand waits only for a moment and goes out in words where the picture is late.  It is
then drawn again by itself: at once when the picture is ready, and a few times later where the
picture failed or was not begun.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Final, TypeVar

import discord

from bot.discord_ui.delivery import Attachment, EditedMessage
from bot.discord_ui.failures import REQUEST_ERRORS, RequestFailure, failure_of
from bot.discord_ui.messages.layout import NO_PICTURES, DrawnPictures, picture_files
from bot.model.refusals import Refused
from bot.model.values import Record, replace
from bot.render.paper.drawing_jobs import draw_picture
from bot.render.screen import PictureBlock, Screen, pictures_of, shown_blocks
from bot.render.shapes import Picture
from bot.render.words import Words, words_as_wished
from bot.workers import TooSlow, WorkerPool

log = logging.getLogger(__name__)

T = TypeVar("T")
DrawPicture = Callable[[Picture], Awaitable[bytes]]

_DRAW_SECONDS: Final = 2.0  # seconds of a worker for one picture; it needs 0.02
_MAX_CACHED: Final = 128  # pictures, of 20 KiB at most
_MAX_REMEMBERED: Final = 1024  # messages with their attachments
_BACKLOG_SECONDS: Final = 1.0  # age of an unfinished drawing at which tables go out in words
_NOTING_SECONDS: Final = 0.05  # seconds from a response to the note of its message
_REST_SECONDS: Final = 60.0  # seconds without tables drawn, after an upload has failed
_MAX_REDRAWS: Final = 6  # of one message in a row: Discord may refuse every upload there
_MAX_PENDING: Final = 4096  # messages in words that are to be drawn again
_MAX_REDRAWN: Final = 16  # messages a second; more at once would be the next backlog
# an identical message without a picture would fail as well, or wait as long
_SAME_WITHOUT: Final = frozenset(
    {
        *(RequestFailure.GONE, RequestFailure.EXPIRED, RequestFailure.CLOSED),
        *(RequestFailure.ANSWERED, RequestFailure.BUSY),
    }
)


class PictureOutcome(StrEnum):
    """The end of a wish to show a picture in a message."""

    DRAWN = "drawn"
    CACHED = "cached"
    LATE = "late"  # not ready in time
    SKIPPED = "skipped"  # not even begun, under load or after failed uploads
    FAILED = "failed"  # to be drawn or to be uploaded


class PictureTimes(Record):
    """Seconds: a page waits for its drawing, a live table for its own, and both for the upload.

    ``redraw`` is the first pause before a message in words is drawn again.
    """

    drawing: float = 4.0
    table: float = 0.15
    upload: float = 10.0
    redraw: float = 1.0


_TIMES: Final = PictureTimes()


def worker_drawing(workers: WorkerPool) -> DrawPicture:
    """Return a draw function that runs in a worker process."""

    async def draw(picture: Picture) -> bytes:
        return await workers.draw(_DRAW_SECONDS, draw_picture, picture)

    return draw


@dataclass(frozen=True, slots=True)
class Redraw:
    """How the message that follows a table is drawn again; equal for the same message.

    ``user_id`` is whose hand it is, 0 for the public message.
    """

    game_id: int
    user_id: int
    draw: Callable[[int, int], None] = field(compare=False)  # of game and user


class _Attempt(Record):
    """A message in words: its place, its redraws so far, and the rounds until the next one.

    ``rounds`` is None while the message is drawn again.
    """

    place: int
    redraws: int
    rounds: int | None


class PendingRedraws:
    """The messages that went out in words although their picture is wanted.

    Nobody may act for hours after a result, so no edit would bring its picture.  Each message is
    drawn again after 1, 2, 4 pauses and so on, where ``may_draw`` allows it for its place, and
    stays in words after the last attempt until somebody acts.
    """

    def __init__(self, may_draw: Callable[[int], bool], pause: float) -> None:
        self._may_draw, self._pause = may_draw, pause
        self._attempts: dict[Redraw, _Attempt] = {}
        self._timer: asyncio.TimerHandle | None = None

    def add(self, redraw: Redraw, place: int) -> None:
        """Draw the message again later, unless that has failed too often."""
        before = self._attempts.pop(redraw, _Attempt(place, 0, None))
        rounds = 2**before.redraws if before.rounds is None else before.rounds
        if before.redraws < _MAX_REDRAWS:
            self._attempts[redraw] = _Attempt(place, before.redraws, rounds)
            self._start_timer()
        while len(self._attempts) > _MAX_PENDING:
            del self._attempts[next(iter(self._attempts))]

    def discard(self, redraw: Redraw) -> None:
        """Forget a message that has its picture."""
        self._attempts.pop(redraw, None)

    def stop(self) -> None:
        """Draw nothing again."""
        self._attempts.clear()
        if self._timer is not None:
            self._timer.cancel()

    def draw_round(self) -> None:
        """Draw the messages again whose pause is over, some of them in each round."""
        self._timer = None
        free = _MAX_REDRAWN
        for redraw, attempt in list(self._attempts.items()):
            if attempt.rounds is None:
                continue
            self._attempts[redraw] = replace(attempt, rounds=max(attempt.rounds - 1, 0))
            if attempt.rounds <= 1 and free and self._may_draw(attempt.place):
                free -= 1
                self._attempts[redraw] = _Attempt(attempt.place, attempt.redraws + 1, None)
                redraw.draw(redraw.game_id, redraw.user_id)
        if any(attempt.rounds is not None for attempt in self._attempts.values()):
            self._start_timer()

    def _start_timer(self) -> None:
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._pause, self.draw_round)


class SentAttachments:
    """The attachments of the newest messages, so that an edit need not upload them again."""

    def __init__(self) -> None:
        self._by_message: dict[int, Sequence[Attachment]] = {}

    def take(self, message_id: int, drawn: DrawnPictures) -> list[Attachment | discord.File]:
        """Return the pictures for an edit: those that the message has already stay as they are.

        What it has is forgotten: only the success of the edit says what is there then.
        """
        present = self._by_message.pop(message_id, ())
        if not drawn:
            return []
        by_name = {attachment.filename: attachment for attachment in present}
        return [by_name.get(file.filename, file) for file in picture_files(drawn)]

    def remember(self, message: discord.Message | EditedMessage) -> None:
        """Remember what Discord says a message has now."""
        if message.attachments:
            self._by_message[message.id] = tuple(message.attachments)
        while len(self._by_message) > _MAX_REMEMBERED:
            del self._by_message[next(iter(self._by_message))]


class PictureSender:
    """Draws the pictures of screens, caches them by content, and sends them.

    ``count`` receives the outcome of each picture.  Without ``draws_tables`` every table and hand
    goes out in words.  A ``place`` is the channel or the user that a message is for.
    """

    def __init__(
        self,
        draw: DrawPicture,
        count: Callable[[PictureOutcome], None] = lambda _: None,
        *,
        draws_tables: bool = True,
        times: PictureTimes = _TIMES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.sent = SentAttachments()
        self._draw, self._count, self._draws_tables = draw, count, draws_tables
        self._times, self._clock = times, clock
        self._cache: dict[Picture, bytes] = {}
        self._under_way: dict[Picture, tuple[float, asyncio.Task[bytes | None]]] = {}
        self._resting: dict[int, float] = {}  # places, and the time until which they rest
        self._pending = PendingRedraws(self._may_draw_tables, times.redraw)
        self._has_warned = False

    def words_for_table(self, words: Words, place: int, redraw: Redraw | None = None) -> Words:
        """Return the words for a running deal: without pictures where tables go out in words.

        A picture that nobody gets is then not even laid out.  ``redraw`` brings it later.
        """
        if not words.pictures or (self._draws_tables and self._may_draw_tables(place)):
            return words
        if self._draws_tables:
            self._count(PictureOutcome.SKIPPED)
            self._draw_later(redraw, place)
        return words_as_wished(
            words, spelled=words.spelled, pictures=False, faces=words.faces, cloth=words.cloth
        )

    def choose_form(
        self, screen: Screen, words: Words, place: int, redraw: Redraw | None = None
    ) -> Screen:
        """Return the screen as its reader wants it and the load allows: drawn, or in words.

        ``redraw`` brings later what the load does not allow now.
        """
        wanted = [block for block in screen.blocks if isinstance(block, PictureBlock)]
        if not wanted:
            return screen
        if not words.pictures:
            return replace(screen, blocks=tuple(shown_blocks(screen, ())))
        if self._may_draw_tables(place) or not any(block.is_hurried for block in wanted):
            return screen
        kept = tuple(block.picture for block in wanted if not block.is_hurried)
        for _ in range(len(wanted) - len(kept)):
            self._count(PictureOutcome.SKIPPED)
        self._draw_later(redraw, place)
        return replace(screen, blocks=tuple(shown_blocks(screen, kept)))

    async def send(
        self,
        screen: Screen,
        place: int,
        send: Callable[[DrawnPictures], Awaitable[T]],
        redraw: Redraw | None = None,
    ) -> T:
        """Send with the screen's pictures, or once more without them where that fails.

        With ``redraw`` the message follows a table: it goes out in words rather than late, and is
        drawn again once the picture is ready, or later where the picture or its upload failed.
        """
        if not (wanted := pictures_of(screen)):
            return await send(NO_PICTURES)
        drawn = await self._draw_all(screen, is_live=redraw is not None)
        missing = [picture for picture in wanted if picture not in drawn]
        late = [self._under_way[one][1] for one in missing if one in self._under_way]
        result, is_uploaded = await self._upload(drawn, place, send)
        if redraw is not None:
            if is_uploaded and not missing:
                self._pending.discard(redraw)
            elif is_uploaded and late:
                for drawing in late:
                    drawing.add_done_callback(partial(self._redraw_soon, redraw, place))
            else:
                self._draw_later(redraw, place)
        return result

    async def _upload(
        self, drawn: DrawnPictures, place: int, send: Callable[[DrawnPictures], Awaitable[T]]
    ) -> tuple[T, bool]:
        """Send with these pictures; where that fails send without them, and return False too."""
        if not drawn:
            return await send(NO_PICTURES), True
        try:
            async with asyncio.timeout(self._times.upload):
                result = await send(drawn)
        except REQUEST_ERRORS as error:
            if failure_of(error) in _SAME_WITHOUT:
                raise
            self._note_failed_upload(place, error)
            return await send(NO_PICTURES), False
        self._has_warned = False
        return result, True

    def stop(self) -> None:
        """Drop the drawings under way, and draw nothing again."""
        self._pending.stop()
        for _, task in self._under_way.values():
            task.cancel()

    def _may_draw_tables(self, place: int) -> bool:
        """Return False where tables rest: without workers, with a backlog, after failed uploads."""
        now = self._clock()
        oldest = next((began for began, _ in self._under_way.values()), now)
        is_resting = self._resting.get(place, now) > now
        return self._draws_tables and now - oldest <= _BACKLOG_SECONDS and not is_resting

    def _draw_later(self, redraw: Redraw | None, place: int) -> None:
        if redraw is not None and self._draws_tables:
            self._pending.add(redraw, place)

    def _redraw_soon(self, redraw: Redraw, place: int, drawing: asyncio.Task[bytes | None]) -> None:
        """Draw a message again whose picture was late, or later where the drawing failed."""
        if drawing.cancelled():
            return
        if drawing.result() is None:
            self._draw_later(redraw, place)
        else:  # once whoever sent the words has noted the message
            loop = asyncio.get_running_loop()
            loop.call_later(_NOTING_SECONDS, redraw.draw, redraw.game_id, redraw.user_id)

    async def _draw_all(self, screen: Screen, *, is_live: bool) -> DrawnPictures:
        blocks = [block for block in screen.blocks if isinstance(block, PictureBlock)]
        drawn = {one.picture: png for one in blocks if (png := self._cached(one.picture))}
        pending = {
            one.picture: self._start(one.picture) for one in blocks if one.picture not in drawn
        }
        if pending:
            may_be_late = is_live and all(block.is_hurried for block in blocks)
            wait = self._times.table if may_be_late else self._times.drawing
            _, late = await asyncio.wait(pending.values(), timeout=wait)
            if late and not may_be_late:
                self._warn_once("drawn", TimeoutError())
        for picture, task in pending.items():
            if not task.done():
                self._count(PictureOutcome.LATE)
            elif png := task.result():
                self._count(PictureOutcome.DRAWN)
                drawn[picture] = png
        return drawn

    def _cached(self, picture: Picture) -> bytes | None:
        png = self._cache.pop(picture, None)
        if png is not None:
            self._cache[picture] = png  # the newest last
            self._count(PictureOutcome.CACHED)
        return png

    def _start(self, picture: Picture) -> asyncio.Task[bytes | None]:
        """Return the drawing under way, or begin one; it ends even if nobody waits any more."""
        if picture not in self._under_way:
            task = asyncio.create_task(self._draw_and_cache(picture))
            self._under_way[picture] = (self._clock(), task)
        return self._under_way[picture][1]

    async def _draw_and_cache(self, picture: Picture) -> bytes | None:
        try:
            png = await self._draw(picture)
        except Exception as error:  # too slow, too busy, or a fault of the drawing
            self._count(PictureOutcome.FAILED)
            self._warn_once("drawn", error)
            return None
        finally:
            self._under_way.pop(picture, None)
        self._cache[picture] = png
        while len(self._cache) > _MAX_CACHED:
            del self._cache[next(iter(self._cache))]
        return png

    def _note_failed_upload(self, place: int, error: Exception) -> None:
        """Let tables rest in that place: a refused upload would be refused with every edit."""
        self._count(PictureOutcome.FAILED)
        self._warn_once("sent", error)
        now = self._clock()
        self._resting = {one: until for one, until in self._resting.items() if until > now}
        self._resting[place] = now + _REST_SECONDS

    def _warn_once(self, stage: str, error: Exception) -> None:
        """Log the first failure after a success."""
        expected = isinstance(error, TooSlow | Refused | TimeoutError | discord.HTTPException)
        level = logging.DEBUG if self._has_warned else logging.WARNING
        said, trace = repr(error), None if expected else error
        log.log(
            level, "a picture was not %s, its message goes without: %s", stage, said, exc_info=trace
        )
        self._has_warned = True
