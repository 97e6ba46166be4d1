"""Global rate limiter for Discord requests.

The library reads the limit of a channel from Discord's responses.  It learns of the limit on all
requests of a bot together only from a rejection, and Discord bans bots that are rejected too often.
So every request that counts against this limit waits here for its turn.  Responses to interactions,
and messages sent by their tokens, are exempt (design section 6).
"""

import asyncio
from collections import deque
from typing import Final

_BURST: Final = 3  # burst after an idle period: a deal ends and the next begins


class RateLimiter:
    """Spaces requests evenly, first come first served; awaited requests go before drawings."""

    def __init__(self, per_second: float) -> None:
        """Allow ``per_second`` requests; infinity turns the limiter off, without a clock."""
        self._interval = 1 / per_second
        self._next_slot = 0.0  # time of the next free slot, by the clock of the loop
        self._awaited: deque[asyncio.Future[None]] = deque()
        self._drawings: deque[asyncio.Future[None]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    async def acquire(self, *, is_awaited: bool = False) -> None:
        """Wait until one request may go; ``is_awaited``: somebody waits for its result.

        Callers draw a screen after this wait, so that it shows the newest state.  An operation of
        several requests makes the later ones as awaited.
        """
        if not self._interval:
            return
        asked = asyncio.get_running_loop().create_future()
        (self._awaited if is_awaited else self._drawings).append(asked)
        self._release(asyncio.get_running_loop().time())
        await asked

    def queue_length(self) -> int:
        """Return the number of queued requests."""
        return sum(not asked.done() for asked in (*self._awaited, *self._drawings))

    def delay(self) -> float:
        """Return for how long a new drawing would wait, in seconds."""
        return (len(self._awaited) + len(self._drawings)) * self._interval

    def _release(self, now: float) -> None:
        """Release all requests whose slot has come, and set a timer for the next."""
        while queue := self._next_queue():
            if now < self._next_slot:
                if self._timer is None:
                    loop = asyncio.get_running_loop()
                    self._timer = loop.call_at(self._next_slot, self._on_timer, self._next_slot)
                return
            self._next_slot = (
                max(self._next_slot, now - (_BURST - 1) * self._interval) + self._interval
            )
            queue.popleft().set_result(None)

    def _on_timer(self, scheduled: float) -> None:
        """Release requests on the timer, which may fire slightly early."""
        self._timer = None
        self._release(max(scheduled, asyncio.get_running_loop().time()))

    def _next_queue(self) -> deque[asyncio.Future[None]] | None:
        """Return the queue that is served next, without its cancelled requests."""
        for queue in (self._awaited, self._drawings):
            while queue and queue[0].done():
                queue.popleft()
            if queue:
                return queue
        return None
