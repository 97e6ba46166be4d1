"""Wake-up timer of all tables: wakes those whose time has come, and sleeps until the next time.

The timer never does a table's work itself: the table's own task does, so one table cannot delay
the clock of another.  All state follows from the store.
"""

import asyncio
import logging
from collections.abc import Callable
from math import ceil
from typing import Final, Protocol

from bot.keepers.rounds import is_permanent
from bot.store import StorageTrouble
from bot.store.rows import DueTimer
from bot.terms import ShardRange

log = logging.getLogger(__name__)

_RETRY_SECONDS: Final = (
    5  # seconds until a retry for a table that stays due, or after a storage failure
)


class WakeList(Protocol):
    """A list of entries with wake-up times."""

    async def due(self, now: int, owned: ShardRange) -> tuple[DueTimer, ...]:
        """Return the entries that are due at ``now`` on these servers."""

    async def next_wake(self, after: int, owned: ShardRange) -> int | None:
        """Return the first wake-up time after a moment."""


class WakeTimer:
    """Calls ``ring`` for every due entry on ``owned`` servers, except where ``is_away``."""

    def __init__(
        self,
        lists: WakeList,
        owned: ShardRange,
        now: Callable[[], int],
        ring: Callable[[int], None],
        is_away: Callable[[int], bool],
    ) -> None:
        self._lists, self._owned, self._now = lists, owned, now
        self._ring, self._is_away = ring, is_away
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
        due = [one for one in waiting if not self._is_away(one.guild_id)]
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
