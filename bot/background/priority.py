"""Priority of interactions: bulk work runs while no interaction waits (design section 5)."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final, TypeVar

T = TypeVar("T")

_PAUSE: Final = 0.004  # seconds the event loop is left free after each table
_MAX_DELAY: Final = 0.004  # seconds the loop may be late and still counts as idle
_MAX_WAIT: Final = (
    0.2  # seconds to wait at most: a machine that is always busy must make progress, too
)
_MAX_IN_PROGRESS: Final = 16  # tables in progress at most: a slow disk would resume all at once
_ROUNDS: Final = 3  # iterations of the loop, enough for a received interaction to register


def _zero() -> int:
    return 0


async def when_idle(tasks: Iterable[T], in_progress: Callable[[], int] = _zero) -> AsyncIterator[T]:
    """Yield games or other work items, the next one when the event loop is idle.

    ``in_progress`` counts the items in progress that wait for the disk or for Discord.
    """
    for task in tasks:
        yield task
        await _wait_idle(in_progress)


async def _wait_idle(in_progress: Callable[[], int]) -> None:
    clock = asyncio.get_running_loop().time
    until = clock() + _MAX_WAIT
    while (began := clock()) < until:
        await asyncio.sleep(_PAUSE)
        if clock() - began < _PAUSE + _MAX_DELAY and in_progress() < _MAX_IN_PROGRESS:
            return


class BackgroundLock:
    """A lock of work in small steps: slow in the background, at once while somebody waits for it.

    The background must not hold up an interaction that needs the same work.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._waiting = 0

    @asynccontextmanager
    async def held(self, *, in_background: bool) -> AsyncIterator[None]:
        """Hold the lock during the block."""
        self._waiting += not in_background
        try:
            async with self._lock:
                yield
        finally:
            self._waiting -= not in_background

    async def pause(self) -> None:
        """Wait between two steps until the event loop is idle, no longer than others must wait."""
        if self._waiting:
            await asyncio.sleep(0)
        else:
            await _wait_idle(_zero)


class IdleGate:
    """Gate for drawing: table images wait until no interaction waits, one image at a time.

    A commit wakes the painter of its table before the task of the interaction; if many interactions
    share a commit, each would otherwise wait for the images of all tables.
    """

    def __init__(self) -> None:
        self._unanswered: set[int] = set()  # interactions that wait for their response
        self._in_progress: set[int] = set()  # interactions in progress
        self._all_answered, self._all_ended = asyncio.Event(), asyncio.Event()
        self._all_answered.set()
        self._all_ended.set()
        self._lock = asyncio.Lock()
        self._has_shared = True  # the rounds that were waited for, with the drawing behind it

    @contextmanager
    def track(self, interaction_id: int) -> Iterator[None]:
        """Mark an interaction as waiting for its response, at most until the block ends."""
        self._unanswered.add(interaction_id)
        self._in_progress.add(interaction_id)
        self._all_answered.clear()
        self._all_ended.clear()
        try:
            yield
        finally:
            self.mark_answered(interaction_id)
            self._in_progress.discard(interaction_id)
            if not self._in_progress:
                self._all_ended.set()

    def mark_answered(self, interaction_id: int) -> None:
        """Mark an interaction as answered: its response is now with Discord."""
        self._unanswered.discard(interaction_id)
        if not self._unanswered:
            self._all_answered.set()

    async def wait_all_ended(self) -> None:
        """Wait until every interaction has ended, with a response or a failure."""
        await self._all_ended.wait()

    @asynccontextmanager
    async def drawing_turn(self) -> AsyncIterator[None]:
        """Wait for the turn to draw: until no interaction waits, or until a timeout.

        A drawing that waited behind another one shares its rounds: hands and board of a table.
        """
        until = asyncio.get_running_loop().time() + _MAX_WAIT
        is_behind = self._lock.locked()
        async with self._lock:
            self._has_shared = is_behind and not self._has_shared
            if not self._has_shared:
                for _ in range(_ROUNDS):
                    await asyncio.sleep(0)
            if self._unanswered:
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(until):
                        await self._all_answered.wait()
            yield
