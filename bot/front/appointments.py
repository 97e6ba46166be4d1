"""Scheduled starts: the bot mentions the seated players, and at the hour starts the match.

Each event runs once, at its hour or up to an hour later; the store comes first, the message
second.  After an outage the bot says that it is late.
"""

import logging
from typing import Final

import discord

from bot.engine.actions import Action
from bot.front.notices import Notices
from bot.front.painter import Painter
from bot.front.threads import Threads
from bot.front.zones import zone_of
from bot.store.weekly import Weekly
from bot.tables import Table, Tables, changes, lobby
from bot.terms import Status

log = logging.getLogger(__name__)

_LATE: Final = 120  # seconds of delay that the bot mentions


class Appointments:
    """Runs the scheduled events of lobbies and weekly tables for the calendar task."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        painter: Painter,
        notices: Notices,
        threads: Threads,
    ) -> None:
        self._client, self._tables, self._painter = client, tables, painter
        self._notices, self._threads = notices, threads

    def is_away(self, guild_id: int) -> bool:
        """True if the channels of a server are unknown, so that nothing can start there."""
        guild = self._client.get_guild(guild_id)
        return guild is None or guild.unavailable

    async def begin(self, table: Table, draw: Action) -> None:
        """Start a full table at its hour; any other lobby is announced and keeps waiting."""
        async with table.placing:
            hour = table.row.starts_at
            if table.row.status is not Status.LOBBY or hour is None:
                return
            if self.is_away(table.row.guild_id):
                return  # the timer fires again
            if changes.free_seats(table.state) or not lobby.has_people(table.state):
                await table.change(lobby.wait_on, self._tables.services.lobby_seconds)
                if table.row.status is Status.LOBBY:
                    self._say_if_late(table, hour)
                    self._notices.seats_free(table)
                return
            room = await self._room(table)
            guild = await self._tables.services.store.wishes.guild(table.row.guild_id)
            async with self._threads.opened(table, room) as left:
                await table.change(lobby.start_by_itself, draw, zone_of(guild.zone))
        if table.game is None:  # it was closed or postponed meanwhile
            return
        self._say_if_late(table, hour)
        if left is not None:
            await self._painter.close_lobby(table, table.row.channel_id, left)

    def _say_if_late(self, table: Table, hour: int) -> None:
        if self._tables.services.now() > hour + _LATE:
            self._notices.late(table, hour)

    # -- weekly tables

    def is_there(self, weekly: Weekly) -> bool:
        """True if the channel of a weekly table exists and the bot may post in it."""
        channel = self._client.get_channel(weekly.channel_id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return False
        rights = channel.permissions_for(channel.guild.me)
        in_thread = isinstance(channel, discord.Thread)
        speaks = rights.send_messages_in_threads if in_thread else rights.send_messages
        return rights.view_channel and speaks

    def opened(self, table: Table, hour: int) -> None:
        """Announce a weekly table that was scheduled for ``hour``."""
        self._say_if_late(table, hour)
        self._notices.opened(table)

    async def _room(self, table: Table) -> discord.TextChannel | None:
        """Return the channel in which the table may have a thread."""
        channel = self._client.get_channel(table.row.channel_id)
        if not isinstance(channel, discord.TextChannel):
            return None
        rights = channel.permissions_for(channel.guild.me)
        return await self._threads.room_for(table, channel, rights)
