"""Listeners for gateway events: servers, channels and threads that disappear or return."""

import logging

import discord
from discord.ext import commands

from bot.front.painter import Painter
from bot.keepers import lost
from bot.keepers.calendar import Calendar
from bot.keepers.forgetting import Forgetting
from bot.refusals import Refused
from bot.store import StorageTrouble
from bot.tables import Tables

log = logging.getLogger(__name__)


class Events(commands.Cog):
    """Handles gateway events; the next start repeats what the store could not take."""

    def __init__(
        self, tables: Tables, painter: Painter, calendar: Calendar, forgetting: Forgetting
    ) -> None:
        self._tables, self._painter = tables, painter
        self._calendar, self._forgetting = calendar, forgetting

    async def server_is_gone(self, guild_id: int) -> None:
        """Stop the tables of a server that the bot cannot reach any more."""
        try:
            await lost.server_is_gone(self._tables, guild_id)
        except StorageTrouble as error:
            log.warning("the tables of a server that is gone go on: %s", error)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Move the tables of a deleted thread: nobody could click their buttons any more."""
        try:
            await self._painter.place_is_gone(payload.thread_id)
        except (Refused, StorageTrouble) as error:
            log.warning("the tables of a deleted thread stay there: %s", error)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        try:
            await lost.channel_is_gone(self._tables, channel.id)
        except StorageTrouble as error:
            log.warning("the tables of a deleted channel go on: %s", error)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._forgetting.left(guild.id)
        await self.server_is_gone(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        self._painter.server_is_back(guild.id)
        self._calendar.rearm()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        self._painter.server_is_back(guild.id)
        await self._forgetting.joined(guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        self._painter.server_is_back(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        self._painter.server_is_back(after.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        self._painter.server_is_back(payload.guild_id)
