"""A thread per table where Discord permits it, else the channel itself (design section 6)."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.front.allowance import Allowance
from bot.front.facts import Facts
from bot.front.failures import FAILED
from bot.front.languages import Languages
from bot.render.names import bare
from bot.store import Store
from bot.tables import Table

log = logging.getLogger(__name__)

_NAME_LENGTH = 90


class Threads:
    """Creates the threads of tables."""

    def __init__(
        self, store: Store, languages: Languages, facts: Facts, allowance: Allowance
    ) -> None:
        self._store, self._languages, self._facts = store, languages, facts
        self._allowance = allowance

    async def room_for(
        self, table: Table, channel: object, rights: discord.Permissions
    ) -> discord.TextChannel | None:
        """Return the channel, if the table may and should have a thread in it and has none yet."""
        if not isinstance(channel, discord.TextChannel) or channel.id != table.row.channel_id:
            return None
        if table.row.place_id not in (None, table.row.channel_id):
            return None
        if not (rights.create_public_threads and rights.send_messages_in_threads):
            return None
        guild = await self._store.wishes.guild(table.row.guild_id)
        return channel if guild.use_threads else None

    @asynccontextmanager
    async def opened(
        self, table: Table, room: discord.TextChannel | None
    ) -> AsyncIterator[int | None]:
        """Move a table to a new thread for its start; yield the lobby message it left.

        A table that does not start moves back.  Without a ``room``, or where Discord creates no
        thread, the table stays in the channel.
        """
        thread = None if room is None else await self._made(table, room)
        if thread is None:
            yield None
            return
        lobby = table.row.message_id
        await table.painted(-1, -1)  # a start after a kill here looks for the lobby
        await table.moved_to(thread.id, None, "")
        try:
            yield lobby
        finally:
            if table.game is None:
                await self._give_up(table, thread, lobby)

    async def _made(self, table: Table, channel: discord.TextChannel) -> discord.Thread | None:
        """Create a thread with all seated players; the table is not in it yet."""
        title = await self._title(table, channel.guild)
        await self._allowance.turn(is_awaited=True)
        try:
            thread = await channel.create_thread(
                name=title, type=discord.ChannelType.public_thread, auto_archive_duration=1440
            )
        except FAILED as error:
            log.warning("game %s is played without a thread: %s", table.id, error)
            return None
        for sitting in table.sittings:
            if sitting.user_id is not None:
                await self._invite(thread, sitting.user_id)
        return thread

    async def _give_up(self, table: Table, thread: discord.Thread, lobby: int | None) -> None:
        """Move the table back to its lobby, and archive the thread."""
        await table.moved_to(table.row.channel_id, lobby, "" if lobby is None else "lobby")
        await self._allowance.turn(is_awaited=True)
        try:
            await thread.edit(archived=True)
        except FAILED as error:
            log.info("a thread stays open in which nothing began: %s", error)

    async def _title(self, table: Table, guild: discord.Guild) -> str:
        """Return the thread's title in the server's language: table number and players."""
        preferred = str(guild.preferred_locale)
        public = await self._languages.of_server(table.row.guild_id, preferred)
        facts = await self._facts.of(table, public)
        seats = range(len(facts.seats))
        names = ", ".join(bare(name) for seat in seats if (name := facts.name(seat)))
        return public.say("thread.title", game=table.id, names=names)[:_NAME_LENGTH]

    async def _invite(self, thread: discord.Thread, user_id: int) -> None:
        """Add a player to the thread without a mention."""
        await self._allowance.turn(is_awaited=True)
        try:
            await thread.add_user(discord.Object(user_id))
        except FAILED as error:
            log.info("a player was not added to a thread: %s", error)
