"""Work for many tables at once, in the gaps: whoever clicks goes first (design section 5)."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final, TypeVar

T = TypeVar("T")

_PAUSE: Final = 0.004  # seconds the loop is left alone after each table
_LATE: Final = 0.004  # by which it may be late and still counts as idle
_MOST: Final = 0.2  # seconds for one table: a machine that is always busy gets on all the same
_SIDE_BY_SIDE: Final = 16  # tables: where the disk is slow, more would all go on at once
_ROUNDS: Final = 3  # of the loop, in which a click that has come is heard of


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


class Gaps:
    """What is drawn for others waits until nobody waits for his answer, one drawing at a time.

    A commit wakes the painter of its table before whoever made it; of many that share a commit each
    would wait for the pictures of all.
    """

    def __init__(self) -> None:
        self._clicks: set[int] = set()  # that wait for their answer
        self._begun: set[int] = set()  # all that are not done with
        self._nobody, self._none = asyncio.Event(), asyncio.Event()
        self._nobody.set()
        self._none.set()
        self._turn = asyncio.Lock()

    @contextmanager
    def waiting(self, click: int) -> Iterator[None]:
        """Somebody waits for his answer, at the latest until the end of it."""
        self._clicks.add(click)
        self._begun.add(click)
        self._nobody.clear()
        self._none.clear()
        try:
            yield
        finally:
            self.answered(click)
            self._begun.discard(click)
            if not self._begun:
                self._none.set()

    def answered(self, click: int) -> None:
        """All that is left to do for this answer is done by Discord."""
        self._clicks.discard(click)
        if not self._clicks:
            self._nobody.set()

    async def given(self) -> None:
        """Return when every answer has arrived, or failed."""
        await self._none.wait()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """The turn to draw, once nobody waits; or once this has waited long enough."""
        until = asyncio.get_running_loop().time() + _MOST
        async with self._turn:
            for _ in range(_ROUNDS):
                await asyncio.sleep(0)
            if self._clicks:
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(until):
                        await self._nobody.wait()
            yield
