"""An event loop in a thread of its own, for a library that always has pending tasks.

The bot's loop sees only the results: no timer, no socket, no task.  The simulated Discord of the
tests, which waits until the bot's loop is idle, depends on that.
"""

import asyncio
from collections.abc import Coroutine
from contextvars import Context
from dataclasses import dataclass
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


class LoopStopped(Exception):
    """The loop was stopped before the work was done."""


@dataclass(frozen=True, slots=True)
class _Failed:
    """An error as a value: asyncio would log an exception that nobody awaits any more."""

    error: Exception


async def _outcome(work: Coroutine[object, object, T]) -> T | _Failed:
    try:
        return await work
    except Exception as error:
        return _Failed(error)


class LoopThread:
    """Event loop in a thread, started by the first ``run``, ended by ``stop``."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._stopping = asyncio.Event()
        self._thread = Thread(target=self._run_loop, name=name, daemon=True)

    async def run(self, work: Coroutine[object, object, T]) -> T:
        """Await a coroutine on the other loop; cancellation is passed on.  Raises LoopStopped."""
        if not self._thread.is_alive():
            self._thread.start()
        # in a context of its own: context variables of the caller do not apply there
        future = Context().run(asyncio.run_coroutine_threadsafe, _outcome(work), self._loop)
        try:
            outcome = await asyncio.wrap_future(future)
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise LoopStopped from error
        if isinstance(outcome, _Failed):
            raise outcome.error
        return outcome

    async def stop(self) -> None:
        """Cancel all pending tasks of the loop and end its thread."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stopping.set)
            await asyncio.to_thread(self._thread.join)
        else:
            self._loop.close()

    def _run_loop(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._stopping.wait())
