"""Who reads which language: asked of the store once, then remembered.

One process owns the file and every wish goes through here, so what is remembered is what is
stored.  A wish is about a tenth of a kilobyte; those of all who ever clicked fit in memory.
"""

import discord

from bot.render.words import Catalogue, Words
from bot.store import Store
from bot.store.rows import Guild, Person


class Languages:
    """The words for a person or a server.  ``default`` is the language where nobody knows one."""

    def __init__(self, store: Store, catalogue: Catalogue, default: str) -> None:
        self.catalogue = catalogue
        self._store = store
        self._default = default
        self._people: dict[int, str | None] = {}
        self._servers: dict[int, str | None] = {}

    async def of(self, interaction: discord.Interaction) -> Words:
        """The language of whoever pressed: his own, the server's, Discord's."""
        person = await self.wish_of(interaction.user.id)
        server = interaction.guild_id
        wish = None if server is None else await self._wish_of_server(server)
        return self._words(person, wish, interaction.locale.value)

    def remembered(self, interaction: discord.Interaction) -> Words:
        """The same as far as it is known without asking the store."""
        person = self._people.get(interaction.user.id)
        wish = self._servers.get(interaction.guild_id or 0)
        return self._words(person, wish, interaction.locale.value)

    async def of_server(self, guild_id: int, preferred: str) -> Words:
        """The language of a server; ``preferred`` is what Discord knows of it."""
        return self._words(None, await self._wish_of_server(guild_id), preferred)

    async def wish_of(self, user_id: int) -> str | None:
        """The language a person has chosen; None for no choice."""
        if user_id not in self._people:
            person = await self._store.wishes.person(user_id)
            self._people.setdefault(user_id, person.locale)  # a wish made meanwhile is newer
        return self._people[user_id]

    async def choose(self, user_id: int, locale: str | None) -> None:
        """A person's own language from now on; None leaves it to the server and to Discord."""
        await self._store.wishes.set_person(Person(user_id, locale))
        self._people[user_id] = locale

    def forget(self, user_id: int) -> None:
        """Ask the store again, where nothing is by now."""
        self._people.pop(user_id, None)

    def forget_server(self, guild_id: int) -> None:
        """The same of a server."""
        self._servers.pop(guild_id, None)

    async def keep(self, guild: Guild) -> None:
        """The settings of a server, its language among them."""
        await self._store.wishes.set_guild(guild)
        self._servers[guild.guild_id] = guild.locale

    async def _wish_of_server(self, guild_id: int) -> str | None:
        if guild_id not in self._servers:
            guild = await self._store.wishes.guild(guild_id)
            self._servers.setdefault(guild_id, guild.locale)
        return self._servers[guild_id]

    def _words(self, person: str | None, server: str | None, preferred: str) -> Words:
        known = preferred.partition("-")[0] in self.catalogue.languages
        last = preferred if known else self._default
        return self.catalogue.words(self.catalogue.choose_locale(person, server, last))
