"""Priority of interactions: bulk work runs while no interaction waits (design section 5)."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final, TypeVar

T = TypeVar("T")

_PAUSE: Final = 0.004  # seconds the event loop is left free after each table
_LATE: Final = 0.004  # seconds the loop may be late and still counts as idle
_MOST: Final = 0.2  # seconds to wait at most: a machine that is always busy must make progress, too
_SIDE_BY_SIDE: Final = 16  # tables in progress at most: a slow disk would resume all at once
_ROUNDS: Final = 3  # iterations of the loop, enough for a received interaction to register


def _none() -> int:
    return 0


async def one_by_one(tasks: Iterable[T], under_way: Callable[[], int] = _none) -> AsyncIterator[T]:
    """Yield games or other work items, the next one when the event loop is idle.

    ``under_way`` counts the items in progress that wait for the disk or for Discord.
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
    """Gate for drawing: table images wait until no interaction waits, one image at a time.

    A commit wakes the painter of its table before the task of the interaction; if many interactions
    share a commit, each would otherwise wait for the images of all tables.
    """

    def __init__(self) -> None:
        self._clicks: set[int] = set()  # interactions that wait for their response
        self._begun: set[int] = set()  # interactions in progress
        self._nobody, self._none = asyncio.Event(), asyncio.Event()
        self._nobody.set()
        self._none.set()
        self._turn = asyncio.Lock()

    @contextmanager
    def waiting(self, click: int) -> Iterator[None]:
        """Mark an interaction as waiting for its response, at most until the block ends."""
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
        """Mark an interaction as answered: its response is now with Discord."""
        self._clicks.discard(click)
        if not self._clicks:
            self._nobody.set()

    async def given(self) -> None:
        """Wait until every interaction has ended, with a response or a failure."""
        await self._none.wait()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for the turn to draw: until no interaction waits, or until a timeout."""
        until = asyncio.get_running_loop().time() + _MOST
        async with self._turn:
            for _ in range(_ROUNDS):
                await asyncio.sleep(0)
            if self._clicks:
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(until):
                        await self._nobody.wait()
            yield
