"""Programs that start others end in order: whatever they are told, nothing of it is left."""

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress
from typing import Final, TypeVar

T = TypeVar("T")
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


async def until_told(work: Coroutine[None, None, T]) -> T | None:
    """Return the result of `work`; None if a signal cancelled it.

    Further signals change nothing: the cancelled task ends the other processes.
    """
    loop, task = asyncio.get_running_loop(), asyncio.create_task(work)

    def stop() -> None:
        if not task.cancelling():
            print("It is taken down.", flush=True)
            task.cancel()

    for number in _SIGNALS:
        loop.add_signal_handler(number, stop)
    with suppress(asyncio.CancelledError):
        return await task
    return None
