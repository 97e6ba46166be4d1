"""Pictures in messages: drawn by a worker process, cached, then sent or left out.

A message never waits long for its picture and never fails because of it: its text says all of it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, TypeVar

import discord

from bot.front.failures import FAILED, Failure, meaning
from bot.front.layouts import NONE_DRAWN, Drawn
from bot.refusals import Refused
from bot.render.paper.drawing import png
from bot.render.paper.shapes import Picture
from bot.render.screen import Drawing, Screen
from bot.render.words import Words
from bot.workers import TooSlow, Workers

log = logging.getLogger(__name__)

T = TypeVar("T")
Draw = Callable[[Picture], Awaitable[bytes]]

_DRAWING: Final = 2.0  # seconds of a worker for one picture; it needs 0.02
_WAIT: Final = 4.0  # seconds, with the wait for an idle worker
_UPLOAD: Final = 10.0
_KEPT: Final = 64  # pictures, of 25 KiB at most


def by_worker(workers: Workers) -> Draw:
    """Return a draw function that runs in a worker process."""

    async def draw(picture: Picture) -> bytes:
        return await workers.run(_DRAWING, png, picture)

    return draw


class Pictures:
    """Draws the pictures of screens and caches them by content.

    ``wait`` and ``upload`` are the seconds a message waits for the drawing, and for its upload.
    """

    def __init__(self, draw: Draw, wait: float = _WAIT, upload: float = _UPLOAD) -> None:
        self._draw, self._wait, self._upload = draw, wait, upload
        self._kept: dict[Picture, bytes] = {}
        self._told = False

    async def sent(self, screen: Screen, send: Callable[[Drawn], Awaitable[T]]) -> T:
        """Send with the screen's pictures, or once more without them where that fails."""
        drawn = await self._drawn(screen)
        if not drawn:
            return await send(NONE_DRAWN)
        try:
            async with asyncio.timeout(self._upload):
                result = await send(drawn)
        except FAILED as error:
            if meaning(error) in (Failure.GONE, Failure.EXPIRED):
                raise
            self._tell("sent", error)
            return await send(NONE_DRAWN)
        self._told = False
        return result

    async def _drawn(self, screen: Screen) -> Drawn:
        wanted = pictures_of(screen)
        try:
            async with asyncio.timeout(self._wait):
                return {picture: await self._png(picture) for picture in wanted}
        except Exception as error:  # too slow, too busy, or a fault of the drawing
            self._tell("drawn", error)
            return NONE_DRAWN

    async def _png(self, picture: Picture) -> bytes:
        found = self._kept.pop(picture, None)
        if found is None:
            found = await self._draw(picture)
        self._kept[picture] = found  # the newest last
        while len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    def _tell(self, what: str, error: Exception) -> None:
        """Log the first failure after a success."""
        expected = isinstance(error, TooSlow | Refused | TimeoutError | discord.HTTPException)
        level = logging.DEBUG if self._told else logging.WARNING
        said, trace = repr(error), None if expected else error
        log.log(
            level, "a picture was not %s, its message goes without: %s", what, said, exc_info=trace
        )
        self._told = True


def shown_to(screen: Screen, words: Words) -> Screen:
    """Return the screen without pictures if the reader wants none."""
    if words.pictures or not pictures_of(screen):
        return screen
    return replace(screen, blocks=tuple(b for b in screen.blocks if not isinstance(b, Drawing)))


def pictures_of(screen: Screen) -> tuple[Picture, ...]:
    return tuple(block.picture for block in screen.blocks if isinstance(block, Drawing))
