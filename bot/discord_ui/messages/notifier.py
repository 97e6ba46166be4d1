"""Notifications: mentions and direct messages, deleted when they are no longer needed.

The due notifications follow from a table's state, its log and the time, the store keeps the sent
ones, and one run brings the second in line with the first.  Each message carries a nonce for its
purpose, so a kill between post and note posts nothing twice.  No player is notified twice for one
turn, and a new call replaces the player's last one.  Calls of a lobby come from ``announcements``;
they are recorded and deleted here.
"""

import asyncio
import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Final, NamedTuple

import discord

from bot.background.table_tasks import RetryLater, TableTasks
from bot.discord_ui.delivery import nonce_of
from bot.discord_ui.failures import REQUEST_ERRORS, RETRYABLE, await_response, failure_of
from bot.discord_ui.messages.announcements import ChannelServices
from bot.discord_ui.people import PreferenceCache
from bot.discord_ui.start_times import quiet_hours_end, zone_of
from bot.engine.cards import TABLE_SEAT
from bot.engine.game import forced_card, to_act
from bot.model.enums import ENDED_STATUSES, Clock, NotifyReason, NotifyWhen, Status
from bot.model.settings import UserSettings
from bot.model.values import replace
from bot.render.announcement_screens import direct_message_text, mention_text
from bot.render.screen import safe_name
from bot.store.integrity.hash_chain import is_deck_line
from bot.store.queries.sent_notifications import SentNotification
from bot.store.records import LogLine
from bot.tables import Table, TableRegistry
from bot.tables.state import TableState, is_present_human

log = logging.getLogger(__name__)

_RETRY_DELAYS: Final = (6, 12, 24, 48, 60)  # seconds before each retry of a failed post
_OCCASIONS_WANTED: Final = {
    NotifyWhen.ALWAYS: tuple(NotifyReason),
    NotifyWhen.LATE: (NotifyReason.LATE,),
    NotifyWhen.NEVER: (),
    NotifyWhen.DIRECT: tuple(NotifyReason),
}


class _NotificationKey(NamedTuple):
    """Identifies a notification, independent of its message."""

    user_id: int
    kind: NotifyReason
    turn: int


class Notifier:
    """Notifies the players of all tables, each in the way they have chosen.

    A table that has changed, or has a notification due, pokes its task in ``tasks``.
    """

    def __init__(
        self, tables: TableRegistry, services: ChannelServices, preferences: PreferenceCache
    ) -> None:
        self._tables, self._services = tables, services
        self._preferences = preferences
        self._sent_by_game: dict[int, dict[_NotificationKey, SentNotification]] = {}
        self._deal_requests: dict[int, set[tuple[int, int]]] = {}  # game -> (user, version)
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self.tasks = TableTasks(tables, self._notify, pauses=_RETRY_DELAYS)

    async def stop(self, *, patience: float) -> None:
        """Finish the messages under way; the next start sends the rest."""
        for timer in self._timers.values():
            timer.cancel()
        await self.tasks.stop(patience=patience)

    async def notified_games(self) -> tuple[int, ...]:
        """Return the games with notifications that are not deleted yet."""
        services = self._tables.services
        return await services.store.notifications.games(services.owned)

    async def note_start(self, table: Table, user_id: int) -> None:
        """Record that the user is starting the match, so that they get no notification of it."""
        await self._record(table, SentNotification(user_id, NotifyReason.START, 0))

    @contextmanager
    def note_deal_request(self, table: Table, user_id: int) -> Iterator[None]:
        """Record that the user asks for the next deal; if it is dealt, they know their turn.

        It is recorded first, because notifications go out as soon as there is a deck.
        """
        presses = self._deal_requests.setdefault(table.id, set())
        press = (user_id, table.version)
        presses.add(press)
        try:
            yield
        except BaseException:
            presses.discard(press)
            raise

    async def record_lobby_call(self, table: Table, one: SentNotification) -> None:
        """Record the message of another part's call, and delete it if it is obsolete already."""
        await self._record(table, one)
        self.tasks.poke(table.id)

    def recheck_timers(self) -> None:
        """Queue the tables that wait for a time: settings of a player or a server have changed."""
        for game_id in tuple(self._timers):
            self.tasks.poke(game_id)

    # -- one run

    async def _notify(self, table: Table) -> None:
        if (timer := self._timers.pop(table.id, None)) is not None:
            timer.cancel()
        said, now = await self._load_sent(table), self._tables.services.now()
        patience = 60 * (await self._preferences.server(table.row.guild_id)).call_minutes
        presses = self._deal_requests.get(table.id, ())
        lines: Sequence[LogLine] = table.state.log.lines
        if needs_stored_lines(table.state):
            queries = self._tables.services.store.game_queries
            lines = await queries.newest_lines(table.id, LOG_LINES)
        for one in [one for one in said.values() if is_obsolete(table.state, lines, one)]:
            await self._delete(table, one)
        call_at = next_call(table.state, lines, patience)
        for one in due_notifications(table.state, lines, now, call_at, presses):
            if _key(one) not in said:
                await self._notify_user(table, one)
        if call_at is not None and call_at > now:
            self._wait(table, call_at - now)
        if table.row.status in ENDED_STATUSES:
            self._sent_by_game.pop(table.id, None)
            self._deal_requests.pop(table.id, None)

    async def _load_sent(self, table: Table) -> dict[_NotificationKey, SentNotification]:
        """Return the sent notifications of this table; only this process writes them."""
        if table.id not in self._sent_by_game:
            stored = await self._tables.services.store.notifications.of_game(table.id)
            self._sent_by_game.setdefault(table.id, {_key(one): one for one in stored})
        return self._sent_by_game[table.id]

    async def _record(self, table: Table, one: SentNotification) -> None:
        (await self._load_sent(table))[_key(one)] = one
        await self._tables.services.store.notifications.record(table.id, one)

    async def _delete_message(self, table: Table, one: SentNotification) -> None:
        if one.message_id is None or one.place_id is None:
            return
        place = self._services.channels.client.get_partial_messageable(one.place_id)
        await self._services.rate_limiter.acquire()
        try:
            await await_response(place.get_partial_message(one.message_id).delete())
        except REQUEST_ERRORS as error:
            _retry_if_transient(table, error)

    async def _delete(self, table: Table, one: SentNotification) -> None:
        await self._delete_message(table, one)
        await self._tables.services.store.notifications.delete(table.id, one)
        (await self._load_sent(table)).pop(_key(one), None)

    async def _notify_user(self, table: Table, one: SentNotification) -> None:
        """Notify by the user's settings; quiet hours delay it."""
        person = await self._preferences.person(one.user_id)
        is_wanted = one.kind in _OCCASIONS_WANTED[person.summoning]
        if not is_wanted or _is_played_for(person, table, one):
            return
        now = self._tables.services.now()
        if (until := await self._quiet_end(table, person, now)) is not None:
            self._wait(table, until - now)
            return
        message = await self._send(table, person, one)
        if message is not None:
            place = message.channel.id
            await self._record(table, replace(one, place_id=place, message_id=message.id))
            await self._delete_older(table, one)

    async def _delete_older(self, table: Table, newest: SentNotification) -> None:
        """Delete the user's other messages; their records stay, so that none is sent again."""
        for one in tuple((await self._load_sent(table)).values()):
            if one.user_id == newest.user_id and _key(one) != _key(newest) and one.message_id:
                await self._delete_message(table, one)
                await self._record(table, replace(one, place_id=None, message_id=None))

    async def _quiet_end(self, table: Table, person: UserSettings, now: int) -> int | None:
        if person.quiet_from is None:
            return None
        zone = person.zone or (await self._preferences.server(table.row.guild_id)).zone
        return quiet_hours_end(person.quiet_from, person.quiet_until, zone_of(zone), now)

    def _wait(self, table: Table, seconds: int) -> None:
        """Look at this table again after the shortest of all waits that were asked for."""
        loop = asyncio.get_running_loop()
        before = self._timers.get(table.id)
        if before is not None and before.when() <= loop.time() + seconds:
            return
        if before is not None:
            before.cancel()
        self._timers[table.id] = loop.call_later(seconds, self.tasks.poke, table.id)

    async def _send(
        self, table: Table, person: UserSettings, one: SentNotification
    ) -> discord.Message | None:
        """Send a notification; None where that is not possible now."""
        try:
            if person.summoning is NotifyWhen.DIRECT:
                message = await self._send_direct(table, person, one)
                if message is not None:
                    return message
            return await self._send_mention(table, one)
        except REQUEST_ERRORS as error:
            _retry_if_transient(table, error)
            return None

    async def _send_direct(
        self, table: Table, person: UserSettings, one: SentNotification
    ) -> discord.Message | None:
        """Send a direct message; None where the user blocks them (their settings show it)."""
        guild = self._services.channels.client.get_guild(table.row.guild_id)
        preferred = "" if guild is None else str(guild.preferred_locale)
        words = await self._preferences.words_for_person(person, table.row.guild_id, preferred)
        server = "" if guild is None else safe_name(guild.name)
        text = direct_message_text(
            words, one.kind, server, self._services.channels.link(table), table.row.deadline
        )
        await self._services.rate_limiter.acquire(is_awaited=True)
        try:
            client = self._services.channels.client
            channel = await await_response(client.create_dm(discord.Object(one.user_id)))
            await self._services.rate_limiter.acquire(is_awaited=True)
            request = channel.send(
                text, allowed_mentions=discord.AllowedMentions.none(), nonce=_nonce(table, one)
            )
            return await await_response(request)
        except REQUEST_ERRORS as error:
            if failure_of(error) in RETRYABLE:
                raise
            newest = await self._preferences.person(person.user_id)
            await self._preferences.save_person(replace(newest, refused=True))
            return None

    async def _send_mention(self, table: Table, one: SentNotification) -> discord.Message | None:
        """Mention the user in the table's channel or thread; the message mentions nobody else."""
        if table.id in self._services.channels.backed_off:
            return None
        words = await self._services.channels.words(table)
        await self._services.rate_limiter.acquire(is_awaited=True)
        request = self._services.channels.channel_of(table).send(
            mention_text(words, one.kind, f"<@{one.user_id}>", table.row.deadline),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(one.user_id)]),
            nonce=_nonce(table, one),
        )
        return await await_response(request)


def _key(one: SentNotification) -> _NotificationKey:
    return _NotificationKey(one.user_id, one.kind, one.turn)


def _is_played_for(person: UserSettings, table: Table, one: SentNotification) -> bool:
    """Return True if the card of this turn is about to be played at the user's wish."""
    is_forced = table.game is not None and forced_card(table.game) is not None
    return person.forced_cards and is_forced and one.turn == table.version


def _nonce(table: Table, one: SentNotification) -> str:
    """Return the nonce of a notification: equal at every retry, different for every purpose."""
    return nonce_of(f"call/{table.id}/{one.user_id}/{one.kind}/{one.turn}")


def _retry_if_transient(table: Table, error: Exception) -> None:
    """Raise RetryLater for a temporary failure, and log a permanent one."""
    if failure_of(error) in RETRYABLE:
        raise RetryLater(f"a call: {error}") from error
    log.info("a call at game %s could not be said or taken back: %s", table.id, error)


# Notifications that are due at a table, and those that have become obsolete.
#
# Each player is notified once when a match begins. With a slow clock or none the seat to act is
# notified once a turn: at once after a long wait for somebody else, otherwise when the turn has
# stood open for some minutes; and once more when its time is running out. Due notifications follow
# from the state, the log and the time alone, so a restart computes the same ones.
#
# The calls of a lobby (a role, an invitation, a reminder) are sent elsewhere; here it is decided
# when they are obsolete.

LONG_WAIT: Final = 5 * 60  # seconds after which players are assumed to look elsewhere
LOG_LINES: Final = 80  # at the end of the log: a deal and the pause before it

_SLOW_CLOCKS: Final = (Clock.SLOW, Clock.NONE)


DealRequests = Collection[tuple[int, int]]
"""Pairs of a user who asked for a deal and the version of the log line with its deck."""


_NEEDS_SEAT: Final = (NotifyReason.ROLE, NotifyReason.INVITED, NotifyReason.REMOVED)
_FOR_EVERYBODY: Final = (NotifyReason.GATHER, NotifyReason.FREE, NotifyReason.DELAYED)
LOBBY_REASONS: Final = (*_NEEDS_SEAT, *_FOR_EVERYBODY)


def due_notifications(
    state: TableState,
    lines: Sequence[LogLine],
    now: int,
    call_at: int | None,
    presses: DealRequests = (),
) -> tuple[SentNotification, ...]:
    """Return the notifications due by now, for each user the newest alone.

    ``call_at`` is the ``next_call``.
    """
    row = state.row
    if row.status is not Status.PLAYING:
        return ()
    users = _users_without_action(state, lines) if _is_first_deal(state) else ()
    due = [SentNotification(user, NotifyReason.START, 0) for user in users]
    is_late = row.deadline is not None and row.wake == row.deadline  # as ``mark_reminded`` left it
    if call_at is not None or is_late:
        due += _turn_notifications(state, lines, now, call_at, presses, is_late=is_late)
    return tuple({one.user_id: one for one in due}.values())


def next_call(state: TableState, lines: Sequence[LogLine], patience: int) -> int | None:
    """Return when the seat to act will have been waited for so long; None if nobody is called."""
    if state.row.status is not Status.PLAYING or not _is_turn_called(state):
        return None
    return lines[-1].at + patience if lines else None


def is_obsolete(state: TableState, lines: Sequence[LogLine], one: SentNotification) -> bool:
    """Return True if the reason of a notification is done or will never occur."""
    if one.kind in LOBBY_REASONS:
        return _is_lobby_call_obsolete(state, one)
    if one.kind is NotifyReason.OFFERED:
        return not _is_seat_offered(state, one.user_id)
    if state.row.status not in (Status.PLAYING, Status.PAUSED):
        return True
    if one.kind is NotifyReason.START:
        is_begun = not _is_first_deal(state)
        return is_begun or one.user_id not in _users_without_action(state, lines)
    return one.turn != state.row.version or one.user_id != _user_to_act(state)


def needs_stored_lines(state: TableState) -> bool:
    """Return True if the end of the log has to be read: the state's lines are not enough."""
    lines = state.log.lines
    if lines and not lines[0].version:  # it is the whole log
        return False
    return _is_first_deal(state) or (_is_turn_called(state) and not _are_conclusive(lines))


def _turn_notifications(
    state: TableState,
    lines: Sequence[LogLine],
    now: int,
    call_at: int | None,
    presses: DealRequests,
    *,
    is_late: bool,
) -> list[SentNotification]:
    """Return the notifications of the seat to act, which is called or late in its turn."""
    row, found, user = state.row, [], _user_to_act(state)
    if user is None or state.is_take_back_open():  # no hurry while the others vote on a take-back
        return []
    if call_at is not None and (now >= call_at or _follows_long_wait(lines, user, presses)):
        found.append(SentNotification(user, NotifyReason.TURN, row.version))
    if is_late:
        found.append(SentNotification(user, NotifyReason.LATE, row.version))
    return found


def _is_turn_called(state: TableState) -> bool:
    """Return True if a player is called to their turn: others wait, and no clock hurries them."""
    return (
        state.clock in _SLOW_CLOCKS
        and len(state.human_ids()) > 1
        and not state.is_take_back_open()
        and _user_to_act(state) is not None
    )


def _is_lobby_call_obsolete(state: TableState, one: SentNotification) -> bool:
    if state.row.status is not Status.LOBBY or state.seat_of(one.user_id) is not None:
        return True
    taken = [sitting for sitting in state.seat_holders if sitting.robot is None]
    if one.kind is NotifyReason.FREE:
        return len(state.seat_holders) == state.player_count()
    return one.kind in _NEEDS_SEAT and len(taken) == state.player_count()


def _is_seat_offered(state: TableState, user_id: int) -> bool:
    """Return True while a vote on a seat for this user waits for their consent."""
    is_open = any(vote.successor == user_id for vote in state.open_votes())
    return is_open and user_id in state.missing_voters()


def _user_to_act(state: TableState) -> int | None:
    """Return the human the table waits for."""
    seat = None if state.base_game is None else to_act(state.base_game)
    if seat is None or seat == TABLE_SEAT:
        return None
    holder = state.seat_holder(seat)
    return holder.user_id if is_present_human(holder) else None


def _is_first_deal(state: TableState) -> bool:
    return state.base_game is not None and not state.base_game.carry.number


def _users_without_action(state: TableState, lines: Sequence[LogLine]) -> list[int]:
    """Return the users of a first deal, seated since the start, whose first turn has not passed.

    It passes whoever made it, a robot or the clock too. A player who sat down, took over a seat or
    returned later has pressed a button for that.
    """
    acted = {line.seat for line in lines}
    there = [one for one in state.seat_holders if is_present_human(one) and not one.since]
    return [one.user_id for one in there if one.user_id is not None and one.seat not in acted]


def _are_conclusive(lines: Sequence[LogLine]) -> bool:
    """Return True if ``_follows_long_wait`` finds its answer in these lines alone."""
    pairs = pairwise(lines)
    return any(line.at - before.at > LONG_WAIT or line.by.isdecimal() for before, line in pairs)


def _follows_long_wait(lines: Sequence[LogLine], user: int, presses: DealRequests) -> bool:
    """Return True if the turn follows a long wait for another player.

    Moves of robots in between do not matter. A new deal follows from the player who requested it;
    after a restart that player is unknown.
    """
    for before, line in reversed(tuple(pairwise(lines))):
        if line.at - before.at > LONG_WAIT:
            has_asked = is_deck_line(line.text) and (user, line.version) in presses
            return line.by != str(user) and not has_asked
        if line.by.isdecimal():
            return False
    return False
