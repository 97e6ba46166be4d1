"""Channels and threads of tables: their language, and a back-off for unreachable ones.

One request shows that a channel is gone or closed to the bot.  Then the bot backs off until a sign
of its return: a click at the table, an event of its server, a start.
"""

import logging
from typing import Final

import discord

from bot.front.failures import RequestFailure, failure_of
from bot.front.languages import PreferenceCache
from bot.render.families import with_table_faces
from bot.render.words import Words
from bot.tables import Table

log = logging.getLogger(__name__)

_MAX_BACKED_OFF: Final = 10_000  # games at once; the oldest beyond that are tried once more


def words_for_table(table: Table, words: Words) -> Words:
    """Return the words with the table's cards, unless user or server have chosen others."""
    return words if table.game is None else with_table_faces(table.game.rules, words)


class TableChannels:
    """Finds the channel of every table, and tracks unreachable ones."""

    def __init__(self, client: discord.Client, preferences: PreferenceCache) -> None:
        self.client = client
        self._preferences = preferences
        self._backed_off: dict[int, int] = {}  # game -> its server

    def channel_of(self, table: Table) -> discord.PartialMessageable:
        """Return the thread of a table, else its channel."""
        return self.partial_channel(table, table.row.place_id or table.row.channel_id)

    def partial_channel(self, table: Table, place_id: int) -> discord.PartialMessageable:
        """Return a channel of the table's server."""
        return self.client.get_partial_messageable(place_id, guild_id=table.row.guild_id)

    def link(self, table: Table) -> str:
        """Return a link to the table's newest public message, else to its channel."""
        place, message = self.channel_of(table), table.row.message_id
        return place.jump_url if message is None else place.get_partial_message(message).jump_url

    async def words(self, table: Table) -> Words:
        """Return the words in the language of the table's server, with the table's cards."""
        guild = self.client.get_guild(table.row.guild_id)
        preferred = "" if guild is None else str(guild.preferred_locale)
        words = await self._preferences.words_for_server(table.row.guild_id, preferred)
        return words_for_table(table, words)

    def back_off(self, table: Table, error: Exception) -> None:
        """Back off from a table that cannot be shown, where retries would not help."""
        why = failure_of(error)
        level = logging.ERROR if why is RequestFailure.REFUSED else logging.WARNING
        log.log(level, "game %s is shown no more for now, %s: %s", table.id, why.value, error)
        self._backed_off[table.id] = table.row.guild_id
        while len(self._backed_off) > _MAX_BACKED_OFF:
            del self._backed_off[next(iter(self._backed_off))]

    def is_backed_off(self, table: Table) -> bool:
        return table.id in self._backed_off

    def end_back_off(self, game_id: int) -> bool:
        """End the back-off; True if there was one."""
        return self._backed_off.pop(game_id, None) is not None

    def backed_off_in(self, guild_id: int) -> list[int]:
        """Return the unreachable games of a server."""
        return [game for game, server in self._backed_off.items() if server == guild_id]
