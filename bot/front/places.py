"""Channels and threads of tables: their language, and a back-off for unreachable ones.

One request shows that a channel is gone or closed to the bot.  Then the bot backs off until a sign
of its return: a click at the table, an event of its server, a start.
"""

import logging
from typing import Final

import discord

from bot.front.failures import Failure, meaning
from bot.front.languages import Languages
from bot.render.families import facing
from bot.render.words import Words
from bot.tables import Table

log = logging.getLogger(__name__)

_KEPT: Final = 10_000  # games at once; the oldest beyond that are tried once more


def facing_table(table: Table, words: Words) -> Words:
    """Return the words with the table's cards, unless user or server have chosen others."""
    return words if table.game is None else facing(table.game.rules, words)


class Places:
    """Finds the channel of every table, and tracks unreachable ones."""

    def __init__(self, client: discord.Client, languages: Languages) -> None:
        self.client = client
        self._languages = languages
        self._resting: dict[int, int] = {}  # game -> its server

    def of(self, table: Table) -> discord.PartialMessageable:
        """Return the thread of a table, else its channel."""
        return self.there(table, table.row.place_id or table.row.channel_id)

    def there(self, table: Table, place_id: int) -> discord.PartialMessageable:
        """Return a channel of the table's server."""
        return self.client.get_partial_messageable(place_id, guild_id=table.row.guild_id)

    def link(self, table: Table) -> str:
        """Return a link to the table's newest public message, else to its channel."""
        place, message = self.of(table), table.row.message_id
        return place.jump_url if message is None else place.get_partial_message(message).jump_url

    async def words(self, table: Table) -> Words:
        """Return the words in the language of the table's server, with the table's cards."""
        guild = self.client.get_guild(table.row.guild_id)
        preferred = "" if guild is None else str(guild.preferred_locale)
        words = await self._languages.of_server(table.row.guild_id, preferred)
        return facing_table(table, words)

    def rest(self, table: Table, error: Exception) -> None:
        """Back off from a table that cannot be shown, where retries would not help."""
        why = meaning(error)
        level = logging.ERROR if why is Failure.REFUSED else logging.WARNING
        log.log(level, "game %s is shown no more for now, %s: %s", table.id, why.value, error)
        self._resting[table.id] = table.row.guild_id
        while len(self._resting) > _KEPT:
            del self._resting[next(iter(self._resting))]

    def rests(self, table: Table) -> bool:
        return table.id in self._resting

    def is_back(self, game_id: int) -> bool:
        """End the back-off; True if there was one."""
        return self._resting.pop(game_id, None) is not None

    def resting_in(self, guild_id: int) -> list[int]:
        """Return the unreachable games of a server."""
        return [game for game, server in self._resting.items() if server == guild_id]
