"""Scheduled starts: the bot mentions the seated players, and at the hour starts the match.

Each event runs once, at its hour or up to an hour later; the store comes first, the message
second.  After an outage the bot says that it is late.
"""

import logging
from typing import Final

import discord

from bot.discord_ui.channels import TableThreads
from bot.discord_ui.messages import announcements, painter
from bot.discord_ui.start_times import zone_of
from bot.engine.actions import Action
from bot.model.enums import Status
from bot.store.queries.weekly_schedule import WeeklyTable
from bot.tables import Table, TableRegistry, changes

log = logging.getLogger(__name__)

_LATE_SECONDS: Final = 120  # seconds of delay that the bot mentions


class ScheduledStarts:
    """Runs the scheduled events of lobbies and weekly tables for the calendar task."""

    def __init__(
        self,
        client: discord.Client,
        tables: TableRegistry,
        painter: painter.Painter,
        announcements: announcements.Announcements,
        threads: TableThreads,
    ) -> None:
        self._client, self._tables, self._painter = client, tables, painter
        self._announcements, self._threads = announcements, threads

    def is_server_unavailable(self, guild_id: int) -> bool:
        """True if the channels of a server are unknown, so that nothing can start there."""
        guild = self._client.get_guild(guild_id)
        return guild is None or guild.unavailable

    async def start_match(self, table: Table, draw: Action) -> None:
        """Start a full table at its hour; any other lobby is announced and keeps waiting."""
        async with table.placement_lock:
            hour = table.row.starts_at
            if table.row.status is not Status.LOBBY or hour is None:
                return
            if self.is_server_unavailable(table.row.guild_id):
                return  # the timer fires again
            if changes.free_seats(table.state) or not changes.has_humans(table.state):
                await table.change(changes.keep_waiting, self._tables.services.lobby_seconds)
                if table.row.status is Status.LOBBY:
                    self._announce_if_late(table, hour)
                    self._announcements.announce_free_seats(table)
                return
            room = await self._thread_parent(table)
            guild = await self._tables.services.store.preferences.guild(table.row.guild_id)
            async with self._threads.open_thread(table, room) as left:
                await table.change(changes.start_scheduled, draw, zone_of(guild.zone))
        if table.game is None:  # it was closed or postponed meanwhile
            return
        self._announce_if_late(table, hour)
        if left is not None:
            await self._painter.close_lobby(table, table.row.channel_id, left)

    def _announce_if_late(self, table: Table, hour: int) -> None:
        if self._tables.services.now() > hour + _LATE_SECONDS:
            self._announcements.announce_delay(table, hour)

    # -- weekly tables

    def can_post_weekly(self, weekly: WeeklyTable) -> bool:
        """True if the channel of a weekly table exists and the bot may post in it."""
        channel = self._client.get_channel(weekly.channel_id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return False
        rights = channel.permissions_for(channel.guild.me)
        in_thread = isinstance(channel, discord.Thread)
        speaks = rights.send_messages_in_threads if in_thread else rights.send_messages
        return rights.view_channel and speaks

    def announce_weekly(self, table: Table, hour: int) -> None:
        """Announce a weekly table that was scheduled for ``hour``."""
        self._announce_if_late(table, hour)
        self._announcements.announce_open_table(table)

    async def _thread_parent(self, table: Table) -> discord.TextChannel | None:
        """Return the channel in which the table may have a thread."""
        channel = self._client.get_channel(table.row.channel_id)
        if not isinstance(channel, discord.TextChannel):
            return None
        rights = channel.permissions_for(channel.guild.me)
        return await self._threads.thread_parent(table, channel, rights)
