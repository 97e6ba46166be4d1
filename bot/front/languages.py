"""Who wishes what, first of all which language: asked of the store once, then remembered.

One process owns the file and every wish goes through here, so what is remembered is what is
stored.  A wish is about a quarter of a kilobyte; those of all who ever clicked fit in memory.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from weakref import WeakValueDictionary

import discord

from bot.front.sent import Reader
from bot.render.words import Catalogue, Words
from bot.store import Store
from bot.store.wishes import Guild, Person


class Languages:
    """The words for a person or a server.  ``default`` is the language where nobody knows one."""

    def __init__(self, store: Store, catalogue: Catalogue, default: str) -> None:
        self.catalogue = catalogue
        self._store = store
        self._default = default
        self._people: dict[int, Person] = {}
        self._servers: dict[int, Guild] = {}
        self._forgotten = 0  # how often: what was read before may be of before
        self._changing: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def of(self, interaction: discord.Interaction) -> Words:
        """For private answers: the own language, the server's, Discord's."""
        return await self.of_reader(Reader.of(interaction))

    async def of_reader(self, reader: Reader) -> Words:
        """The same for what is written to him after his interaction."""
        person = await self.person(reader.user_id)
        return await self.of_person(person, reader.guild_id, reader.preferred)

    async def of_person(self, person: Person, guild_id: int | None, preferred: str) -> Words:
        """For somebody at that server; ``preferred`` is what Discord knows of him or of it."""
        guild = Guild(0) if guild_id is None else await self.server(guild_id)
        return self._words(person, guild, preferred)

    def remembered(self, interaction: discord.Interaction) -> Words:
        """As ``of``, as far as it is known without asking the store."""
        person = self._people.get(interaction.user.id, Person(interaction.user.id))
        guild = self._servers.get(interaction.guild_id or 0, Guild(0))
        return self._words(person, guild, interaction.locale.value)

    async def of_server(self, guild_id: int, preferred: str) -> Words:
        """The language of a server; ``preferred`` is what Discord knows of it."""
        return self._words(Person(0), await self.server(guild_id), preferred)

    async def person(self, user_id: int) -> Person:
        """What somebody has chosen for himself."""
        if user_id in self._people:
            return self._people[user_id]
        forgotten, person = self._forgotten, await self._store.wishes.person(user_id)
        person = self._people.get(user_id, person)  # a wish made meanwhile is newer
        if forgotten == self._forgotten:
            self._people[user_id] = person
        return person

    async def keep_person(self, person: Person) -> None:
        """What holds for somebody from now on."""
        self._people[person.user_id] = person  # at once: his next wish builds upon this one
        try:
            await self._store.wishes.set_person(person)
        except BaseException:  # cancelled too: nobody knows what is stored, so it is asked for
            self._people.pop(person.user_id, None)
            raise

    def forget(self, user_id: int) -> None:
        """Ask the store again, where nothing is by now."""
        self._forgotten += 1
        self._people.pop(user_id, None)

    def forget_server(self, guild_id: int) -> None:
        """The same of a server."""
        self._forgotten += 1
        self._servers.pop(guild_id, None)

    async def change_server(self, guild_id: int, change: Callable[[Guild], Guild]) -> None:
        """Other settings of a server, made of those that hold; of two people none undoes another's.

        Raises as ``change``, and then nothing is changed.
        """
        async with self._changing.setdefault(guild_id, asyncio.Lock()):
            guild = change(await self._store.wishes.guild(guild_id))
            try:
                await self._store.wishes.set_guild(guild)
            except BaseException:  # nobody knows what is stored
                self.forget_server(guild_id)
                raise
            self._servers[guild_id] = guild

    async def server(self, guild_id: int) -> Guild:
        """The settings of a server."""
        if guild_id in self._servers:
            return self._servers[guild_id]
        forgotten, guild = self._forgotten, await self._store.wishes.guild(guild_id)
        guild = self._servers.get(guild_id, guild)
        if forgotten == self._forgotten:
            self._servers[guild_id] = guild
        return guild

    def _words(self, person: Person, guild: Guild, preferred: str) -> Words:
        """What the person wishes, then the server, then what is usual."""
        known = preferred.partition("-")[0] in self.catalogue.languages
        last = preferred if known else self._default
        locale = self.catalogue.choose_locale(person.locale, guild.locale, last)
        pictures = guild.pictures if person.pictures is None else person.pictures
        return replace(
            self.catalogue.words(locale),
            spelled=person.spelled,
            pictures=pictures,
            faces=person.faces or guild.faces,
        )
