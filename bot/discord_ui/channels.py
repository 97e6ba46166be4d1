"""Channels and threads of tables: permissions, languages, lobby messages; roles of titles."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import discord

from bot.background.table_tasks import RetryLater
from bot.discord_ui import components, delivery, people, table_data
from bot.discord_ui.delivery import RateLimiter
from bot.discord_ui.failures import (
    REQUEST_ERRORS,
    RETRYABLE,
    RequestFailure,
    await_response,
    failure_of,
)
from bot.model.enums import Status
from bot.model.refusals import Refusal, Refused
from bot.render.families import with_table_faces
from bot.render.screen import unescaped_name
from bot.render.words import Words
from bot.store import Store
from bot.tables import Table
from bot.ui_commands.play_commands import JoinTable

log = logging.getLogger(__name__)

# The bot's permissions in a channel, which Discord reports with every interaction.


def require_posting_rights(interaction: discord.Interaction) -> None:
    """Raise Refused, naming the permission, where no table could be shown.

    The response to a command needs none of them, so a lobby would appear and nothing after it.
    """
    rights = interaction.app_permissions
    if not rights.view_channel:
        raise Refused(Refusal.BOT_CANNOT_VIEW)
    if isinstance(interaction.channel, discord.Thread):
        if not rights.send_messages_in_threads:
            raise Refused(Refusal.BOT_CANNOT_SEND_IN_THREADS)
    elif not rights.send_messages:
        raise Refused(Refusal.BOT_CANNOT_SEND)


# Channels and threads of tables: their language, and a back-off for unreachable ones.
#
# One request shows that a channel is gone or closed to the bot. Then the bot backs off until a
# sign of its return: a click at the table, an event of its server, a start.


_MAX_BACKED_OFF: Final = 10_000  # games at once; the oldest beyond that are tried once more


def words_for_table(table: Table, words: Words) -> Words:
    """Return the words with the table's cards, unless user or server have chosen others."""
    game = table.state.base_game
    return words if game is None else with_table_faces(game.rules, words)


class TableChannels:
    """Finds the channel of every table, and tracks unreachable ones."""

    def __init__(self, client: discord.Client, preferences: people.PreferenceCache) -> None:
        self.client = client
        self._preferences = preferences
        self.backed_off: dict[int, int] = {}  # games that cannot be shown now -> their server

    def channel_of(self, table: Table) -> discord.PartialMessageable:
        """Return the thread of a table, else its channel."""
        row = table.row
        place_id = row.place_id or row.channel_id
        return self.client.get_partial_messageable(place_id, guild_id=row.guild_id)

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
        self.backed_off[table.id] = table.row.guild_id
        while len(self.backed_off) > _MAX_BACKED_OFF:
            del self.backed_off[next(iter(self.backed_off))]

    def backed_off_in(self, guild_id: int) -> list[int]:
        """Return the unreachable games of a server."""
        return [game for game, server in self.backed_off.items() if server == guild_id]


# A thread per table where Discord permits it, else the channel itself (design section 6).

_MAX_TITLE_LENGTH = 90


class TableThreads:
    """Creates the threads of tables."""

    def __init__(
        self,
        store: Store,
        preferences: people.PreferenceCache,
        table_data: table_data.TableDataLoader,
        rate_limiter: delivery.RateLimiter,
    ) -> None:
        self._store, self._preferences, self._table_data = store, preferences, table_data
        self._rate_limiter = rate_limiter

    async def thread_parent(
        self, table: Table, channel: object, rights: discord.Permissions
    ) -> discord.TextChannel | None:
        """Return the channel, if the table may and should have a thread in it and has none yet."""
        if not isinstance(channel, discord.TextChannel) or channel.id != table.row.channel_id:
            return None
        if table.row.place_id not in (None, table.row.channel_id):
            return None
        if not (rights.create_public_threads and rights.send_messages_in_threads):
            return None
        guild = await self._store.preferences.guild(table.row.guild_id)
        return channel if guild.use_threads else None

    @asynccontextmanager
    async def open_thread(
        self, table: Table, parent: discord.TextChannel | None
    ) -> AsyncIterator[int | None]:
        """Move a table to a new thread for its start; yield the lobby message it left.

        A table that does not start moves back.  Without a ``parent``, or where Discord creates no
        thread, the table stays in the channel.
        """
        thread = None if parent is None else await self._create_thread(table, parent)
        if thread is None:
            yield None
            return
        lobby = table.row.message_id
        await table.request_repaint()  # a start after a kill here looks for the lobby
        await table.mark_posted(thread.id, None, "")
        try:
            yield lobby
        finally:
            if table.game is None:
                await self._leave_thread(table, thread, lobby)

    async def _create_thread(
        self, table: Table, channel: discord.TextChannel
    ) -> discord.Thread | None:
        """Create a thread with all seated players; the table is not in it yet."""
        title = await self._thread_title(table, channel.guild)
        await self._rate_limiter.acquire(is_awaited=True)
        try:
            request = channel.create_thread(
                name=title, type=discord.ChannelType.public_thread, auto_archive_duration=1440
            )
            thread = await await_response(request)
        except REQUEST_ERRORS as error:
            log.warning("game %s is played without a thread: %s", table.id, error)
            return None
        for sitting in table.state.seat_holders:
            if sitting.user_id is not None:
                await self._add_member(thread, sitting.user_id)
        return thread

    async def _leave_thread(self, table: Table, thread: discord.Thread, lobby: int | None) -> None:
        """Move the table back to its lobby, and archive the thread."""
        await table.mark_posted(table.row.channel_id, lobby, "" if lobby is None else "lobby")
        await self._rate_limiter.acquire(is_awaited=True)
        try:
            await await_response(thread.edit(archived=True))
        except REQUEST_ERRORS as error:
            log.info("a thread stays open in which nothing began: %s", error)

    async def _thread_title(self, table: Table, guild: discord.Guild) -> str:
        """Return the thread's title in the server's language: table number and players."""
        preferred = str(guild.preferred_locale)
        public = await self._preferences.words_for_server(table.row.guild_id, preferred)
        facts = await self._table_data.of(table, public)
        seats = range(len(facts.seats))
        names = ", ".join(unescaped_name(name) for seat in seats if (name := facts.name(seat)))
        return public.say("thread.title", game=table.id, names=names)[:_MAX_TITLE_LENGTH]

    async def _add_member(self, thread: discord.Thread, user_id: int) -> None:
        """Add a player to the thread without a mention."""
        await self._rate_limiter.acquire(is_awaited=True)
        try:
            await await_response(thread.add_user(discord.Object(user_id)))
        except REQUEST_ERRORS as error:
            log.info("a player was not added to a thread: %s", error)


# The message of a lobby: the response to a command, whose delivery may be unknown.
#
# It has no nonce, so Discord would not recognise a second post: look for it before posting.

_SEARCHED_MESSAGES: Final = 50  # messages of a channel to search for a lobby


async def find_lobby_message(
    table: Table, channels: TableChannels, rate_limiter: delivery.RateLimiter
) -> None:
    """Look for the lobby message of a table that has none recorded, and record it.

    A kill may have come before the record, or the response got lost.  The search covers the
    table's channel: a kill may also have come just before the start in a thread.
    """
    row = table.row
    if row.message_id is not None or row.shows or table.game is not None:
        return
    retry_while_placing(table)
    place = channels.client.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
    if row.place_id not in (None, place.id):
        await table.mark_posted(place.id, None, "")
    await rate_limiter.acquire(is_awaited=True)
    try:
        async for message in place.history(limit=_SEARCHED_MESSAGES):
            if message.author == channels.client.user and components.has_command_button(
                message, table.id, JoinTable()
            ):
                retry_while_placing(table)
                await table.mark_posted(place.id, message.id, "lobby")
                return
    except REQUEST_ERRORS as error:
        if failure_of(error) in RETRYABLE:
            raise
        log.info("the lobby of game %s is posted anew: %s", table.id, error)


def is_unseen_lobby(table: Table) -> bool:
    """True for a lobby that was annulled before it had a message: nothing needs a notice."""
    row = table.row
    return table.game is None and row.status is Status.VOID and row.message_id is None


def retry_while_placing(table: Table) -> None:
    """Raise RetryLater while a handler decides on the lobby's channel; it pokes afterwards."""
    if table.game is None and table.placement_lock.locked():
        raise RetryLater("its place is being decided")


# Roles that Discord lets the bot give: what stands in the way, and the requests.
#
# The bot sees members only when it asks for them.


def title_obstacle(server: discord.Guild, role_id: int) -> Refusal | None:
    """Return why the bot cannot give a role; None if it can."""
    if not server.me.guild_permissions.manage_roles:
        return Refusal.TITLE_PERMISSION
    role = server.get_role(role_id)
    if role is None:
        return Refusal.TITLE_ROLE_GONE
    if role.is_default() or role.managed:
        return Refusal.TITLE_ROLE_SPECIAL
    return None if role < server.me.top_role else Refusal.TITLE_ROLE_ABOVE


async def fetch_member(
    server: discord.Guild, user_id: int, limiter: RateLimiter
) -> discord.Member | None:
    """Return a member as Discord knows them now; None if they have left.

    Raises one of ``REQUEST_ERRORS``.
    """
    await limiter.acquire()
    try:
        return await await_response(server.fetch_member(user_id))
    except discord.NotFound:
        return None


async def give_role(
    member: discord.Member, role_id: int, reason: str, limiter: RateLimiter
) -> None:
    """Give a role to a member.  Raises one of ``REQUEST_ERRORS``; NotFound if either is gone."""
    await limiter.acquire(is_awaited=True)
    await await_response(member.add_roles(discord.Object(role_id), reason=reason))


async def take_role(
    member: discord.Member, role_id: int, reason: str, limiter: RateLimiter
) -> None:
    """Take a role from a member.  Raises one of ``REQUEST_ERRORS``; NotFound if either is gone."""
    await limiter.acquire(is_awaited=True)
    await await_response(member.remove_roles(discord.Object(role_id), reason=reason))
