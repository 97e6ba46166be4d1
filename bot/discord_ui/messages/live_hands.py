"""The one private message of every player at every table: their hand, or another page.

A new message replaces the one before.  A hand follows the table; a page gives way to the hand when
its reader has to act.  At a new deal the hand goes below the new board, so that nobody scrolls up
to it.  In the last minute of its token the message says that it stops.

A hand that Discord takes long to show holds up no other: its request goes on alone, and the hand
is drawn again once that has ended.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from traceback import format_tb
from typing import Final, NamedTuple, Self

from bot.background.table_tasks import IdleGate, RetryLater, StillRunning
from bot.discord_ui import channels, failures, people, table_data
from bot.discord_ui.delivery import GRACE_SECONDS, UPDATE_SECONDS, PrivateMessage
from bot.discord_ui.messages import layout, pictures
from bot.engine.cards import Seat
from bot.model import enums, refusals
from bot.render.screen import Screen
from bot.render.words import Words
from bot.store import StorageTrouble
from bot.tables import Table

_DRAW_TIMEOUT: Final = 3.0  # seconds for one hand; then it is tried again later
_ROUND_TIMEOUT: Final = 0.5  # seconds for the hands of a table; then slow requests go on alone
log = logging.getLogger(__name__)

TableUser = tuple[int, int]
"""Table and user."""


class HandInputs(NamedTuple):
    """Everything a hand was drawn from: an equal value gives an equal hand."""

    version: int
    revision: int
    place_id: int | None
    words: Words

    @classmethod
    def from_table(cls, table: Table, words: Words) -> Self:
        row = table.row
        return cls(row.version, row.revision, row.place_id, words)


@dataclass(slots=True)
class LiveMessage:
    """A private message; ``screen`` is its hand, None where it shows another page."""

    table: Table
    message: PrivateMessage
    screen: Screen | None
    version: int  # of the table at the time of sending
    timer: asyncio.TimerHandle
    inputs: HandInputs | None = None
    deal: int = 0  # the deal below whose board it stands; 0 for none
    is_updated: bool = True
    is_outdated: bool = False  # its reader's settings have changed since the drawing
    note: str = ""  # key of a sentence for the next drawing of the hand
    sending: asyncio.Task[None] | None = None  # its last request; no other goes beside it
    has_failed: bool = False  # the last request, since the last round of the table

    @property
    def is_sending(self) -> bool:
        return self.sending is not None and not self.sending.done()

    @property
    def seat(self) -> Seat | None:
        """Return the seat whose hand it may show; None once its reader has left."""
        if self.table.load_refusal or self.table.state.base_game is None:
            return None
        return self.table.state.seat_of(self.message.reader.user_id)

    @property
    def follows_table(self) -> bool:
        """True for a hand, and for a page in the table's channel once its reader has to act."""
        seat = self.seat if self.is_updated else None
        if seat is None or self.screen is not None:
            return seat is not None
        is_new = self.table.version != self.version
        return self.is_here and is_new and self.table.state.seat_to_act() == seat

    @property
    def is_here(self) -> bool:
        """True for a message in the table's own place."""
        return self.message.reader.channel_id == self.table.row.place_id

    @property
    def must_be_sent(self) -> bool:
        """True for a hand that its reader has to get again although the table is the same."""
        return self.is_outdated or bool(self.note) or self.stands_above_board

    def fail(self, note: str, *, is_outdated: bool) -> None:
        """Keep what a failed request should have shown, for the next one."""
        self.has_failed = True
        self.note = self.note or note
        self.is_outdated |= is_outdated

    @property
    def stands_above_board(self) -> bool:
        """True for a hand in the table's own place that a new deal has left behind."""
        return board_shown(self.table) > self.deal and self.is_here


class HandDrawing(NamedTuple):
    """A hand that is laid out and not sent yet, with all that it was drawn from."""

    private: LiveMessage
    words: Words
    screen: Screen
    inputs: HandInputs
    note: str  # key of the sentence above it


def board_shown(table: Table) -> int:
    """Return the deal whose board is the newest public message of the table; 0 for none."""
    kind, _, number = table.row.shows.partition(" ")
    return int(number) if kind == "deal" else 0


class LiveHands:
    """The newest private message of every player at every table, while its token lives."""

    def __init__(
        self,
        table_data: table_data.TableDataLoader,
        preferences: people.PreferenceCache,
        assets: layout.Assets,
        idle_gate: IdleGate,
        pictures: pictures.PictureSender,
    ) -> None:
        self._pictures = pictures
        self._poke: Callable[[int], None] = lambda _: None
        self._clicks: Counter[TableUser] = Counter()  # that show a hand just now
        self._idle_gate = idle_gate
        self._table_data = table_data
        self._preferences = preferences
        self._assets = assets
        self._live: dict[int, dict[int, LiveMessage]] = {}  # by user, then by table
        self._under_way: set[asyncio.Task[None]] = set()  # requests and farewells

    async def track(
        self,
        table: Table,
        message: PrivateMessage,
        screen: Screen | None = None,
        inputs: HandInputs | None = None,
    ) -> None:
        """Store this player's newest private message and delete the one before."""
        key = (table.id, message.reader.user_id)
        before, deal = self._drop(key), board_shown(table)
        if before is not None and before.message.message_id == message.message_id:
            deal = before.deal  # it stands where it stood
        for other in list(self._live.get(message.reader.user_id, ())):
            if self._live[message.reader.user_id][other].message.message_id == message.message_id:
                self._drop((other, message.reader.user_id))  # the message shows this table now
        timer = asyncio.get_running_loop().call_later(UPDATE_SECONDS, self._stop_updates, key)
        private = LiveMessage(table, message, screen, table.row.version, timer, inputs, deal)
        self._live.setdefault(message.reader.user_id, {})[table.id] = private
        if before is None:
            return
        if before.message.message_id != message.message_id:
            await before.message.delete()
        elif before.sending is not None and before.is_sending:
            private.is_outdated = True  # it may arrive after what has just been shown
            private.sending = before.sending
            self._poke_after(before.sending, table.id)

    def drop(self, game_id: int, user_id: int) -> None:
        """Stop updating this player's message at that table."""
        self._drop((game_id, user_id))

    def subscribe(self, poke: Callable[[int], None]) -> None:
        """Have ``poke`` called for a table whose hands are to be drawn again."""
        self._poke = poke

    def draw_again(self, game_id: int, user_id: int) -> None:
        """Draw this player's hand again, whose picture was missing."""
        private = self._get((game_id, user_id))
        if private is not None and private.screen is not None:
            private.is_outdated = True
            self._poke(game_id)

    @contextmanager
    def shown_by_click(self, table: Table, user_id: int) -> Iterator[None]:
        """Leave a hand to the click that shows it, for both would upload the same picture."""
        key = (table.id, user_id)
        self._clicks[key] += 1
        try:
            yield
        finally:
            self._clicks[key] -= 1
            if not self._clicks[key]:
                del self._clicks[key]
            private = self._get(key)
            if private is not None and (
                private.must_be_sent
                or private.inputs is None
                or private.inputs.version != table.row.version
            ):
                self._poke(table.id)  # it has changed meanwhile, or the response failed

    def is_open(self, game_id: int, user_id: int) -> bool:
        """True if this player has a hand that is kept up to date."""
        private = self._get((game_id, user_id))
        return private is not None and private.is_updated and private.screen is not None

    def drop_user(self, user_id: int) -> None:
        """Stop updating all messages of this user."""
        for game_id in list(self._live.get(user_id, ())):
            self._drop((game_id, user_id))

    def mark_outdated(self, user_id: int) -> list[int]:
        """Mark a user's hands as outdated after a change of settings; return their tables."""
        for live in self._live.get(user_id, {}).values():
            live.is_outdated = True
        return list(self._live.get(user_id, ()))

    def add_note(self, table: Table, seat: Seat, key: str) -> None:
        """Put a sentence above this seat's hand at the next update, if it is open."""
        for user_id in table.state.human_ids():
            private = self._get((table.id, user_id))
            if table.state.seat_of(user_id) == seat and private is not None and private.screen:
                private.note = key

    async def update(self, table: Table) -> None:
        """Draw the newest state into every live hand.

        Raises RetryLater if a retry may help, and StillRunning where a request goes on alone: its
        end pokes the table.
        """
        people = table.state.human_ids()  # only people have hands
        found = [private for user in people if (private := self._get((table.id, user)))]
        hands = [one for one in found if one.follows_table]
        await self._draw([one for one in hands if not (one.is_sending or one.has_failed)])
        failed = [one for one in hands if one.has_failed]
        for one in failed:
            one.has_failed = False
        if failed:
            raise RetryLater("not every hand could be shown")
        if any(one.is_sending for one in hands):
            raise StillRunning

    def stop(self) -> None:
        """Stop updating all messages."""
        for user_id in list(self._live):
            self.drop_user(user_id)

    async def finish(self, patience: float) -> None:
        """Wait for the requests under way, and cancel those that take longer; in seconds."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=patience)
        for task in self._under_way:
            task.cancel()

    async def _draw(self, hands: Sequence[LiveMessage], *, is_last: bool = False) -> None:
        """Lay out the changed hands in one turn, and send them; slow requests go on alone."""
        changed = []
        for private in hands:
            reader = await self._preferences.words_for_reader(private.message.reader)
            words = channels.words_for_table(private.table, reader)
            is_same = HandInputs.from_table(private.table, words) == private.inputs
            if is_last or private.must_be_sent or not is_same:
                changed.append((private, words))
        if not changed:
            return
        async with self._idle_gate.drawing_turn():
            drawings = [await self._lay_out(*one, is_last=is_last) for one in changed]
        sending = dict[asyncio.Task[None], int]()
        for one in drawings:
            if one is None or one.private.is_sending:
                continue
            if is_last or one.private.is_updated:  # else its farewell comes
                task = one.private.sending = self._keep(self._send(one))
                sending[task] = one.private.table.id
        if not sending:
            return
        _, slow = await asyncio.wait(sending, timeout=_ROUND_TIMEOUT)
        for task in slow:
            self._poke_after(task, sending[task])

    def _poke_after(self, task: asyncio.Task[None], game_id: int) -> None:
        """Have a table drawn again after a request: it may have moved on, or the request failed."""
        task.add_done_callback(lambda _: self._poke(game_id))

    async def _lay_out(
        self, private: LiveMessage, words: Words, *, is_last: bool
    ) -> HandDrawing | None:
        """Return the current hand; None for a reader who has left, and while a click shows it."""
        table, user = private.table, private.message.reader.user_id
        if self._get((table.id, user)) is not private or (table.id, user) in self._clicks:
            return None
        seen, where = HandInputs.from_table(table, words), private.message.reader.channel_id
        note, private.note = private.note, ""
        redraw = pictures.Redraw(table.id, user, self.draw_again)
        shown = self._pictures.words_for_table(words, user, redraw)
        try:
            screen = await self._table_data.player_hand(
                table, user, shown, note=note and words.say(note), seen_in=where, is_last=is_last
            )
        except refusals.Refused:
            self._drop((table.id, user))
            return None
        return HandDrawing(private, words, screen, seen, note)

    async def _send(self, drawing: HandDrawing) -> None:
        """Show a hand in its message, or below a new board; the next round sees a failure."""
        private, screen = drawing.private, drawing.screen
        is_above, is_new = private.stands_above_board, private.is_outdated
        try:
            if is_above or is_new or screen != private.screen:
                private.is_outdated = False
                await (self._send_below if is_above else self._edit)(drawing)
                private.screen = screen
        except failures.REQUEST_ERRORS as error:
            if failures.failure_of(error) in failures.RETRYABLE:
                private.fail(drawing.note, is_outdated=is_new)
                return
            # dismissed or expired: "My hand" on the table opens a new one
            log.debug("a hand of game %s is gone: %s", private.table.id, error)
            key = (private.table.id, private.message.reader.user_id)
            if self._get(key) is private:
                self._drop(key)
        except Exception as error:  # the message of an error may name cards: log only its place
            where = "".join(format_tb(error.__traceback__))
            log.error("a hand of game %s failed: %s\n%s", private.table.id, type(error), where)
            private.fail(drawing.note, is_outdated=is_new)
        else:
            private.inputs = drawing.inputs

    async def _edit(self, drawing: HandDrawing) -> None:
        message, words = drawing.private.message, drawing.words
        user_id = message.reader.user_id
        redraw = pictures.Redraw(drawing.private.table.id, user_id, self.draw_again)
        screen = self._pictures.choose_form(drawing.screen, words, user_id, redraw)

        async def edit(drawn: layout.DrawnPictures) -> None:
            kept = self._pictures.sent.take(message.message_id, drawn)
            shown = layout.build_components(screen, self._assets, words, drawn)
            request = message.edit(shown, kept)
            edited = await failures.await_response(request, _DRAW_TIMEOUT)
            self._pictures.sent.remember(edited)

        await self._pictures.send(screen, user_id, edit, redraw)

    async def _send_below(self, drawing: HandDrawing) -> None:
        """Send the hand below the new board, then delete it where it stood."""
        private, words = drawing.private, drawing.words
        private.deal = board_shown(private.table)  # a lost response must not send it twice
        old, user = private.message, private.message.reader.user_id
        redraw = pictures.Redraw(private.table.id, user, self.draw_again)
        screen = self._pictures.choose_form(drawing.screen, words, user, redraw)

        async def send(drawn: layout.DrawnPictures) -> None:
            view = layout.build_layout(screen, self._assets, words, drawn)
            request = old.repeat(view, layout.picture_files(drawn))
            private.message, sent = await failures.await_response(request, _DRAW_TIMEOUT)
            self._pictures.sent.remember(sent)

        await self._pictures.send(screen, user, send)
        await old.delete()

    def _stop_updates(self, key: TableUser) -> None:
        """Stop updating the message; for a short while it can still be deleted."""
        game_id, user_id = key
        private, loop = self._live[user_id][game_id], asyncio.get_running_loop()
        private.is_updated = False
        private.timer = loop.call_later(GRACE_SECONDS, self._drop, key)
        if private.seat is not None and private.table.row.status not in enums.ENDED_STATUSES:
            self._keep(self._draw_farewell(private))

    def _keep(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Begin a task and keep it until it ends; the loop alone would not."""
        task = asyncio.get_running_loop().create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def _draw_farewell(self, private: LiveMessage) -> None:
        if private.sending is not None:  # the last one: no other begins once updates have stopped
            await asyncio.wait([private.sending])  # at once where it has ended
        try:
            await self._draw([private], is_last=True)
        except StorageTrouble as error:
            log.debug("a hand of game %s stops without a word: %s", private.table.id, error)

    def _get(self, key: TableUser) -> LiveMessage | None:
        game_id, user_id = key
        return self._live.get(user_id, {}).get(game_id)

    def _drop(self, key: TableUser) -> LiveMessage | None:
        game_id, user_id = key
        own = self._live.get(user_id, {})
        private = own.pop(game_id, None)
        if private is not None:
            private.timer.cancel()
            if not own:
                del self._live[user_id]
        return private
