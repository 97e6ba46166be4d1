"""The one private message of every player at every table: their hand, or another page.

A new message replaces the one before.  A hand follows the table; a page gives way to the hand when
its reader has to act.  In the last minute of its token the message says that it stops.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from bot.engine.cards import Seat
from bot.front.facts import Facts
from bot.front.failures import FAILED, PASSING, meaning
from bot.front.languages import Languages
from bot.front.layouts import Tiles, layout
from bot.front.places import facing_table
from bot.front.sent import FOLLOWS, LAST_MINUTE, Sent
from bot.keepers.breath import Gaps
from bot.refusals import Refused
from bot.render.screen import Screen
from bot.render.words import Words
from bot.store import StorageTrouble
from bot.tables import Table
from bot.terms import ENDED

_SLOWEST: Final = 3.0  # seconds for one hand; then its table goes on without it
log = logging.getLogger(__name__)

Key = tuple[int, int]
"""Table and user."""


class Seen(NamedTuple):
    """Everything a hand was drawn from: an equal value gives an equal hand."""

    version: int
    revision: int
    place_id: int | None
    words: Words

    @classmethod
    def of(cls, table: Table, words: Words) -> Self:
        return cls(table.version, table.row.revision, table.row.place_id, words)


@dataclass(slots=True)
class Private:
    """A private message; ``screen`` is its hand, None where it shows another page."""

    table: Table
    sent: Sent
    screen: Screen | None
    version: int  # of the table at the time of sending
    timer: asyncio.TimerHandle
    seen: Seen | None = None
    follows: bool = True
    is_old: bool = False  # its reader's settings have changed since the drawing

    @property
    def seat(self) -> Seat | None:
        """Return the seat whose hand it may show; None once its reader has left."""
        if self.table.unreadable or self.table.game is None:
            return None
        return self.table.seat_of(self.sent.user_id)

    @property
    def gives_way(self) -> bool:
        """True for a page in the table's own channel once its reader has to act."""
        is_here = self.sent.reader.channel_id == self.table.row.place_id
        is_new = self.table.version != self.version
        return is_here and is_new and self.table.asked() == self.seat


class Hands:
    """The newest private message of every player at every table, while its token lives."""

    def __init__(self, facts: Facts, languages: Languages, tiles: Tiles, gaps: Gaps) -> None:
        self._gaps = gaps
        self._facts = facts
        self._languages = languages
        self._tiles = tiles
        self._live: dict[int, dict[int, Private]] = {}  # by user, then by table
        self._leaving: set[asyncio.Task[None]] = set()

    async def keep(
        self, table: Table, sent: Sent, screen: Screen | None = None, seen: Seen | None = None
    ) -> None:
        """Store this player's newest private message and delete the one before."""
        key = (table.id, sent.user_id)
        before = self._forget(key)
        for other in self._tables_of(sent.user_id):
            if self._live[sent.user_id][other].sent.message_id == sent.message_id:
                self._forget((other, sent.user_id))  # the message shows this table now
        timer = asyncio.get_running_loop().call_later(FOLLOWS, self._last_minute, key)
        private = Private(table, sent, screen, table.version, timer, seen)
        self._live.setdefault(sent.user_id, {})[table.id] = private
        if before is not None and before.sent.message_id != sent.message_id:
            await before.sent.delete()

    def got_up(self, game_id: int, user_id: int) -> None:
        """Stop updating this player's message at that table."""
        self._forget((game_id, user_id))

    def is_open(self, game_id: int, user_id: int) -> bool:
        """True if this player has a hand that is kept up to date."""
        private = self._at((game_id, user_id))
        return private is not None and private.follows and private.screen is not None

    def forget(self, user_id: int) -> None:
        """Stop updating all messages of this user."""
        for game_id in self._tables_of(user_id):
            self._forget((game_id, user_id))

    def looks_otherwise(self, user_id: int) -> list[int]:
        """Mark a user's hands as outdated after a change of settings; return their tables."""
        for live in self._live.get(user_id, {}).values():
            live.is_old = True
        return self._tables_of(user_id)

    async def push(self, table: Table) -> bool:
        """Draw the newest state into every live hand; False if a retry may help."""
        keys = [(table.id, user_id) for user_id in table.state.humans()]  # only people have hands
        pushes = [self._push(key, private) for key in keys if (private := self._at(key))]
        ends = await asyncio.gather(*pushes, return_exceptions=True)  # all are tried
        for end in ends:
            if isinstance(end, BaseException):
                raise end
        return all(ends)

    def stop(self) -> None:
        """Stop updating all messages."""
        for user_id in list(self._live):
            self.forget(user_id)
        for task in self._leaving:
            task.cancel()

    async def _push(self, key: Key, private: Private) -> bool:
        if not private.follows or private.seat is None:
            return True
        if private.screen is None and not private.gives_way:
            return True
        try:
            await self._draw(private)
        except Refused:  # left in between
            self._forget(key)
        except FAILED as error:
            if meaning(error) in PASSING:
                return False
            # dismissed or expired: "My hand" on the table opens a new one
            log.debug("a hand of game %s is gone: %s", key[0], error)
            if self._at(key) is private:
                self._forget(key)
        return True

    async def _draw(self, private: Private, *, is_last: bool = False) -> None:
        """Edit the message to show the current hand.  Raises as the library does."""
        words = facing_table(private.table, await self._languages.of_reader(private.sent.reader))
        if Seen.of(private.table, words) == private.seen and not is_last:
            return
        table, user = private.table, private.sent.user_id
        async with self._gaps.turn():
            if self._at((table.id, user)) is not private:  # a click has drawn it
                return
            seen, where = Seen.of(table, words), private.sent.reader.channel_id
            screen = await self._facts.hand(table, user, words, seen_in=where, is_last=is_last)
        if private.is_old or screen != private.screen:
            private.is_old = False
            async with asyncio.timeout(_SLOWEST):
                await private.sent.edit(layout(screen, self._tiles, words))
            private.screen = screen
        private.seen = seen

    def _last_minute(self, key: Key) -> None:
        """Stop updating the message; for a short while it can still be deleted."""
        game_id, user_id = key
        private, loop = self._live[user_id][game_id], asyncio.get_running_loop()
        private.follows = False
        private.timer = loop.call_later(LAST_MINUTE, self._forget, key)
        if private.seat is not None and private.table.row.status not in ENDED:
            task = loop.create_task(self._take_leave(private))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _take_leave(self, private: Private) -> None:
        try:
            await self._draw(private, is_last=True)
        except (*FAILED, Refused, StorageTrouble) as error:
            log.debug("a hand of game %s stops without a word: %s", private.table.id, error)

    def _at(self, key: Key) -> Private | None:
        game_id, user_id = key
        return self._live.get(user_id, {}).get(game_id)

    def _tables_of(self, user_id: int) -> list[int]:
        return list(self._live.get(user_id, {}))

    def _forget(self, key: Key) -> Private | None:
        game_id, user_id = key
        own = self._live.get(user_id, {})
        private = own.pop(game_id, None)
        if private is not None:
            private.timer.cancel()
            if not own:
                del self._live[user_id]
        return private
