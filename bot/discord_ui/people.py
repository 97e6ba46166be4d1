"""Display names of people, and a cache of their settings and those of servers."""

import asyncio
from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

import discord

from bot.discord_ui.delivery import MessageReader, server_of
from bot.engine.cards import Seat
from bot.model.settings import GuildSettings, UserSettings
from bot.render.screen import LONGEST_DISPLAY_NAME, safe_line, safe_name
from bot.render.words import Catalogue, Words, words_as_wished
from bot.store import Store

# Display names: those of users as last seen, made safe to show; those of robots by seat.


class NameCache:
    """Cache of user names."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._names: dict[int, str] = {}
        self._forget_count = 0  # a counter: earlier reads may be outdated
        self.rename_count = 0  # a counter of changed names, for caches

    async def remember(self, user: discord.User | discord.Member) -> None:
        """Store a player's display name; bots see members only when they act."""
        await self.remember_name(user.id, user.display_name)

    async def remember_name(self, user_id: int, name: str) -> None:
        """Store the display name of a user."""
        if self._names.get(user_id) == name:
            return
        forgotten = self._forget_count
        await self._store.preferences.set_name(user_id, name)
        if forgotten == self._forget_count:
            self._names[user_id] = name
        self.rename_count += 1

    async def name_of(self, user_id: int) -> str:
        """Return the safe name of a user, cut to fit a table; four digits for an unknown one."""
        return safe_name(await self._raw_name_of(user_id))

    async def whole_name_of(self, user_id: int) -> str:
        """Return the safe name of a user as long as Discord allows."""
        return safe_line(await self._raw_name_of(user_id), LONGEST_DISPLAY_NAME)

    async def _raw_name_of(self, user_id: int) -> str:
        if (name := self._names.get(user_id)) is None:
            forgotten, person = self._forget_count, await self._store.preferences.person(user_id)
            name = self._names.get(user_id, person.name or "")  # one seen meanwhile is newer
            if forgotten == self._forget_count:
                self._names[user_id] = name
        return name or f"{user_id % 10000:04}"

    def forget(self, user_id: int) -> None:
        """Drop a user from the cache after the store has erased them."""
        self._forget_count += 1
        self._names.pop(user_id, None)
        self.rename_count += 1


def forgotten_name(words: Words) -> str:
    """Return the name shown for a user whose data was deleted."""
    return words.say("player.forgotten")


def robot_name(seat: Seat, words: Words) -> str:
    """Return the name of the robot on a seat."""
    return words.say(f"robot.{seat}")


# Cache of user and server settings, first of all the language.
#
# One process owns the database and every change of settings goes through here, so the cache equals
# the store. A user's settings take about a quarter of a kilobyte: all users fit in memory.
# The words that settings choose are kept until any settings change.


_NOBODY: Final = UserSettings(0)  # without settings of their own
_NO_SERVER: Final = GuildSettings(0)


class PreferenceCache:
    """Chooses the words for a user or a server; ``default`` is the language of last resort."""

    def __init__(self, store: Store, catalogue: Catalogue, default: str) -> None:
        self.catalogue = catalogue
        self._store = store
        self._default = default
        self._people: dict[int, UserSettings] = {_NOBODY.user_id: _NOBODY}
        self._servers: dict[int, GuildSettings] = {}
        self._words: dict[tuple[int, int | None, str], Words] = {}  # by user, server and locale
        self._change_count = 0  # a counter: earlier reads may be outdated
        self._server_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def words_for(self, interaction: discord.Interaction) -> Words:
        """Return the words for private responses: the user's language, the server's, Discord's."""
        return await self.words_for_reader(MessageReader.from_interaction(interaction))

    async def words_for_reader(self, reader: MessageReader) -> Words:
        """Return the words for messages to a user after their interaction."""
        key = reader.user_id, reader.guild_id, reader.preferred
        if (known := self._words.get(key)) is not None:
            return known
        changes, person = self._change_count, await self.person(reader.user_id)
        guild = _NO_SERVER if reader.guild_id is None else await self.server(reader.guild_id)
        words = self._choose_words(person, guild, reader.preferred)
        if changes == self._change_count:
            self._words[key] = words
        return words

    async def words_for_person(self, person: UserSettings, guild_id: int, preferred: str) -> Words:
        """Return the words for a user there; ``preferred`` is the locale Discord reports."""
        return self._choose_words(person, await self.server(guild_id), preferred)

    def cached_words(self, interaction: discord.Interaction) -> Words:
        """Return the words as ``words_for`` does, from the cache alone."""
        person = self._people.get(interaction.user.id, UserSettings(interaction.user.id))
        guild = self._servers.get(server_of(interaction) or 0, _NO_SERVER)
        return self._choose_words(person, guild, interaction.locale.value)

    async def words_for_server(self, guild_id: int, preferred: str) -> Words:
        """Return the words of a server; ``preferred`` is the locale Discord reports."""
        nobody = MessageReader(_NOBODY.user_id, guild_id, None, preferred)
        return await self.words_for_reader(nobody)

    async def person(self, user_id: int) -> UserSettings:
        """Return a user's settings."""
        if user_id in self._people:
            return self._people[user_id]
        changes, person = self._change_count, await self._store.preferences.person(user_id)
        person = self._people.get(user_id, person)  # a change made meanwhile is newer
        if changes == self._change_count:
            self._people[user_id] = person
        return person

    async def save_person(self, person: UserSettings) -> None:
        """Store a user's settings."""
        self._outdate()
        self._people[person.user_id] = person  # at once: the next change builds upon this one
        try:
            await self._store.preferences.set_person(person)
        except BaseException:  # cancelled too: the stored state is unknown, so read it again
            self.forget(person.user_id)
            raise

    def forget(self, user_id: int) -> None:
        """Drop a user from the cache after the store has erased them."""
        self._outdate()
        self._people.pop(user_id, None)

    def forget_server(self, guild_id: int) -> None:
        """Drop a server from the cache."""
        self._outdate()
        self._servers.pop(guild_id, None)

    def _outdate(self) -> None:
        """Drop the words, which settings chose, and let no read that is under way keep any."""
        self._change_count += 1
        self._words.clear()

    async def change_server(
        self, guild_id: int, change: Callable[[GuildSettings], GuildSettings]
    ) -> None:
        """Apply ``change`` to the stored settings of a server; a lock prevents lost updates.

        Raises as ``change``, and then changes nothing.
        """
        async with self._server_locks.setdefault(guild_id, asyncio.Lock()):
            guild = change(await self._store.preferences.guild(guild_id))
            try:
                await self._store.preferences.set_guild(guild)
            except BaseException:  # the stored state is unknown
                self.forget_server(guild_id)
                raise
            self._outdate()
            self._servers[guild_id] = guild

    async def server(self, guild_id: int) -> GuildSettings:
        """Return the settings of a server."""
        if guild_id in self._servers:
            return self._servers[guild_id]
        changes, guild = self._change_count, await self._store.preferences.guild(guild_id)
        guild = self._servers.get(guild_id, guild)
        if changes == self._change_count:
            self._servers[guild_id] = guild
        return guild

    def _choose_words(self, person: UserSettings, guild: GuildSettings, preferred: str) -> Words:
        """Choose by the user's settings, then the server's, then the defaults."""
        known = preferred.partition("-")[0] in self.catalogue.languages
        last = preferred if known else self._default
        words = self.catalogue.choose(person.locale, guild.locale, last)
        pictures = guild.pictures if person.pictures is None else person.pictures
        return words_as_wished(
            words,
            spelled=person.spelled,
            pictures=pictures,
            faces=person.faces or guild.faces,
            cloth=person.cloth or guild.cloth,
        )
