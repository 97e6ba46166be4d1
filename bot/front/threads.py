"""A thread per table where Discord permits it, else the channel itself (design section 6)."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.front.allowance import RateLimiter
from bot.front.facts import TableDataLoader
from bot.front.failures import REQUEST_ERRORS
from bot.front.languages import PreferenceCache
from bot.render.names import unescaped_name
from bot.store import Store
from bot.tables import Table

log = logging.getLogger(__name__)

_MAX_TITLE_LENGTH = 90


class TableThreads:
    """Creates the threads of tables."""

    def __init__(
        self,
        store: Store,
        preferences: PreferenceCache,
        table_data: TableDataLoader,
        rate_limiter: RateLimiter,
    ) -> None:
        self._store, self._preferences, self._table_data = store, preferences, table_data
        self._rate_limiter = rate_limiter

    async def thread_parent(
        self, table: Table, channel: object, rights: discord.Permissions
    ) -> discord.TextChannel | None:
        """Return the channel, if the table may and should have a thread in it and has none yet."""
        if not isinstance(channel, discord.TextChannel) or channel.id != table.row.channel_id:
            return None
        if table.row.place_id not in (None, table.row.channel_id):
            return None
        if not (rights.create_public_threads and rights.send_messages_in_threads):
            return None
        guild = await self._store.preferences.guild(table.row.guild_id)
        return channel if guild.use_threads else None

    @asynccontextmanager
    async def open_thread(
        self, table: Table, parent: discord.TextChannel | None
    ) -> AsyncIterator[int | None]:
        """Move a table to a new thread for its start; yield the lobby message it left.

        A table that does not start moves back.  Without a ``room``, or where Discord creates no
        thread, the table stays in the channel.
        """
        thread = None if parent is None else await self._create_thread(table, parent)
        if thread is None:
            yield None
            return
        lobby = table.row.message_id
        await table.mark_painted(-1, -1)  # a start after a kill here looks for the lobby
        await table.mark_posted(thread.id, None, "")
        try:
            yield lobby
        finally:
            if table.game is None:
                await self._leave_thread(table, thread, lobby)

    async def _create_thread(
        self, table: Table, channel: discord.TextChannel
    ) -> discord.Thread | None:
        """Create a thread with all seated players; the table is not in it yet."""
        title = await self._thread_title(table, channel.guild)
        await self._rate_limiter.acquire(is_awaited=True)
        try:
            thread = await channel.create_thread(
                name=title, type=discord.ChannelType.public_thread, auto_archive_duration=1440
            )
        except REQUEST_ERRORS as error:
            log.warning("game %s is played without a thread: %s", table.id, error)
            return None
        for sitting in table.seat_holders:
            if sitting.user_id is not None:
                await self._add_member(thread, sitting.user_id)
        return thread

    async def _leave_thread(self, table: Table, thread: discord.Thread, lobby: int | None) -> None:
        """Move the table back to its lobby, and archive the thread."""
        await table.mark_posted(table.row.channel_id, lobby, "" if lobby is None else "lobby")
        await self._rate_limiter.acquire(is_awaited=True)
        try:
            await thread.edit(archived=True)
        except REQUEST_ERRORS as error:
            log.info("a thread stays open in which nothing began: %s", error)

    async def _thread_title(self, table: Table, guild: discord.Guild) -> str:
        """Return the thread's title in the server's language: table number and players."""
        preferred = str(guild.preferred_locale)
        public = await self._preferences.words_for_server(table.row.guild_id, preferred)
        facts = await self._table_data.of(table, public)
        seats = range(len(facts.seats))
        names = ", ".join(unescaped_name(name) for seat in seats if (name := facts.name(seat)))
        return public.say("thread.title", game=table.id, names=names)[:_MAX_TITLE_LENGTH]

    async def _add_member(self, thread: discord.Thread, user_id: int) -> None:
        """Add a player to the thread without a mention."""
        await self._rate_limiter.acquire(is_awaited=True)
        try:
            await thread.add_user(discord.Object(user_id))
        except REQUEST_ERRORS as error:
            log.info("a player was not added to a thread: %s", error)
