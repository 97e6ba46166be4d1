"""One task per table while there is something to do for it; driver and painter go their rounds.

A poke during the work asks for one more round; when nobody pokes, no task is left.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.refusals import Refused
from bot.store import StorageTrouble, WriteRefused
from bot.tables.table import Table
from bot.tables.tables import Tables

log = logging.getLogger(__name__)


class TryAgain(Exception):
    """The work could not be done now; it is tried again by itself."""


class Rounds:
    """``work`` is done for a poked table, ``after`` when its task ends; ``retry`` in seconds."""

    def __init__(
        self,
        tables: Tables,
        work: Callable[[Table], Awaitable[None]],
        *,
        retry: int,
        after: Callable[[], None] | None = None,
    ) -> None:
        self._tables, self._work, self._retry, self._after = tables, work, retry, after
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._poked: set[int] = set()
        self._stopped = False

    def poke(self, game_id: int) -> None:
        """This table has changed."""
        if self._stopped:
            return
        self._poked.add(game_id)
        if game_id not in self._tasks:
            self._tasks[game_id] = asyncio.create_task(self._go(game_id))

    async def idle(self) -> None:
        """Until no table has anything to be done."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def stop(self, *, cancel: bool) -> None:
        """No more rounds; what is under way is cancelled, or ends."""
        self._stopped = True
        if cancel:
            for task in self._tasks.values():
                task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _go(self, game_id: int) -> None:
        try:
            while game_id in self._poked:
                self._poked.discard(game_id)
                await self._work(await self._tables.get(game_id))
        except (StorageTrouble, TryAgain) as trouble:
            log.warning("game %s is tried again in %s s: %s", game_id, self._retry, trouble)
            asyncio.get_running_loop().call_later(self._retry, self.poke, game_id)
        except (Refused, WriteRefused) as refused:
            log.info("game %s is left alone: %s", game_id, refused)
        except Exception:
            log.exception("the work for game %s failed", game_id)
        finally:
            del self._tasks[game_id]
            if self._after is not None:
                self._after()
