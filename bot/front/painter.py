"""Draws the newest state of each table, never a difference: public messages and live hands.

Each table has one task for either while there is something to draw; changes that arrive meanwhile
are drawn together (design section 5).  Hands are responses to their players and wait for no rate
limit, so neither task holds up the other.  A failed request never undoes or repeats a move.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Final

import discord

from bot.front import lobbies
from bot.front.allowance import Allowance
from bot.front.crier import Crier
from bot.front.facts import Facts
from bot.front.failures import FAILED, PASSING, Failure, meaning
from bot.front.hands import Hands
from bot.front.layouts import Drawn, Tiles, files, layout
from bot.front.messages import Messages, Shown
from bot.front.nonces import nonce_of
from bot.front.notices import Notices
from bot.front.pictures import Pictures, shown_to
from bot.front.places import Places
from bot.keepers.breath import Gaps
from bot.keepers.rounds import Rounds, TryAgain
from bot.render.words import Words
from bot.store import StorageTrouble
from bot.tables import Table, Tables, placeless
from bot.terms import OPEN

log = logging.getLogger(__name__)

_PAUSES: Final = (6, 12, 24, 48, 60)  # seconds before each retry of a failed painting
_PATIENCE: Final = 3.0  # seconds for requests under way when the bot stops
_ONLY: Final = discord.AllowedMentions.none()
_CLOCKS: Final = timedelta(seconds=1)  # tolerated lag of Discord's clock
_NOT_THERE: Final = (Failure.GONE, Failure.FORBIDDEN, Failure.CLOSED)


class Painter:
    """Draws the public messages and live hands of every table.

    ``tiles`` fill up during their upload; each drawing runs within a ``watch``.
    """

    def __init__(
        self,
        tables: Tables,
        places: Places,
        facts: Facts,
        messages: Messages,
        hands: Hands,
        notices: Notices,
        crier: Crier,
        tiles: Tiles,
        pictures: Pictures,
        watch: Callable[[], AbstractContextManager[object]],
        gaps: Gaps,
        allowance: Allowance,
    ) -> None:
        self.gaps = gaps
        self.allowance = allowance
        self.watch = watch
        self.tables = tables
        self.places = places
        self.facts = facts
        self.messages = messages
        self.hands = hands
        self.notices = notices
        self.crier = crier
        self.tiles = tiles
        self.pictures = pictures
        self.rounds = Rounds(tables, self._paint, pauses=_PAUSES)
        self._pushes = Rounds(tables, self._push, pauses=_PAUSES)
        self._again: Counter[int] = Counter()  # pending requests for a full redraw, by game

    def poke(self, game_id: int) -> None:
        """Queue a table that has changed."""
        self._pushes.poke(game_id)
        self.rounds.poke(game_id)
        self.crier.poke(game_id)

    def is_back(self, game_id: int) -> None:
        """Queue a table whose channel was unreachable: somebody has clicked there."""
        if self.places.is_back(game_id):
            self.poke(game_id)

    def server_is_back(self, guild_id: int) -> None:
        """Queue the unreachable tables of a server after a change there."""
        for game_id in self.places.resting_in(guild_id):
            self.is_back(game_id)

    async def stop(self) -> None:
        """Finish the drawings under way; the next start draws the rest."""
        self.hands.stop()
        await asyncio.gather(
            self._pushes.stop(patience=_PATIENCE),
            self.rounds.stop(patience=_PATIENCE),
            self.notices.stop(patience=_PATIENCE),
            self.crier.stop(patience=_PATIENCE),
        )

    async def reviewed(self, table: Table, deal: int) -> None:
        """Redraw a deal's result with its review, unless the next deal is shown already.

        The result may be under way at that moment, or not even begun.
        """
        game = table.game
        if game is None or game.carry.number != deal or table.row.shows == f"deal {deal + 1}":
            return
        await self.look_again(table)

    async def look_again(self, table: Table) -> None:
        """Redraw a table's public message, and post it anew where it is gone.

        A drawing under way does not suffice: its state may be older.
        """
        self._again[table.id] += 1
        try:
            await table.painted(-1, -1)  # a restart after a kill redraws it too
        finally:
            self.poke(table.id)

    async def place_is_gone(self, place_id: int) -> None:
        """Move the tables of a deleted thread to their channel, with a new message."""
        for row in await self.tables.services.store.lists.games_in_place(place_id, OPEN):
            table = await self.tables.get(row.game_id)
            await table.moved_to(table.row.channel_id, None, "")
            self.places.is_back(table.id)
            await self.look_again(table)

    async def _push(self, table: Table) -> None:
        if not await self.hands.push(table):
            raise TryAgain("not every hand could be shown")

    # -- the public message

    async def _paint(self, table: Table) -> None:
        if not await self._shown(table):
            raise TryAgain("it could not be shown")

    async def _shown(self, table: Table) -> bool:
        """Draw the public message; False where a retry may help."""
        if self.places.rests(table) or self._is_drawn(table):
            return True
        await self.allowance.turn()  # wait first: the drawing then shows the newest state
        try:
            with self.watch():
                await self._public(table)
        except FAILED as error:
            if meaning(error) in PASSING:
                log.warning("game %s was not drawn: %s", table.id, error)
                return False
            await self._rest(table, error)
        return True

    async def _rest(self, table: Table, error: Exception) -> None:
        """Back off from a table; mark it first, as a click meanwhile makes it reachable again."""
        self.places.rest(table, error)
        if meaning(error) not in _NOT_THERE:
            return
        try:
            await table.change(placeless.lose_place, is_gone=False)
        except StorageTrouble:
            self.places.is_back(table.id)  # else its clocks would run on unseen
            raise

    async def _public(self, table: Table) -> None:
        await lobbies.find(table, self.places, self.allowance)
        words = await self.places.words(table)
        async with self.gaps.turn():
            row, again = table.row, self._again[table.id]
            version, revision = row.version, row.revision
            wanted = (
                () if lobbies.was_never_seen(table) else await self.messages.public(table, words)
            )
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
        if self._again[table.id] == again:  # else another request arrived meanwhile
            del self._again[table.id]
            await table.painted(version, revision)

    def _is_drawn(self, table: Table) -> bool:
        row = table.row
        is_newest = (row.painted, row.painted_revision) == (row.version, row.revision)
        return is_newest and table.id not in self._again

    async def _edit(self, table: Table, show: Shown, words: Words) -> bool:
        """Edit the newest message, in the slot its task waited for; False when it is gone."""
        if table.row.message_id is None:
            return False
        message = self.places.of(table).get_partial_message(table.row.message_id)

        async def edit(drawn: Drawn) -> None:
            view = layout(show.screen, self.tiles, words, drawn)
            await message.edit(view=view, attachments=files(drawn), allowed_mentions=_ONLY)

        try:
            await self.pictures.sent(shown_to(show.screen, words), edit)
        except FAILED as error:
            if meaning(error) in (Failure.GONE, Failure.CLOSED):
                return False
            raise
        return True

    async def close_lobby(self, table: Table, channel_id: int, message_id: int) -> None:
        """Replace the buttons of a lobby by a link to the table's thread."""
        words = await self.places.words(table)
        show = self.messages.started(table, await self.facts.of(table, words), words)
        channel = self.places.there(table, channel_id)
        await self.allowance.turn(is_awaited=True)
        try:
            await channel.get_partial_message(message_id).edit(
                view=layout(show.screen, self.tiles, words), allowed_mentions=_ONLY
            )
        except FAILED as error:
            log.warning("the lobby of game %s stays as it was: %s", table.id, error)

    async def _retire(self, table: Table, words: Words) -> None:
        """Edit the message before: the end of its deal, without buttons."""
        show = await self.messages.retired(table, words)
        if show is not None:
            await self._edit(table, show, words)

    async def _send(self, table: Table, show: Shown, words: Words) -> None:
        """Post a new message at the end of the channel and record it as the newest one."""
        await self.allowance.turn(is_awaited=True)
        lobbies.wait_for_place(table)
        began = discord.utils.utcnow()
        message = await self._post(table, show, words)
        await table.moved_to(message.channel.id, message.id, show.key)
        if message.created_at < began - _CLOCKS:
            # an earlier attempt had arrived without a response; Discord returns that message
            await self._edit(table, show, words)

    async def _post(self, table: Table, show: Shown, words: Words) -> discord.Message:
        try:
            return await self._post_there(table, show, words)
        except FAILED as error:
            is_thread = table.row.place_id not in (None, table.row.channel_id)
            if not is_thread or meaning(error) not in _NOT_THERE:
                raise
        # the thread was deleted or forbids posting: go on in the channel
        await table.moved_to(table.row.channel_id, None, "")
        return await self._post_there(table, show, words)

    async def _post_there(self, table: Table, show: Shown, words: Words) -> discord.Message:
        async def send(drawn: Drawn) -> discord.Message:
            return await self.places.of(table).send(
                view=layout(show.screen, self.tiles, words, drawn),
                files=files(drawn),
                allowed_mentions=_ONLY,
                silent=True,
                nonce=_nonce(table, show),
            )

        return await self.pictures.sent(shown_to(show.screen, words), send)


def _nonce(table: Table, show: Shown) -> str:
    """Return the nonce for a message in its place: equal at every retry."""
    return nonce_of(f"{table.id}/{show.key}/{table.row.message_id}")
