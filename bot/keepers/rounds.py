"""One task per table while it has work, for the driver, the painter, and others.

A poke during the work requests one more round; without pokes no task is left.  A failed round is
retried after a growing pause, with one timer per table; a poke does not wait for the timer.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from traceback import format_tb
from typing import Final, NamedTuple

from bot.refusals import Refused
from bot.store import GameDamaged, StorageTrouble, Trouble, WriteRefused
from bot.tables.table import Table
from bot.tables.tables import TableRegistry

log = logging.getLogger(__name__)

RETRY_PAUSES: Final = (5, 10, 20, 40, 60)  # seconds after the first, second, ... failure in a row


class RetryLater(Exception):
    """The work could not be done now, and must be retried."""


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
        tables: TableRegistry,
        work: Callable[[Table], Awaitable[None]],
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
                if await self._round(game_id):
                    self._clear_failures(game_id)
                elif game_id not in self._poked:  # else there is news by now
                    self._pause(game_id)
        finally:
            del self._tasks[game_id]

    async def _round(self, game_id: int) -> bool:
        """Run one round; False requests a retry, True means done or given up."""
        try:
            await self._work(await self._tables.get(game_id))
        except (StorageTrouble, RetryLater) as trouble:
            if is_permanent(trouble):
                self._given_up.add(game_id)
                log.error("game %s is left alone: %s", game_id, trouble)
                return True
            log.warning("game %s is tried again: %s", game_id, trouble)
            return False
        except (Refused, WriteRefused, GameDamaged) as refused:
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
