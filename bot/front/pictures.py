"""Pictures in messages: drawn by a worker process, cached, then sent or left out.

A message never waits long for its picture and never fails because of it: its text says all of it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, TypeVar

import discord

from bot.front.failures import REQUEST_ERRORS, RequestFailure, failure_of
from bot.front.layouts import NO_PICTURES, DrawnPictures
from bot.refusals import Refused
from bot.render.paper.drawing import picture_png
from bot.render.paper.shapes import Picture
from bot.render.screen import PictureBlock, Screen
from bot.render.words import Words
from bot.workers import TooSlow, WorkerPool

log = logging.getLogger(__name__)

T = TypeVar("T")
DrawPicture = Callable[[Picture], Awaitable[bytes]]

_DRAW_SECONDS: Final = 2.0  # seconds of a worker for one picture; it needs 0.02
_WAIT_SECONDS: Final = 4.0  # seconds, with the wait for an idle worker
_UPLOAD_SECONDS: Final = 10.0
_MAX_CACHED: Final = 64  # pictures, of 25 KiB at most


def worker_drawing(workers: WorkerPool) -> DrawPicture:
    """Return a draw function that runs in a worker process."""

    async def draw(picture: Picture) -> bytes:
        return await workers.run(_DRAW_SECONDS, picture_png, picture)

    return draw


class PictureSender:
    """Draws the pictures of screens and caches them by content.

    ``wait`` and ``upload`` are the seconds a message waits for the drawing, and for its upload.
    """

    def __init__(
        self, draw: DrawPicture, wait: float = _WAIT_SECONDS, upload: float = _UPLOAD_SECONDS
    ) -> None:
        self._draw, self._wait, self._upload = draw, wait, upload
        self._cache: dict[Picture, bytes] = {}
        self._has_warned = False

    async def send(self, screen: Screen, send: Callable[[DrawnPictures], Awaitable[T]]) -> T:
        """Send with the screen's pictures, or once more without them where that fails."""
        drawn = await self._draw_all(screen)
        if not drawn:
            return await send(NO_PICTURES)
        try:
            async with asyncio.timeout(self._upload):
                result = await send(drawn)
        except REQUEST_ERRORS as error:
            if failure_of(error) in (RequestFailure.GONE, RequestFailure.EXPIRED):
                raise
            self._warn_once("sent", error)
            return await send(NO_PICTURES)
        self._has_warned = False
        return result

    async def _draw_all(self, screen: Screen) -> DrawnPictures:
        wanted = pictures_of(screen)
        try:
            async with asyncio.timeout(self._wait):
                return {picture: await self._draw_one(picture) for picture in wanted}
        except Exception as error:  # too slow, too busy, or a fault of the drawing
            self._warn_once("drawn", error)
            return NO_PICTURES

    async def _draw_one(self, picture: Picture) -> bytes:
        found = self._cache.pop(picture, None)
        if found is None:
            found = await self._draw(picture)
        self._cache[picture] = found  # the newest last
        while len(self._cache) > _MAX_CACHED:
            del self._cache[next(iter(self._cache))]
        return found

    def _warn_once(self, stage: str, error: Exception) -> None:
        """Log the first failure after a success."""
        expected = isinstance(error, TooSlow | Refused | TimeoutError | discord.HTTPException)
        level = logging.DEBUG if self._has_warned else logging.WARNING
        said, trace = repr(error), None if expected else error
        log.log(
            level, "a picture was not %s, its message goes without: %s", stage, said, exc_info=trace
        )
        self._has_warned = True


def without_unwanted_pictures(screen: Screen, words: Words) -> Screen:
    """Return the screen without pictures if the reader wants none."""
    if words.pictures or not pictures_of(screen):
        return screen
    return replace(
        screen, blocks=tuple(b for b in screen.blocks if not isinstance(b, PictureBlock))
    )


def pictures_of(screen: Screen) -> tuple[Picture, ...]:
    return tuple(block.picture for block in screen.blocks if isinstance(block, PictureBlock))
