"""A thread per table where Discord permits it, else the channel itself (design section 6)."""

import logging

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
    """The threads of tables."""

    def __init__(
        self, store: Store, languages: Languages, facts: Facts, allowance: Allowance
    ) -> None:
        self._store, self._languages, self._facts = store, languages, facts
        self._allowance = allowance

    async def room_for(
        self, table: Table, channel: object, rights: discord.Permissions
    ) -> discord.TextChannel | None:
        """The channel, if the table may and should have a thread in it; it has only one."""
        if not isinstance(channel, discord.TextChannel) or channel.id != table.row.channel_id:
            return None
        if table.row.place_id not in (None, table.row.channel_id):
            return None
        if not (rights.create_public_threads and rights.send_messages_in_threads):
            return None
        guild = await self._store.wishes.guild(table.row.guild_id)
        return channel if guild.use_threads else None

    async def open(self, table: Table, channel: discord.TextChannel) -> int | None:
        """Give the table a public thread and move it there; the message it leaves behind, if any.

        Where Discord does not make one after all, it is played in the channel.
        """
        title = await self._title(table, channel.guild)
        await self._allowance.turn(is_awaited=True)
        try:
            thread = await channel.create_thread(
                name=title, type=discord.ChannelType.public_thread, auto_archive_duration=1440
            )
        except FAILED as error:
            log.warning("game %s is played without a thread: %s", table.id, error)
            return None
        lobby = table.row.message_id
        await table.moved_to(thread.id, None, "")
        for sitting in table.sittings:
            if sitting.user_id is not None:
                await self._invite(thread, sitting.user_id)
        return lobby

    async def _title(self, table: Table, guild: discord.Guild) -> str:
        """In the language of the server: the table's number, and who plays."""
        preferred = str(guild.preferred_locale)
        public = await self._languages.of_server(table.row.guild_id, preferred)
        facts = await self._facts.of(table, public)
        seats = range(len(facts.seats))
        names = ", ".join(bare(name) for seat in seats if (name := facts.name(seat)))
        return public.say("thread.title", game=table.id, names=names)[:_NAME_LENGTH]

    async def _invite(self, thread: discord.Thread, user_id: int) -> None:
        """The thread in the player's list of channels, without a mention."""
        await self._allowance.turn(is_awaited=True)
        try:
            await thread.add_user(discord.Object(user_id))
        except FAILED as error:
            log.info("a player was not added to a thread: %s", error)
