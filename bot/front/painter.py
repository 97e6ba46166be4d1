"""Draws the newest state, never the difference: the public message, then the live private hands.

One task per table while there is something to draw; changes that come meanwhile are drawn
together (design section 5).  Discord's answer may fail: that never undoes or repeats a move.
"""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager

import discord

from bot.analysis.claims import Line
from bot.engine.cards import Seat
from bot.front.components import Tiles, is_gone, layout, with_tiles
from bot.front.facts import Facts
from bot.front.hands import Hands
from bot.front.languages import Languages
from bot.front.messages import Messages, Shown
from bot.keepers.rounds import Rounds, TryAgain
from bot.render.alert import proof_note, reminder
from bot.render.words import Words
from bot.tables import Table, Tables
from bot.terms import OPEN

log = logging.getLogger(__name__)

_RETRY = 6  # seconds until a failed painting is tried again
_ONLY = discord.AllowedMentions.none()


class Painter:
    """Public messages and live hands of every table.

    ``tiles`` fill up once they are uploaded; every table is drawn within a ``watch``.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        languages: Languages,
        facts: Facts,
        messages: Messages,
        hands: Hands,
        tiles: Tiles,
        watch: Callable[[], AbstractContextManager[object]],
    ) -> None:
        self.client = client
        self.watch = watch
        self.tables = tables
        self.languages = languages
        self.facts = facts
        self.messages = messages
        self.hands = hands
        self.tiles = tiles
        self.rounds = Rounds(tables, self._paint, retry=_RETRY)
        self._reminders: dict[int, discord.Message] = {}

    def poke(self, game_id: int) -> None:
        """This table has changed."""
        self.rounds.poke(game_id)

    async def stop(self) -> None:
        """Let what is being drawn end; the rest is drawn after the next start."""
        await self.rounds.stop(cancel=False)

    async def reviewed(self, table: Table, deal: int) -> None:
        """What a deal was worth is known: its card says so, if it is still the newest message."""
        if table.row.shows in (f"result {deal}", "over"):
            await table.painted(-1, -1)
            self.poke(table.id)

    async def place_is_gone(self, place_id: int) -> None:
        """A thread was deleted: its tables go on in their channel, on a new message."""
        for row in await self.tables.services.store.lists.games_in_place(place_id, OPEN):
            table = await self.tables.get(row.game_id)
            await table.moved_to(table.row.channel_id, None, "")
            await table.painted(-1, -1)
            self.poke(table.id)

    # -- the public message

    async def _paint(self, table: Table) -> None:
        try:
            with self.watch():
                await self._clear_reminder(table)
                await self._public(table)
                await self.hands.push(table)
        except discord.Forbidden as error:
            log.warning("game %s cannot be shown: %s", table.id, error)
        except (discord.HTTPException, OSError) as error:
            raise TryAgain(str(error)) from error

    async def _public(self, table: Table) -> None:
        row = table.row
        if (row.painted, row.painted_revision) == (row.version, row.revision):
            return
        version, revision = row.version, row.revision
        words = await self._words(table)
        wanted = await self.messages.public(table, words)
        shown = [show.key for show in wanted]
        if row.shows in shown:
            wanted = wanted[shown.index(row.shows) :]
            if not await self._edit(table, wanted[0], words):
                await self._send(table, wanted[0], words)
            rest = wanted[1:]
        else:
            await self._retire(table, words)
            rest = wanted
        for show in rest:
            await self._send(table, show, words)
        await table.painted(version, revision)

    async def _edit(self, table: Table, show: Shown, words: Words) -> bool:
        """Draw over the newest message; False when it is no longer there."""
        if table.row.message_id is None:
            return False
        message = self._place(table).get_partial_message(table.row.message_id)
        try:
            await message.edit(view=layout(show.screen, self.tiles, words), allowed_mentions=_ONLY)
        except discord.Forbidden:
            raise
        except discord.HTTPException as error:
            if is_gone(error) or error.code in (30046, 50083):  # too old to edit, archived thread
                return False
            raise
        return True

    async def close_lobby(self, table: Table, channel_id: int, message_id: int) -> None:
        """The lobby of a table that has moved into a thread: a link, and no buttons."""
        words = await self._words(table)
        show = self.messages.started(table, await self.facts.of(table, words), words)
        channel = self.client.get_partial_messageable(channel_id, guild_id=table.row.guild_id)
        try:
            await channel.get_partial_message(message_id).edit(
                view=layout(show.screen, self.tiles, words), allowed_mentions=_ONLY
            )
        except discord.HTTPException as error:
            log.warning("the lobby of game %s stays as it was: %s", table.id, error)

    async def _retire(self, table: Table, words: Words) -> None:
        """The message before: how its deal ended, without buttons."""
        show = await self.messages.retired(table, words)
        if show is not None:
            await self._edit(table, show, words)

    async def _send(self, table: Table, show: Shown, words: Words) -> None:
        """A new message at the end of the channel, which is from now on the newest one."""
        nonce = f"{table.id}.{table.version}.{table.row.revision}.{show.key[:6]}".replace(" ", "")[
            :25
        ]
        view = layout(show.screen, self.tiles, words)
        try:
            message = await self._place(table).send(
                view=view, allowed_mentions=_ONLY, silent=True, nonce=nonce
            )
        except discord.HTTPException as error:
            if table.row.place_id in (None, table.row.channel_id) or error.status >= 500:
                raise
            # the thread was deleted or closed to us: go on in the channel
            await table.moved_to(table.row.channel_id, None, "")
            message = await self._place(table).send(
                view=layout(show.screen, self.tiles, words), allowed_mentions=_ONLY, silent=True
            )
        await table.moved_to(message.channel.id, message.id, show.key)

    def _place(self, table: Table) -> discord.PartialMessageable:
        place = table.row.place_id or table.row.channel_id
        return self.client.get_partial_messageable(place, guild_id=table.row.guild_id)

    async def _words(self, table: Table) -> Words:
        """The language of the table's server."""
        guild = self.client.get_guild(table.row.guild_id)
        preferred = "" if guild is None else str(guild.preferred_locale)
        return await self.languages.of_server(table.row.guild_id, preferred)

    # -- what is said beside the table

    async def remind(self, table: Table, seat: Seat) -> None:
        """One mention of the one player who is asked (half of the time is over)."""
        sitting = table.sitting(seat)
        if sitting.user_id is None:
            return
        words = await self._words(table)
        user = discord.Object(sitting.user_id)
        text = reminder(words, f"<@{user.id}>", await self.facts.of(table, words))
        try:
            message = await self._place(table).send(
                text, allowed_mentions=discord.AllowedMentions(users=[user])
            )
            self._reminders[table.id] = message
        except discord.HTTPException as error:
            log.warning("game %s could not be reminded: %s", table.id, error)

    async def moved_for(self, table: Table, seat: Seat, how: str) -> None:
        """A public note that the clock moved for somebody; ``how`` is once or away."""
        words = await self._words(table)
        facts = await self.facts.of(table, words)
        try:
            await self._place(table).send(
                words.say(f"alert.moved_{how}", name=facts.name(seat)),
                allowed_mentions=_ONLY,
                silent=True,
            )
        except discord.HTTPException as error:
            log.warning("game %s could not be told of a late move: %s", table.id, error)

    async def proved(self, table: Table, seat: Seat, line: Line) -> None:
        """A public note that an offer was accepted at once, and why."""
        words = await self._words(table)
        facts = await self.facts.of(table, words)
        text = with_tiles(proof_note(line, facts.name(seat), words), self.tiles, words)
        try:
            await self._place(table).send(text, allowed_mentions=_ONLY, silent=True)
        except discord.HTTPException as error:
            log.warning("game %s could not be told of a proof: %s", table.id, error)

    async def _clear_reminder(self, table: Table) -> None:
        message = self._reminders.pop(table.id, None)
        if message is None:
            return
        try:
            await message.delete()
        except discord.HTTPException as error:
            log.debug("a reminder of game %s stays: %s", table.id, error)
