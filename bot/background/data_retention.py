"""Data retention: anonymises long finished games, and deletes servers that removed the bot.

An hourly task finds expired data in the store, so a kill only delays it.  A server is deleted
thirty days after the bot left it, but not if the bot is invited back before: each pass starts by
comparing the stored servers with the present ones.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from typing import Final

from bot.background.table_tasks import when_idle
from bot.model.refusals import Refused
from bot.store import StorageTrouble
from bot.store.admin.anonymisation import Anonymised
from bot.tables import TableRegistry, changes

log = logging.getLogger(__name__)

DAY_SECONDS: Final = 24 * 3600
SERVER_GRACE: Final = 30 * DAY_SECONDS  # seconds the data of a server is kept without the bot
_HOUR: Final = 3600

PresentServers = Callable[[], Collection[int]]
"""All servers the bot is on now."""


class DataRetention:
    """Deletes expired data; a game is anonymised ``days`` after its end, None: never.

    ``on_deleted`` is called with the deleted users and the anonymised games, ``on_server_deleted``
    with a deleted server.
    """

    def __init__(
        self,
        tables: TableRegistry,
        days: int | None,
        on_deleted: Callable[[Collection[int], Collection[int]], None],
        on_server_deleted: Callable[[int], None],
    ) -> None:
        self._tables, self._days = tables, days
        self._store, self._owned = tables.services.store.retention, tables.services.owned
        self._on_deleted, self._on_server_deleted = on_deleted, on_server_deleted
        self._task: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        """Cancel the task; the next start does the rest."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def start(self, present: PresentServers) -> None:
        """Start the hourly task, once the client knows its servers; idempotent.

        After a storage error the next pass tries again.
        """
        if self._task is None:
            self._task = asyncio.create_task(self._run_hourly(present))

    async def on_server_left(self, guild_id: int) -> None:
        """Record that the bot was removed from a server."""
        await self._try_write(self._store.record_removal(guild_id, self._tables.services.now()))

    async def on_server_joined(self, guild_id: int) -> None:
        """Record that the bot was invited, perhaps back, to a server."""
        await self._try_write(self._store.record_return(guild_id))

    async def _try_write(self, write: Coroutine[None, None, None]) -> None:
        """Await a write; after a failure the next pass finds the difference."""
        try:
            await write
        except StorageTrouble as trouble:
            log.warning("the servers the bot is on were not noted: %s", trouble)

    async def _run_hourly(self, present: PresentServers) -> None:
        while True:
            try:
                await self.run_once(present)
            except StorageTrouble as trouble:
                log.warning("what is to be forgotten waits for the storage: %s", trouble)
            except Exception as error:  # of any kind: the next pass tries again
                log.error("it could not be forgotten: %s", type(error).__name__)
            await asyncio.sleep(_HOUR)

    async def run_once(self, present: PresentServers) -> None:
        """Delete all data that has expired by now, but no server on which the bot is."""
        now = self._tables.services.now()
        await self._store.record_presence(present(), now, self._owned)
        for guild_id in await self._store.missing_servers(now - SERVER_GRACE, self._owned):
            if guild_id not in present():  # else it was invited back just now
                await self._delete_server(guild_id)
        if self._days is not None:
            await self._anonymise_ended(now - self._days * DAY_SECONDS)

    async def _anonymise_ended(self, before: int) -> None:
        """Anonymise all games that ended before, then wipe their traces from the store's log."""
        while (found := await self._store.anonymise_ended(before, self._owned)).games:
            await self._report(found)
        self._on_deleted(await self._store.delete_old_practice(before), ())
        await self._tables.services.store.privacy.wipe_log()

    async def _delete_server(self, guild_id: int) -> None:
        """Annul the open tables of a server, then delete its data, its settings last."""
        async for game_id in when_idle(await self._store.open_tables(guild_id)):
            await self._annul(game_id)
        while (found := await self._store.anonymise_guild(guild_id)).games:
            await self._report(found)
        await self._report(found)
        self._on_server_deleted(guild_id)
        await self._tables.services.store.privacy.wipe_log()
        log.info("a server from which the bot was removed is forgotten")

    async def _annul(self, game_id: int) -> None:
        table = await self._tables.get(game_id)
        try:
            await table.change(changes.annul)
        except Refused:  # the table cannot be read, or is over meanwhile
            await self._tables.void_unreadable(table)

    async def _report(self, found: Anonymised) -> None:
        self._on_deleted(found.people, found.games)
        await self._tables.reload_loaded(found.games)
