"""Whose turn it is to ask something of Discord: so many requests a second, whatever they are for.

What the limit of a channel is, the library reads off the answers; of the one on all requests of a
bot together it hears only by being refused, and Discord bans who is refused too often.  So whatever
counts against it takes its turn here before it goes.  Answers to interactions, and what is sent by
their tokens, are exempt (design section 6).
"""

import asyncio
from collections import deque
from typing import Final

_AT_ONCE: Final = 3  # requests, where none was made for a while: a deal ends and the next begins


class Allowance:
    """Requests go one after another, evenly: who waits longest first, people before drawings."""

    def __init__(self, per_second: float) -> None:
        """``per_second`` may be infinite: nobody waits then, and no clock is asked."""
        self._pause = 1 / per_second
        self._free = 0.0  # when the next may go, by the clock of the loop
        self._awaited: deque[asyncio.Future[None]] = deque()
        self._drawings: deque[asyncio.Future[None]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    async def turn(self, *, is_awaited: bool = False) -> None:
        """Return when one request may go; ``is_awaited``: somebody waits for what it brings.

        What is drawn is made after this, so that it is the newest; what takes more than one request
        is brought to its end as something awaited.
        """
        if not self._pause:
            return
        asked = asyncio.get_running_loop().create_future()
        (self._awaited if is_awaited else self._drawings).append(asked)
        self._give(asyncio.get_running_loop().time())
        await asked

    def waiting(self) -> int:
        """How many requests wait for their turn."""
        return sum(not asked.done() for asked in (*self._awaited, *self._drawings))

    def _give(self, now: float) -> None:
        """To all whose turn it is; for the next a timer."""
        while queue := self._first():
            if now < self._free:
                if self._timer is None:
                    loop = asyncio.get_running_loop()
                    self._timer = loop.call_at(self._free, self._wake, self._free)
                return
            self._free = max(self._free, now - (_AT_ONCE - 1) * self._pause) + self._pause
            queue.popleft().set_result(None)

    def _wake(self, due: float) -> None:
        """A timer may be a trifle early."""
        self._timer = None
        self._give(max(due, asyncio.get_running_loop().time()))

    def _first(self) -> deque[asyncio.Future[None]] | None:
        """The queue whose first is next; who does not wait any more is left out."""
        for queue in (self._awaited, self._drawings):
            while queue and queue[0].done():
                queue.popleft()
            if queue:
                return queue
        return None
