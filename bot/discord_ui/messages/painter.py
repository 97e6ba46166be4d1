"""Draws the newest state of each table, never a difference: public messages and live hands.

Each table has one task for either while there is something to draw; changes that arrive meanwhile
are drawn together (design section 5).  Hands are responses to their players and wait for no rate
limit, so neither task holds up the other.  A failed request never undoes or repeats a move.
"""

import asyncio
import logging
from collections import Counter
from datetime import timedelta
from typing import Final

import discord

from bot import presets, store
from bot.analysis.claim_proofs import OfferProof
from bot.background.table_tasks import RetryLater, TableTasks
from bot.discord_ui import channels, delivery, failures, people, table_data
from bot.discord_ui.messages import announcements, layout, live_hands, notifier
from bot.discord_ui.messages.pictures import PictureSender, Redraw
from bot.discord_ui.messages.quiet_boards import QuietBoards
from bot.engine.cards import Seat
from bot.engine.view import SpectatorView
from bot.model.enums import OPEN_STATUSES, Status
from bot.model.table_events import TableEvent
from bot.model.values import Record
from bot.render.announcement_screens import frozen_screen
from bot.render.screen import Screen
from bot.render.screen_data import TableData
from bot.render.table.board import (
    board_screen,
    sealed_board_screen,
    sealed_end_screen,
    sealed_past_screen,
    sealed_result_screen,
)
from bot.render.table.lobby_screens import lobby_screen
from bot.render.table.result import (
    closed_board_screen,
    final_screen,
    result_screen,
    started_screen,
    void_screen,
)
from bot.render.words import Words
from bot.tables import Table, TableRegistry, changes, state

log = logging.getLogger(__name__)

# seconds before each retry of a failed painting; the first one is done within ten seconds
_RETRY_DELAYS: Final = (2, 6, 12, 24, 48, 60)
_STOP_SECONDS: Final = 3.0  # seconds for requests under way when the bot stops
_NO_MENTIONS: Final = discord.AllowedMentions.none()
_CLOCK_TOLERANCE: Final = timedelta(seconds=1)  # tolerated lag of Discord's clock
_UNREACHABLE: Final = (
    failures.RequestFailure.GONE,
    failures.RequestFailure.FORBIDDEN,
    failures.RequestFailure.CLOSED,
)


# Public messages of a table: the current ones, and the final form of the one before.


class PublicMessage(Record):
    """One public message; ``key`` identifies it within the table, as stored with the game."""

    key: str
    screen: Screen


_SEALED: Final = {
    "deal": sealed_board_screen,
    "result": sealed_result_screen,
    "over": sealed_end_screen,
}


class PublicMessages:
    """Builds the public messages of tables."""

    def __init__(
        self,
        tables: TableRegistry,
        table_data: table_data.TableDataLoader,
        pictures: PictureSender,
    ) -> None:
        self.table_data = table_data
        self._tables = tables
        self._presets = tables.services.presets
        self._pictures = pictures

    async def current(
        self, table: Table, words: Words, redraw: Redraw | None = None
    ) -> tuple[PublicMessage, ...]:
        """Return the public messages of the current state, the newest one last.

        Those of an event's table tell nothing of a deal that is not open.  ``redraw`` brings a
        picture that is not even laid out now.
        """
        row, shows, seen = table.row, table.row.shows, table.view_of(None)
        if table.load_refusal or row.status is Status.FROZEN:
            return (PublicMessage(shows or "frozen", frozen_screen(table.id, words)),)
        if seen is None and state.is_deserted(table.state):
            return ()
        facts = await self.table_data.of(table, words)
        if facts.status is Status.LOBBY or (seen is None and facts.status is Status.VOID):
            return (PublicMessage("lobby", self._lobby_screen(table, facts, words)),)
        if seen is None:
            return (PublicMessage(shows or "frozen", frozen_screen(table.id, words)),)
        if facts.status is Status.VOID:
            return (PublicMessage(shows or "void", void_screen(facts, words)),)
        if seen.table is None and seen.last is None:  # the draw, and the first shuffle
            return (self.final_lobby(table, facts, words),) if shows == "lobby" else ()
        spoken = self._pictures.words_for_table(words, row.place_id or row.channel_id, redraw)
        if seen.table is None:
            shown = await self._scored(table, seen, facts, words, spoken)
        else:
            board = board_screen(seen, facts, spoken)
            shown = (PublicMessage(f"deal {seen.table.number}", board),)
        if not row.event:
            return shown
        return tuple([await self._sealed(one, table, words) for one in shown])

    async def _scored(
        self, table: Table, seen: SpectatorView, facts: TableData, words: Words, spoken: Words
    ) -> tuple[PublicMessage, ...]:
        """Return the result of the deal that was scored last, and of the match if it is over.

        ``spoken`` are the words of the result, which may be a picture.
        """
        facts = await self.table_data.after_deal(facts, seen.deals)
        facts = await self.table_data.with_code(facts, table, seen.deals)
        verdict = await self.table_data.deal_verdict(table, seen.deals)
        result = result_screen(seen, facts, spoken, verdict)
        shown = PublicMessage(f"result {seen.deals}", result)
        if facts.status is not Status.OVER:
            return (shown,)
        written = await self.table_data.score_entries(table)
        shares = await self.table_data.shared_seat_scores(table, words)
        final = final_screen(seen, facts, words, verdict, written, shares)
        return (shown, PublicMessage("over", final))

    async def _sealed(self, shown: PublicMessage, table: Table, words: Words) -> PublicMessage:
        """Return a message as it may be shown while its deal is not open everywhere."""
        event, make = table.row.table_event, _SEALED.get(shown.key.partition(" ")[0])
        if event is None or make is None or table.row.status is Status.VOID:
            return shown
        if (seen := table.view_of(None)) is None:
            return shown
        _, _, number = shown.key.partition(" ")
        deal = int(number) if number else None
        if await self._tables.is_deal_open(table.row, deal):
            return shown
        facts = await self.table_data.of(table, words)
        return PublicMessage(shown.key, make(seen, facts, event, words))

    async def closed_lobby(self, table: Table, words: Words) -> PublicMessage:
        """Return the final form of the lobby in the table's present state."""
        return self.final_lobby(table, await self.table_data.of(table, words), words)

    def final_lobby(self, table: Table, table_data: TableData, words: Words) -> PublicMessage:
        """Return the final form of the lobby, once the game has begun."""
        rules = presets.parse_rules(table.row.rules)
        drawn = () if table.game is None else table.game.carry.drawn
        return PublicMessage(
            "lobby", started_screen(table_data, rules, _thread_link(table), drawn, words)
        )

    def _lobby_screen(self, table: Table, table_data: TableData, words: Words) -> Screen:
        if table_data.status is Status.VOID:
            return void_screen(table_data, words)
        rules = presets.parse_rules(table.row.rules)
        return lobby_screen(table_data, rules, self._presets.differences(rules), words)

    async def final_form(self, table: Table, words: Words, redraw: Redraw) -> PublicMessage | None:
        """Return the final form, without buttons, of the message before the newest one.

        ``redraw`` brings a picture that is not even laid out now.
        """
        shown = await self._final_form(table, words, redraw)
        if shown is None:
            return None
        seen, sealed = table.view_of(None), await self._sealed(shown, table, words)
        event = table.row.table_event
        if sealed is shown or seen is None or event is None:
            return shown
        facts = await self.table_data.of(table, words)
        return PublicMessage(shown.key, sealed_past_screen(seen, facts, event, words))

    async def _final_form(self, table: Table, words: Words, redraw: Redraw) -> PublicMessage | None:
        key, seen = table.row.shows, table.view_of(None)
        if not key or table.load_refusal:
            return None
        facts = await self.table_data.of(table, words)
        if seen is None:
            return None
        if key == "lobby":
            return self.final_lobby(
                table, await self.table_data.before_deal(table, 1, words), words
            )
        if seen.last is not None and key == f"deal {seen.last.number}":
            return PublicMessage(key, closed_board_screen(seen, facts, words))
        if seen.last is not None and key == f"result {seen.last.number}":
            verdict = await self.table_data.deal_verdict(table, seen.last.number)
            facts = await self.table_data.before_deal(table, seen.last.number + 1, words)
            facts = await self.table_data.after_deal(facts, seen.last.number)
            facts = await self.table_data.with_code(facts, table, seen.last.number)
            place = table.row.place_id or table.row.channel_id
            spoken = self._pictures.words_for_table(words, place, redraw)
            return PublicMessage(key, result_screen(seen, facts, spoken, verdict))
        return None


def _thread_link(table: Table) -> str:
    """Return a link to the table's thread; "" for a table in the channel itself."""
    place = table.row.place_id
    return "" if place in (None, table.row.channel_id) else f"<#{place}>"


class Painter:
    """Draws the public messages and live hands of every table."""

    def __init__(
        self,
        tables: TableRegistry,
        services: announcements.ChannelServices,
        public_messages: PublicMessages,
        live_hands: live_hands.LiveHands,
        announcements: announcements.Announcements,
        notifier: notifier.Notifier,
        preferences: people.PreferenceCache,
    ) -> None:
        self.tables = tables
        self.services = services
        self.public_messages = public_messages
        self.live_hands = live_hands
        self.announcements = announcements
        self.notifier = notifier
        self.table_tasks = TableTasks(tables, self._paint, pauses=_RETRY_DELAYS)
        self._hand_tasks = TableTasks(tables, live_hands.update, pauses=_RETRY_DELAYS)
        live_hands.subscribe(self._hand_tasks.poke)
        self._quiet_boards = QuietBoards(
            preferences, services.rate_limiter, services.count_quiet_board, self.table_tasks.poke
        )
        self._redraw_requests: Counter[int] = (
            Counter()
        )  # pending requests for a full redraw, by game
        self._unconfirmed: dict[int, str] = {}  # game -> key of a post that may have arrived
        self._opened: dict[TableEvent, int] = {}  # open deals when boards were last redrawn for it

    def poke(self, game_id: int) -> None:
        """Queue a table that has changed."""
        self._hand_tasks.poke(game_id)
        self.table_tasks.poke(game_id)
        self.notifier.tasks.poke(game_id)

    def announce_proof(self, table: Table, seat: Seat, proof: OfferProof) -> None:
        """Tell the channel, and the claimer in their hand, that a claim was accepted at once."""
        self.announcements.announce_proof(table, seat, proof)
        self.live_hands.add_note(
            table, seat, "hand.given_up" if proof.is_trivial else "hand.proven"
        )
        self._hand_tasks.poke(table.id)

    def retry_table(self, game_id: int) -> None:
        """Queue a table whose channel was unreachable: somebody has clicked there."""
        if self.services.channels.backed_off.pop(game_id, None) is not None:
            self.poke(game_id)

    def retry_server(self, guild_id: int) -> None:
        """Queue the unreachable tables of a server after a change there."""
        for game_id in self.services.channels.backed_off_in(guild_id):
            self.retry_table(game_id)

    async def stop(self) -> None:
        """Finish the drawings under way; the next start draws the rest."""
        self.live_hands.stop()
        self._quiet_boards.stop()
        await asyncio.gather(
            self._stop_hands(),
            self.table_tasks.stop(patience=_STOP_SECONDS),
            self.announcements.stop(patience=_STOP_SECONDS),
            self.notifier.stop(patience=_STOP_SECONDS),
        )
        self.services.pictures.stop()

    async def _stop_hands(self) -> None:
        await self._hand_tasks.stop(patience=_STOP_SECONDS)
        await self.live_hands.finish(_STOP_SECONDS)  # what no round waits for any more

    async def show_review(self, table: Table, deal: int) -> None:
        """Redraw a deal's result with its review, unless the next deal is shown already.

        The result may be under way at that moment, or not even begun.
        """
        game = table.game
        if game is None or game.carry.number != deal or table.row.shows == f"deal {deal + 1}":
            return
        await self.redraw(table)

    async def redraw(self, table: Table) -> None:
        """Redraw a table's public message, and post it anew where it is gone.

        A drawing under way does not suffice: its state may be older.
        """
        self._redraw_requests[table.id] += 1
        try:
            await table.request_repaint()  # a restart after a kill redraws it too
        finally:
            self.poke(table.id)

    async def redraw_opened(self, event: TableEvent, drawn: int | None = None) -> None:
        """Redraw the tables of an event whose newest message shows a deal that has opened.

        The table ``drawn`` is drawn already: what it played may have opened deals of the others.
        """
        opened = await self.tables.open_deal_count(event)
        if opened == self._opened.get(event, 0):
            return
        for one in await self.tables.services.store.daily_deals.event_tables(event):
            table = await self.tables.get(one.game_id)
            if one.game_id != drawn and event.has_unsealed(table.row.shows, opened):
                await self.redraw(table)
        self._opened[event] = opened

    async def leave_deleted_thread(self, place_id: int) -> None:
        """Move the tables of a deleted thread to their channel, with a new message."""
        for row in await self.tables.services.store.game_queries.games_in_place(
            place_id, OPEN_STATUSES
        ):
            table = await self.tables.get(row.game_id)
            await table.mark_posted(table.row.channel_id, None, "")
            self.services.channels.backed_off.pop(table.id, None)
            await self.redraw(table)

    # -- the public message

    async def _paint(self, table: Table) -> None:
        """Draw the public message.  Raises RetryLater where a retry may help."""
        row, is_requested = table.row, table.id in self._redraw_requests
        is_drawn = (row.painted, row.painted_revision) == (row.version, row.revision)
        if table.id in self.services.channels.backed_off or (is_drawn and not is_requested):
            return
        if not is_requested and await self._quiet_boards.puts_off(table):
            return
        await (
            self.services.rate_limiter.acquire()
        )  # wait first: the drawing then shows the newest state
        try:
            with self.services.measure_drawing():
                await self._draw_messages(table)
        except failures.REQUEST_ERRORS as error:
            if failures.failure_of(error) in failures.RETRYABLE:
                raise RetryLater(f"it could not be shown: {error}") from error
            await self._back_off(table, error)
        if not table.row.shows.startswith("deal ") and table.row.table_event is not None:
            await self.redraw_opened(table.row.table_event, table.id)

    async def _back_off(self, table: Table, error: Exception) -> None:
        """Back off from a table; mark it first, as a click meanwhile makes it reachable again."""
        self.services.channels.back_off(table, error)
        if failures.failure_of(error) not in _UNREACHABLE:
            return
        try:
            await table.change(changes.pause_without_channel, is_gone=False)
        except store.StorageTrouble:
            # else its clocks would run on unseen
            self.services.channels.backed_off.pop(table.id, None)
            raise

    async def _draw_messages(self, table: Table) -> None:
        services = self.services
        if is_before := table.state.base_game is None:
            await channels.find_lobby_message(table, services.channels, services.rate_limiter)
        words = await services.channels.words(table)
        redraw = Redraw(table.id, 0, self._draw_again)
        async with services.idle_gate.drawing_turn():
            row, again = table.row, self._redraw_requests[table.id]
            version, revision = row.version, row.revision
            wanted: tuple[PublicMessage, ...] = ()
            if not (is_before and channels.is_unseen_lobby(table)):
                wanted = await self.public_messages.current(table, words, redraw)
        shown = [show.key for show in wanted]
        if row.shows in shown:
            wanted = wanted[shown.index(row.shows) :]
            if not await self._edit(table, wanted[0], words):
                await self._send(table, wanted[0], words)
            rest = wanted[1:]
        elif state.is_deserted(table.state):
            await self._delete(table)
            rest = wanted
        else:
            await self._retire(table, words)
            rest = wanted
        for show in rest:
            await self._send(table, show, words)
            self._hand_tasks.poke(table.id)  # a hand goes below the board of a new deal
        if self._redraw_requests[table.id] == again:  # else another request arrived meanwhile
            del self._redraw_requests[table.id]
            table.note_painted(version, revision)

    def _draw_again(self, game_id: int, _: int) -> None:
        """Draw a table whose picture was missing; a newer state may have been drawn meanwhile."""
        self._redraw_requests[game_id] += 1
        self.table_tasks.poke(game_id)

    async def _edit(self, table: Table, show: PublicMessage, words: Words) -> bool:
        """Edit the newest message, in the slot its task waited for; False when it is gone."""
        if table.row.message_id is None:
            return False
        channel, pictures = self.services.channels.channel_of(table), self.services.pictures
        message = channel.get_partial_message(table.row.message_id)
        redraw = Redraw(table.id, 0, self._draw_again)
        screen = pictures.choose_form(show.screen, words, channel.id, redraw)

        async def edit(drawn: layout.DrawnPictures) -> None:
            shown = layout.build_components(screen, self.services.assets, words, drawn)
            kept = pictures.sent.take(message.id, drawn)
            client = self.services.channels.client
            request = delivery.edit_public(client, message, shown, kept)
            edited = await failures.await_response(request)
            pictures.sent.remember(edited)

        try:
            await pictures.send(screen, channel.id, edit, redraw)
        except failures.REQUEST_ERRORS as error:
            if failures.failure_of(error) in (
                failures.RequestFailure.GONE,
                failures.RequestFailure.CLOSED,
            ):
                return False
            raise
        return True

    async def _delete(self, table: Table) -> None:
        """Delete the newest message, and record that there is none."""
        if table.row.message_id is None:
            return
        message = self.services.channels.channel_of(table).get_partial_message(table.row.message_id)
        try:
            await failures.await_response(message.delete())
        except failures.REQUEST_ERRORS as error:
            if failures.failure_of(error) not in _UNREACHABLE:
                raise
        await table.mark_posted(table.row.channel_id, None, "")

    async def close_lobby(self, table: Table, channel_id: int, message_id: int) -> None:
        """Replace the buttons of a lobby by a link to the table's thread."""
        words = await self.services.channels.words(table)
        show = await self.public_messages.closed_lobby(table, words)
        client = self.services.channels.client
        channel = client.get_partial_messageable(channel_id, guild_id=table.row.guild_id)
        await self.services.rate_limiter.acquire(is_awaited=True)
        request = delivery.edit_public(
            client,
            channel.get_partial_message(message_id),
            layout.build_components(show.screen, self.services.assets, words),
        )
        try:
            await failures.await_response(request)
        except failures.REQUEST_ERRORS as error:
            log.warning("the lobby of game %s stays as it was: %s", table.id, error)

    async def _retire(self, table: Table, words: Words) -> None:
        """Edit the message before: the end of its deal, without buttons."""
        redraw = Redraw(table.id, 0, self._draw_again)
        show = await self.public_messages.final_form(table, words, redraw)
        if show is not None:
            await self._edit(table, show, words)

    async def _send(self, table: Table, show: PublicMessage, words: Words) -> None:
        """Post a new message at the end of the channel and record it as the newest one."""
        await self.services.rate_limiter.acquire(is_awaited=True)
        channels.retry_while_placing(table)
        began, unconfirmed = discord.utils.utcnow(), self._unconfirmed.get(table.id)
        self._unconfirmed[table.id] = show.key
        message = await self._post(table, show, words)
        await table.mark_posted(message.channel.id, message.id, show.key)
        if unconfirmed == show.key or message.created_at < began - _CLOCK_TOLERANCE:
            # an earlier attempt may have arrived, even before a kill; Discord returns its message
            await self._edit(table, show, words)
        del self._unconfirmed[table.id]

    async def _post(self, table: Table, show: PublicMessage, words: Words) -> discord.Message:
        try:
            return await self._post_there(table, show, words)
        except failures.REQUEST_ERRORS as error:
            is_thread = table.row.place_id not in (None, table.row.channel_id)
            if not is_thread or failures.failure_of(error) not in _UNREACHABLE:
                raise
        # the thread was deleted or forbids posting: go on in the channel
        await table.mark_posted(table.row.channel_id, None, "")
        return await self._post_there(table, show, words)

    async def _post_there(self, table: Table, show: PublicMessage, words: Words) -> discord.Message:
        channel, pictures = self.services.channels.channel_of(table), self.services.pictures
        redraw = Redraw(table.id, 0, self._draw_again)
        screen = pictures.choose_form(show.screen, words, channel.id, redraw)

        async def send(drawn: layout.DrawnPictures) -> discord.Message:
            request = channel.send(
                view=layout.build_layout(screen, self.services.assets, words, drawn),
                files=layout.picture_files(drawn),
                allowed_mentions=_NO_MENTIONS,
                silent=True,
                nonce=_nonce(table, show),
            )
            return await failures.await_response(request)

        message = await pictures.send(screen, channel.id, send, redraw)
        pictures.sent.remember(message)
        return message


def _nonce(table: Table, show: PublicMessage) -> str:
    """Return the nonce for a message in its place: equal at every retry."""
    return delivery.nonce_of(f"{table.id}/{show.key}/{table.row.message_id}")
