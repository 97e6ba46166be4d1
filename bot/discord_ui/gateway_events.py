"""Listeners for gateway events: servers, channels and threads that disappear or return."""

import logging
from collections.abc import Iterable

import discord
from discord.ext import commands

from bot.background import data_retention, weekly_tables
from bot.background.table_tasks import when_idle
from bot.discord_ui.event_lists import ServerEvents
from bot.discord_ui.messages.painter import Painter
from bot.model.enums import OPEN_STATUSES
from bot.model.refusals import Refused
from bot.store import StorageTrouble, WriteRefused
from bot.store.records import GameRow
from bot.tables import TableRegistry, changes

log = logging.getLogger(__name__)


# Unreachable tables: their channel was deleted, or the bot was removed from their server.
#
# Such a table pauses, and ends after a day by its rule (``pause_without_channel``); a lobby
# closes. The store lists the affected tables, so a repeated event, also after a restart, has no
# effect.


async def pause_channel_tables(tables: TableRegistry, channel_id: int) -> None:
    """Pause the tables of a deleted channel and of its threads."""
    await _pause_tables(
        tables, await tables.services.store.game_queries.games_in_channel(channel_id, OPEN_STATUSES)
    )


async def pause_server_tables(tables: TableRegistry, guild_id: int) -> None:
    """Pause the tables of a server that removed the bot."""
    await _pause_tables(
        tables, await tables.services.store.game_queries.games_of_guild(guild_id, OPEN_STATUSES)
    )


async def _pause_tables(tables: TableRegistry, rows: Iterable[GameRow]) -> None:
    async for game_id in when_idle([row.game_id for row in rows]):
        try:
            table = await tables.get(game_id)
            await table.change(changes.pause_without_channel, is_gone=True)
        except (Refused, WriteRefused) as refused:
            log.info("game %s was not paused without its channel: %s", game_id, refused)


class GatewayEvents(commands.Cog):
    """Handles gateway events; the next start repeats what the store could not take."""

    def __init__(
        self,
        tables: TableRegistry,
        painter: Painter,
        weekly_tables: weekly_tables.WeeklyOpener,
        server_events: ServerEvents,
        data_retention: data_retention.DataRetention,
    ) -> None:
        self._tables, self._painter, self._server_events = tables, painter, server_events
        self._weekly_tables, self._data_retention = weekly_tables, data_retention

    async def close_server_tables(self, guild_id: int) -> None:
        """Stop the tables of a server that the bot cannot reach any more."""
        try:
            await pause_server_tables(self._tables, guild_id)
        except StorageTrouble as error:
            log.warning("the tables of a server that is gone go on: %s", error)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Move the tables of a deleted thread: nobody could click their buttons any more."""
        try:
            await self._painter.leave_deleted_thread(payload.thread_id)
        except (Refused, StorageTrouble) as error:
            log.warning("the tables of a deleted thread stay there: %s", error)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        try:
            await pause_channel_tables(self._tables, channel.id)
        except StorageTrouble as error:
            log.warning("the tables of a deleted channel go on: %s", error)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._data_retention.on_server_left(guild.id)
        await self.close_server_tables(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        self._painter.retry_server(guild.id)
        self._weekly_tables.rearm()
        self._server_events.poke(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        self._painter.retry_server(guild.id)
        await self._data_retention.on_server_joined(guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        self._painter.retry_server(after.guild.id)
        self._server_events.poke(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        self._painter.retry_server(after.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        self._painter.retry_server(payload.guild_id)
