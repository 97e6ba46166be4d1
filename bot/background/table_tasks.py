"""When the background works: one task per table, wake-up timers, the clock, and who goes first.

A table has a task while it has work, for the driver, the painter, and others.  A poke during the
work requests one more round; without pokes no task is left.  A failed round is retried after a
growing pause, with one timer per table; a poke does not wait for the timer.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from math import ceil
from traceback import format_tb
from typing import Final, NamedTuple, Protocol, TypeVar

from bot.model import enums, refusals
from bot.store import GameDamaged, StorageTrouble, Trouble, WriteRefused
from bot.store.records import DueTimer
from bot.tables import registry, table

log = logging.getLogger(__name__)

T = TypeVar("T")

RETRY_PAUSES: Final = (5, 10, 20, 40, 60)  # seconds after the first, second, ... failure in a row


class RetryLater(Exception):
    """The work could not be done now, and must be retried."""


class StillRunning(Exception):
    """A part of the work goes on alone and pokes at its end: the round has no outcome yet."""


def is_permanent(trouble: Exception) -> bool:
    """True if a retry is useless: a damaged file stays damaged."""
    return isinstance(trouble, StorageTrouble) and trouble.trouble is Trouble.DAMAGED


class _RetryPause(NamedTuple):
    """The number of failures of a table in a row, and the timer of the retry."""

    times: int
    timer: asyncio.TimerHandle


class TableTasks:
    """Runs ``work`` for every poked table; ``pauses`` before retries are in seconds."""

    def __init__(
        self,
        tables: registry.TableRegistry,
        work: Callable[[table.Table], Awaitable[None]],
        *,
        pauses: Sequence[int] = RETRY_PAUSES,
    ) -> None:
        self._tables, self._work, self._pauses = tables, work, pauses
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._poked: set[int] = set()
        self._waiting: dict[int, _RetryPause] = {}
        self._given_up: set[int] = set()  # games in a damaged part of the file
        self._stopped = False

    def poke(self, game_id: int) -> None:
        """Run the work for a table that has changed."""
        if self._stopped:
            return
        self._poked.add(game_id)
        if game_id not in self._tasks:
            self._tasks[game_id] = asyncio.create_task(self._run(game_id))

    def nudge(self, game_id: int) -> None:
        """Run the work without news: a table that has failed keeps its pause."""
        if game_id not in self._waiting and game_id not in self._given_up:
            self.poke(game_id)

    def running_count(self) -> int:
        """Return the number of tables with a running task."""
        return len(self._tasks)

    async def stop(self, *, patience: float = 0) -> None:
        """Start no more rounds; cancel tasks still running after ``patience`` seconds."""
        self._stopped = True
        for pause in self._waiting.values():
            pause.timer.cancel()
        if self._tasks and patience:
            await asyncio.wait(self._tasks.values(), timeout=patience)
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _run(self, game_id: int) -> None:
        try:
            while game_id in self._poked:
                self._poked.discard(game_id)
                try:
                    is_done = await self._round(game_id)
                except StillRunning:
                    continue  # failures in a row are counted on
                if is_done:
                    if game_id in self._waiting:
                        self._clear_failures(game_id)
                elif game_id not in self._poked:  # else there is news by now
                    self._pause(game_id)
        finally:
            del self._tasks[game_id]

    async def _round(self, game_id: int) -> bool:
        """Run one round; False requests a retry, True means done or given up.

        Raises StillRunning as the work does.
        """
        try:
            await self._work(await self._tables.get(game_id))
        except (StorageTrouble, RetryLater) as trouble:
            if is_permanent(trouble):
                self._given_up.add(game_id)
                log.error("game %s is left alone: %s", game_id, trouble)
                return True
            log.warning("game %s is tried again: %s", game_id, trouble)
            return False
        except StillRunning:
            raise
        except (refusals.Refused, WriteRefused, GameDamaged) as refused:
            log.info("game %s is left alone: %s", game_id, refused)
        except Exception as error:  # the message of an error may name cards: log only its place
            level = logging.DEBUG if game_id in self._waiting else logging.ERROR
            where = "".join(format_tb(error.__traceback__))
            log.log(level, "the work for game %s failed: %s\n%s", game_id, type(error), where)
            return False
        else:
            self._given_up.discard(game_id)
        return True

    def _pause(self, game_id: int) -> None:
        times = self._clear_failures(game_id)
        delay = self._pauses[min(times, len(self._pauses) - 1)]
        timer = asyncio.get_running_loop().call_later(delay, self.poke, game_id)
        self._waiting[game_id] = _RetryPause(times + 1, timer)

    def _clear_failures(self, game_id: int) -> int:
        """Clear the failures of a table; return how many it had in a row."""
        pause = self._waiting.pop(game_id, None)
        if pause is None:
            return 0
        pause.timer.cancel()
        return pause.times


# Wake-up timer of all tables: wakes those whose time has come, and sleeps until the next time.
#
# The timer never does a table's work itself: the table's own task does, so one table cannot delay
# the clock of another. All state follows from the store.

_RETRY_SECONDS: Final = (
    5  # seconds until a retry for a table that stays due, or after a storage failure
)


class WakeList(Protocol):
    """A list of entries with wake-up times."""

    async def due(self, now: int, owned: enums.ShardRange) -> tuple[DueTimer, ...]:
        """Return the entries that are due at ``now`` on these servers."""

    async def next_wake(self, after: int, owned: enums.ShardRange) -> int | None:
        """Return the first wake-up time after a moment."""


class WakeTimer:
    """Calls ``ring`` for every due entry on ``owned`` servers, except where ``is_disconnected``."""

    def __init__(
        self,
        lists: WakeList,
        owned: enums.ShardRange,
        now: Callable[[], int],
        ring: Callable[[int], None],
        is_disconnected: Callable[[int], bool],
    ) -> None:
        self._lists, self._owned, self._now = lists, owned, now
        self._ring, self._is_disconnected = ring, is_disconnected
        self._last_rings: dict[
            int, tuple[int, int]
        ] = {}  # wake-up time, and the time of the last ring
        self._is_look_requested = self._stopped = False
        self._looking: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._next: int | None = None  # when the timer fires

    def rearm(self) -> None:
        """Look now, then sleep until the nearest time; called when a time may have changed."""
        self._is_look_requested = not self._stopped
        if self._is_look_requested and self._looking is None:
            self._looking = asyncio.create_task(self._look())

    def expect(self, wake: int | None) -> None:
        """Note the new time of an entry, or none; the store is read only when a time has come."""
        if self._looking is not None:  # and may have read the old time
            self.rearm()
            return
        times = [time for time in (wake, self._next) if time is not None]
        if times and min(times) <= self._now():
            self.rearm()
        elif times and min(times) != self._next:
            self._sleep(min(times) - self._now())

    async def stop(self) -> None:
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look(self) -> None:
        delay: float | None = _RETRY_SECONDS
        try:
            while self._is_look_requested:
                self._is_look_requested = False
                delay = await self._round()
        except StorageTrouble as trouble:
            delay = None if is_permanent(trouble) else _RETRY_SECONDS
            log.warning("the clock waits for the storage: %s", trouble)
        except Exception as error:  # of any kind: the timer of all tables must continue
            log.error("the clock could not look: %s", type(error).__name__)
        finally:
            self._looking = None
            self._sleep(delay)

    def _sleep(self, delay: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._next = None
        if delay is not None and not self._stopped:
            self._next = self._now() + ceil(delay)
            self._timer = asyncio.get_running_loop().call_later(delay, self.rearm)

    async def _round(self) -> float | None:
        """Ring for all due entries; return the seconds until the next look, None for never."""
        now = self._now()
        waiting = await self._lists.due(now, self._owned)
        due = [one for one in waiting if not self._is_disconnected(one.guild_id)]
        rung = {one.game_id: self._ring_once(one, now) for one in due}
        self._last_rings = rung
        wake = await self._lists.next_wake(now, self._owned)
        waits = [wake - now] if wake is not None else []
        return min([*waits, _RETRY_SECONDS] if due else waits, default=None)

    def _ring_once(self, one: DueTimer, now: int) -> tuple[int, int]:
        """Ring once for each wake-up time, and again if the entry stays due."""
        wake, at = self._last_rings.get(one.game_id, (None, 0))
        if wake == one.wake and now - at < _RETRY_SECONDS:
            return one.wake, at
        self._ring(one.game_id)
        return one.wake, now


# The clock of all tables.

_STEP_SECONDS: Final = 5  # a smaller difference is a correction of the clock, which is followed


class SteadyClock:
    """The wall clock without its steps, which are reported until somebody adopts them.

    ``wall`` and ``monotonic`` return seconds; only their difference tells a step from a wait.
    """

    def __init__(self, wall: Callable[[], float], monotonic: Callable[[], float]) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._ahead = wall() - monotonic()

    def now(self) -> int:
        """Return unix seconds by the wall clock as it was before a step."""
        monotonic = self._monotonic()
        ahead = self._wall() - monotonic
        if abs(ahead - self._ahead) < _STEP_SECONDS:
            self._ahead = ahead
        return int(monotonic + self._ahead)

    def step(self) -> int:
        """Return the seconds by which the wall clock was set since it was last followed, else 0."""
        step = self._wall() - self._monotonic() - self._ahead
        return round(step) if abs(step) >= _STEP_SECONDS else 0

    def adopt(self, step: int) -> None:
        """Follow the wall clock over a step."""
        self._ahead += step


# Priority of interactions: bulk work runs while no interaction waits (design section 5).

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
