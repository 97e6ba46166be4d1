"""Work for many tables at once, in the gaps: whoever clicks goes first (design section 5)."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Final, TypeVar

T = TypeVar("T")

_PAUSE: Final = 0.004  # seconds the loop is left alone after each table
_LATE: Final = 0.004  # by which it may be late and still counts as idle
_MOST: Final = 0.2  # seconds for one table: a machine that is always busy gets on all the same
_SIDE_BY_SIDE: Final = 16  # tables: where the disk is slow, more would all go on at once


def _none() -> int:
    return 0


async def one_by_one(tasks: Iterable[T], under_way: Callable[[], int] = _none) -> AsyncIterator[T]:
    """Games, or what else is to be done, the next one when the event loop has nothing else to do.

    ``under_way`` counts those that are begun and wait for the disk or for Discord.
    """
    for task in tasks:
        yield task
        await _breath(under_way)


async def _breath(under_way: Callable[[], int]) -> None:
    clock = asyncio.get_running_loop().time
    until = clock() + _MOST
    while (began := clock()) < until:
        await asyncio.sleep(_PAUSE)
        if clock() - began < _PAUSE + _LATE and under_way() < _SIDE_BY_SIDE:
            return
