"""Work for many tables at once, in the gaps: whoever clicks goes first (design section 5)."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Final

_PAUSE: Final = 0.004  # seconds the loop is left alone after each table
_LATE: Final = 0.004  # by which it may be late and still counts as idle
_MOST: Final = 50  # pauses for one table: a machine that is always busy gets on all the same


async def one_by_one(game_ids: Iterable[int]) -> AsyncIterator[int]:
    """The games, the next one when the event loop has nothing else to do."""
    for game_id in game_ids:
        yield game_id
        await _breath()


async def _breath() -> None:
    clock = asyncio.get_running_loop().time
    for _ in range(_MOST):
        began = clock()
        await asyncio.sleep(_PAUSE)
        if clock() - began < _PAUSE + _LATE:
            return
