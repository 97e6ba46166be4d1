"""Data retention: anonymises long finished games, and deletes servers that removed the bot.

An hourly task finds expired data in the store, so a kill only delays it.  A server is deleted
thirty days after the bot left it, but not if the bot is invited back before: each pass starts by
comparing the stored servers with the present ones.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from typing import Final

from bot.keepers.breath import one_by_one
from bot.refusals import Refused
from bot.store import StorageTrouble
from bot.store.retention import Forgotten
from bot.tables import Tables, changes

log = logging.getLogger(__name__)

DAY: Final = 24 * 3600
GRACE: Final = 30 * DAY  # seconds the data of a server is kept without the bot
_HOUR: Final = 3600

Present = Callable[[], Collection[int]]
"""All servers the bot is on now."""


class Forgetting:
    """Deletes expired data; a game is anonymised ``days`` after its end, None: never.

    ``forgot`` is called with the deleted users and the anonymised games, ``forgot_server`` with a
    deleted server.
    """

    def __init__(
        self,
        tables: Tables,
        days: int | None,
        forgot: Callable[[Collection[int], Collection[int]], None],
        forgot_server: Callable[[int], None],
    ) -> None:
        self._tables, self._days = tables, days
        self._store, self._owned = tables.services.store.retention, tables.services.owned
        self._forgot, self._forgot_server = forgot, forgot_server
        self._task: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        """Cancel the task; the next start does the rest."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def start(self, present: Present) -> None:
        """Start the hourly task, once the client knows its servers; idempotent.

        After a storage error the next pass tries again.
        """
        if self._task is None:
            self._task = asyncio.create_task(self._go(present))

    async def left(self, guild_id: int) -> None:
        """Record that the bot was removed from a server."""
        await self._noted(self._store.missed(guild_id, self._tables.services.now()))

    async def joined(self, guild_id: int) -> None:
        """Record that the bot was invited, perhaps back, to a server."""
        await self._noted(self._store.back(guild_id))

    async def _noted(self, write: Coroutine[None, None, None]) -> None:
        """Await a write; after a failure the next pass finds the difference."""
        try:
            await write
        except StorageTrouble as trouble:
            log.warning("the servers the bot is on were not noted: %s", trouble)

    async def _go(self, present: Present) -> None:
        while True:
            try:
                await self.round(present)
            except StorageTrouble as trouble:
                log.warning("what is to be forgotten waits for the storage: %s", trouble)
            except Exception as error:  # of any kind: the next pass tries again
                log.error("it could not be forgotten: %s", type(error).__name__)
            await asyncio.sleep(_HOUR)

    async def round(self, present: Present) -> None:
        """Delete all data that has expired by now, but no server on which the bot is."""
        now = self._tables.services.now()
        await self._store.compare(present(), now, self._owned)
        for guild_id in await self._store.gone(now - GRACE, self._owned):
            if guild_id not in present():  # else it was invited back just now
                await self._server(guild_id)
        if self._days is not None:
            await self._ended(now - self._days * DAY)

    async def _ended(self, before: int) -> None:
        """Anonymise all games that ended before, then wipe their traces from the store's log."""
        while (found := await self._store.forget_ended(before, self._owned)).games:
            await self._told(found)
        self._forgot(await self._store.forget_attempts(before), ())
        await self._tables.services.store.privacy.wipe_log()

    async def _server(self, guild_id: int) -> None:
        """Annul the open tables of a server, then delete its data, its settings last."""
        async for game_id in one_by_one(await self._store.open_tables(guild_id)):
            await self._end(game_id)
        while (found := await self._store.forget_guild(guild_id)).games:
            await self._told(found)
        await self._told(found)
        self._forgot_server(guild_id)
        await self._tables.services.store.privacy.wipe_log()
        log.info("a server from which the bot was removed is forgotten")

    async def _end(self, game_id: int) -> None:
        table = await self._tables.get(game_id)
        try:
            await table.change(changes.annul)
        except Refused:  # the table cannot be read, or is over meanwhile
            await self._tables.set_aside(table)

    async def _told(self, found: Forgotten) -> None:
        self._forgot(found.people, found.games)
        await self._tables.read_again(found.games)
