"""An event loop in a thread of its own, for a library that always has something under way.

The bot's loop sees nothing of it but the answers: no timer, no socket, no task.  A simulated
Discord, which waits until nothing of the bot is under way, depends on that.
"""

import asyncio
from collections.abc import Coroutine
from contextvars import Context
from dataclasses import dataclass
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


class Ended(Exception):
    """The loop was ended before the work was done."""


@dataclass(frozen=True, slots=True)
class _Failed:
    """As a value: an exception that comes when nobody waits any more would be told to the log."""

    error: Exception


async def _outcome(work: Coroutine[object, object, T]) -> T | _Failed:
    try:
        return await work
    except Exception as error:
        return _Failed(error)


class Apart:
    """Started by the first work that is given to it, ended by ``stop``."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._over = asyncio.Event()
        self._thread = Thread(target=self._turn, name=name, daemon=True)

    async def run(self, work: Coroutine[object, object, T]) -> T:
        """Done there, awaited here; cancelled here, it is cancelled there.  Raises Ended."""
        if not self._thread.is_alive():
            self._thread.start()
        # in a context of its own: nothing there is done on behalf of whoever asks
        future = Context().run(asyncio.run_coroutine_threadsafe, _outcome(work), self._loop)
        try:
            outcome = await asyncio.wrap_future(future)
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise Ended from error
        if isinstance(outcome, _Failed):
            raise outcome.error
        return outcome

    async def stop(self) -> None:
        """Whatever is still under way there is cancelled."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._over.set)
            await asyncio.to_thread(self._thread.join)
        else:
            self._loop.close()

    def _turn(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._over.wait())
