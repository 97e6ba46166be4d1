"""Scheduled and weekly tables: their starts, and their entries in the servers' lists of events.

The lists are kept where Create Events is granted.  One round brings the list of a server to what
its tables need: events are made, moved, started and deleted.  A round looks at the list first, so
after a kill or a lost answer it finds an event again instead of making a second one.  An event
that a moderator has deleted is not made again.
"""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Final

import discord

from bot import presets
from bot.background.table_tasks import RETRY_PAUSES
from bot.discord_ui.channels import TableThreads
from bot.discord_ui.delivery import RateLimiter
from bot.discord_ui.failures import REQUEST_ERRORS, RETRYABLE, await_response, failure_of
from bot.discord_ui.messages import announcements, painter
from bot.discord_ui.people import PreferenceCache
from bot.discord_ui.start_times import zone_of
from bot.engine.actions import Action
from bot.engine.rules import BadRules
from bot.model.enums import OPEN_STATUSES, Clock, Status
from bot.model.values import Record, replace
from bot.render.families import table_words
from bot.render.rule_text import expected_minutes, game_title
from bot.render.words import Words
from bot.store import StorageTrouble
from bot.store.queries.sent_notifications import EventKind, EventRecord, EventSubject
from bot.store.queries.weekly_schedule import WeeklyTable
from bot.store.records import GameRow
from bot.tables import Table, TableRegistry, changes

log = logging.getLogger(__name__)

_SOONEST: Final = 30  # seconds ahead of an event that is still worth making
_DAYS_LONG: Final = 12 * 60  # minutes that the event of a match by correspondence is listed
_NAME_LENGTH: Final = 100

# Events of a server that are not over yet, by id.
_Listed = dict[int, discord.ScheduledEvent]


def may_create_events(rights: discord.Permissions) -> bool:
    """Return True if the bot may put events into the list of a server."""
    return rights.create_events


class _Wanted(Record):
    """An event as it should be; its hour has come if ``has_begun``."""

    starts_at: int
    minutes: int
    name: str
    description: str
    location: str
    has_begun: bool = False

    @property
    def digest(self) -> str:
        content = "\0".join((self.name, self.description, self.location))
        return blake2b(content.encode(), digest_size=8).hexdigest()

    def is_recorded(self, record: EventRecord | None) -> bool:
        """True if the record says that the event is as wanted; one that has begun just stays."""
        if record is None or not record.event_id:
            return False
        return record.has_begun if self.has_begun else record == self.record(record.event_id)

    def record(self, event_id: int) -> EventRecord:
        return EventRecord(event_id, self.starts_at, self.has_begun, self.digest)


class ServerEvents:
    """Keeps the lists of events; ``poke`` requests a round for a server."""

    def __init__(
        self,
        client: discord.Client,
        tables: TableRegistry,
        preferences: PreferenceCache,
        rate_limiter: RateLimiter,
    ) -> None:
        self._client, self._tables = client, tables
        self._preferences, self._rate_limiter = preferences, rate_limiter
        self._records = tables.services.store.server_events
        self._games: set[int] = set()  # tables with an event
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._poked: set[int] = set()
        self._retries: dict[int, tuple[int, asyncio.TimerHandle]] = {}
        self._stopped = False

    async def start(self) -> None:
        """Request a round for every server that has events or should have some."""
        for guild_id in await self._records.servers(self._tables.services.owned):
            self.poke(guild_id)

    async def stop(self) -> None:
        """Cancel all rounds; the next start repeats them."""
        self._stopped = True
        for _, timer in self._retries.values():
            timer.cancel()
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def poke_table(self, game_id: int) -> None:
        """Request a round for the server of a changed table with a scheduled start or an event."""
        table = self._tables.peek(game_id)
        if table is not None and (game_id in self._games or table.row.starts_at is not None):
            self.poke(table.row.guild_id)

    def poke(self, guild_id: int) -> None:
        """Request a round for a server."""
        if self._stopped:
            return
        self._poked.add(guild_id)
        if guild_id not in self._tasks:
            self._tasks[guild_id] = asyncio.create_task(self._run(guild_id))

    async def _run(self, guild_id: int) -> None:
        try:
            while guild_id in self._poked:
                self._poked.discard(guild_id)
                if await self._try_round(guild_id):
                    self._retries.pop(guild_id, None)
                elif guild_id not in self._poked:
                    self._retry_later(guild_id)
        finally:
            del self._tasks[guild_id]

    async def _try_round(self, guild_id: int) -> bool:
        """Run a round; False asks for a retry."""
        try:
            await self._round(guild_id)
        except REQUEST_ERRORS as error:
            log.warning("the events of a server are not as they should be: %s", error)
            return failure_of(error) not in RETRYABLE
        except StorageTrouble as trouble:
            log.warning("the events of a server wait for the storage: %s", trouble)
            return False
        except Exception as error:  # of any kind: the other servers go on
            log.error("the events of a server failed: %s", type(error).__name__)
        return True

    def _retry_later(self, guild_id: int) -> None:
        times, timer = self._retries.get(guild_id, (0, None))
        if timer is not None:
            timer.cancel()
        pause = RETRY_PAUSES[min(times, len(RETRY_PAUSES) - 1)]
        again = asyncio.get_running_loop().call_later(pause, self.poke, guild_id)
        self._retries[guild_id] = times + 1, again

    # A round.

    async def _round(self, guild_id: int) -> None:
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return  # a poke follows when it is back
        if not may_create_events(guild.me.guild_permissions):
            return
        recorded = await self._records.of_guild(guild_id)
        wanted = await self._wanted(guild, recorded)
        self._games |= {number for kind, number in (*recorded, *wanted) if kind is EventKind.TABLE}
        if recorded.keys() == wanted.keys() and all(
            event.is_recorded(recorded[subject]) for subject, event in wanted.items()
        ):
            return
        listed = await self._list(guild)
        for subject, event in wanted.items():
            await self._bring(guild, subject, event, recorded.get(subject), listed)
        for subject in recorded.keys() - wanted.keys():
            await self._delete(listed.pop(recorded[subject].event_id, None))
            await self._records.delete(guild_id, subject)
            self._games.discard(subject[1] if subject[0] is EventKind.TABLE else 0)
        for left in listed.values():  # its record was lost with a restored backup
            await self._delete(left)

    async def _list(self, guild: discord.Guild) -> _Listed:
        """Return the bot's own events in the list of a server."""
        await self._rate_limiter.acquire()
        found = await await_response(guild.fetch_scheduled_events(with_counts=False))
        own = self._client.user.id if self._client.user else 0
        waiting = (discord.EventStatus.scheduled, discord.EventStatus.active)
        return {one.id: one for one in found if one.creator_id == own and one.status in waiting}

    async def _bring(
        self,
        guild: discord.Guild,
        subject: EventSubject,
        wanted: _Wanted,
        record: EventRecord | None,
        listed: _Listed,
    ) -> None:
        """Make the event of a subject, or bring it to what is wanted, and record it."""
        event = None if record is None else listed.pop(record.event_id, None)
        if record is None or not record.event_id:
            event = await self._find_or_create(guild, subject, wanted, listed)
            if event is None:
                await self._records.delete(guild.id, subject)
                return
        elif event is None:
            log.info("an event is not made again: somebody deleted it, or it is over")
        elif event.status is discord.EventStatus.scheduled:
            await self._edit(event, wanted)
        elif not wanted.has_begun and wanted.starts_at != record.starts_at:
            await self._delete(event)  # its hour passed without a table
            event = await self._find_or_create(guild, subject, wanted, listed)
        event_id = event.id if event is not None else (record.event_id if record else 0)
        await self._records.put(guild.id, subject, wanted.record(event_id))

    async def _find_or_create(
        self, guild: discord.Guild, subject: EventSubject, wanted: _Wanted, listed: _Listed
    ) -> discord.ScheduledEvent | None:
        """Return the event whose record has no id: made already, or now; None if it is too late."""
        await self._records.put(guild.id, subject, wanted.record(0))
        if (event := _pop_same(listed, wanted)) is not None:
            if wanted.has_begun and event.status is discord.EventStatus.scheduled:
                await self._edit(event, wanted)
            return event
        if wanted.has_begun or wanted.starts_at <= self._tables.services.now() + _SOONEST:
            return None
        return await self._create(guild, wanted)

    async def _create(self, guild: discord.Guild, wanted: _Wanted) -> discord.ScheduledEvent:
        await self._rate_limiter.acquire()
        return await await_response(
            guild.create_scheduled_event(
                name=wanted.name,
                description=wanted.description,
                start_time=_time(wanted.starts_at),
                end_time=_time(wanted.starts_at + 60 * wanted.minutes),
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
                location=wanted.location,
            )
        )

    async def _edit(self, event: discord.ScheduledEvent, wanted: _Wanted) -> None:
        """Move an event that has not begun, or start it: Discord then notifies its followers."""
        await self._rate_limiter.acquire()
        if wanted.has_begun:
            await await_response(event.edit(status=discord.EventStatus.active))
            return
        await await_response(
            event.edit(
                name=wanted.name,
                description=wanted.description,
                start_time=_time(wanted.starts_at),
                end_time=_time(wanted.starts_at + 60 * wanted.minutes),
                location=wanted.location,
            )
        )

    async def _delete(self, event: discord.ScheduledEvent | None) -> None:
        """Delete an event; one that is gone is no error."""
        if event is None:
            return
        await self._rate_limiter.acquire()
        try:
            await await_response(event.delete())
        except discord.NotFound:
            return

    # What the tables of a server need.

    async def _wanted(
        self, guild: discord.Guild, recorded: Mapping[EventSubject, EventRecord]
    ) -> dict[EventSubject, _Wanted]:
        store, now = self._tables.services.store, self._tables.services.now()
        words = await self._preferences.words_for_server(guild.id, str(guild.preferred_locale))
        found: dict[EventSubject, _Wanted] = {}
        for stored in await store.game_queries.games_of_guild(guild.id, OPEN_STATUSES):
            table = self._tables.peek(stored.game_id)
            row = stored if table is None else table.row  # its message may not be written yet
            subject = EventKind.TABLE, row.game_id
            with suppress(BadRules):  # such a table is frozen
                event = _of_table(row, recorded.get(subject), now, words)
                if event is not None:
                    found[subject] = event
        for weekly in await store.weekly.of_guild(guild.id):
            subject = EventKind.WEEKLY, weekly.weekly_id
            if weekly.opens_at > now + _SOONEST or subject in recorded:
                found[subject] = _of_weekly(weekly, words)
        return found


def _of_table(row: GameRow, record: EventRecord | None, now: int, words: Words) -> _Wanted | None:
    """Return the event of an open table: with an hour ahead, or begun if it has one already."""
    is_ahead = row.status is Status.LOBBY and (row.starts_at or 0) > now + _SOONEST
    if record is None and not (is_ahead and row.message_id is not None):
        return None
    hour = row.starts_at if is_ahead and row.starts_at else (record.starts_at if record else now)
    link = _link(row.guild_id, row.channel_id, row.message_id)
    event = _event(row.rules, Clock(row.clock), hour, link, "event.table", words)
    return event if is_ahead else replace(event, has_begun=True)


def _of_weekly(weekly: WeeklyTable, words: Words) -> _Wanted:
    link = _link(weekly.guild_id, weekly.channel_id, None)
    return _event(weekly.rules, weekly.clock, weekly.opens_at, link, "event.weekly", words)


def _event(
    rules_text: str, clock: Clock, hour: int, location: str, about: str, words: Words
) -> _Wanted:
    rules = presets.parse_rules(rules_text)
    title = game_title(rules, table_words(rules, words))
    minutes = expected_minutes(rules, clock) or _DAYS_LONG
    name = words.say("event.name", game=title)[:_NAME_LENGTH]
    return _Wanted(hour, minutes, name, words.say(about), location)


def _link(guild_id: int, channel_id: int, message_id: int | None) -> str:
    place = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return place if message_id is None else f"{place}/{message_id}"


def _time(moment: int) -> datetime:
    return datetime.fromtimestamp(moment, UTC)


def _pop_same(listed: _Listed, wanted: _Wanted) -> discord.ScheduledEvent | None:
    """Remove and return the listed event that was made for this, although no answer arrived."""
    for event in listed.values():
        is_same = event.location == wanted.location and event.start_time == _time(wanted.starts_at)
        if is_same and event.name == wanted.name:
            return listed.pop(event.id)
    return None


# Scheduled starts: the bot mentions the seated players, and at the hour starts the match.
#
# Each event runs once, at its hour or up to an hour later; the store comes first, the message
# second. After an outage the bot says that it is late.

_LATE_SECONDS: Final = 120  # seconds of delay that the bot mentions


class ScheduledStarts:
    """Starts lobbies at their hour, and announces weekly tables, for the background tasks."""

    def __init__(
        self,
        client: discord.Client,
        tables: TableRegistry,
        painter: painter.Painter,
        announcements: announcements.Announcements,
        threads: TableThreads,
    ) -> None:
        self._client, self._tables, self._painter = client, tables, painter
        self._announcements, self._threads = announcements, threads

    def is_server_unavailable(self, guild_id: int) -> bool:
        """True if the channels of a server are unknown, so that nothing can start there."""
        guild = self._client.get_guild(guild_id)
        return guild is None or guild.unavailable

    async def start_match(self, table: Table, draw: Action) -> None:
        """Start a full table at its hour; any other lobby is announced and keeps waiting."""
        async with table.placement_lock:
            hour = table.row.starts_at
            if table.row.status is not Status.LOBBY or hour is None:
                return
            if self.is_server_unavailable(table.row.guild_id):
                return  # the timer fires again
            if changes.free_seats(table.state) or not changes.has_humans(table.state):
                await table.change(changes.keep_waiting, self._tables.services.lobby_seconds)
                if table.row.status is Status.LOBBY:
                    self._announce_if_late(table, hour)
                    self._announcements.announce_free_seats(table)
                return
            room = await self._thread_parent(table)
            guild = await self._tables.services.store.preferences.guild(table.row.guild_id)
            async with self._threads.open_thread(table, room) as left:
                await table.change(changes.start_scheduled, draw, zone_of(guild.zone))
        if table.game is None:  # it was closed or postponed meanwhile
            return
        self._announce_if_late(table, hour)
        if left is not None:
            await self._painter.close_lobby(table, table.row.channel_id, left)

    def _announce_if_late(self, table: Table, hour: int) -> None:
        if self._tables.services.now() > hour + _LATE_SECONDS:
            self._announcements.announce_delay(table, hour)

    def can_post_weekly(self, weekly: WeeklyTable) -> bool:
        """True if the channel of a weekly table exists and the bot may post in it."""
        channel = self._client.get_channel(weekly.channel_id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return False
        rights = channel.permissions_for(channel.guild.me)
        in_thread = isinstance(channel, discord.Thread)
        speaks = rights.send_messages_in_threads if in_thread else rights.send_messages
        return rights.view_channel and speaks

    def announce_weekly(self, table: Table, hour: int) -> None:
        """Announce a weekly table that was scheduled for ``hour``."""
        self._announce_if_late(table, hour)
        self._announcements.announce_open_table(table)

    async def _thread_parent(self, table: Table) -> discord.TextChannel | None:
        """Return the channel in which the table may have a thread."""
        channel = self._client.get_channel(table.row.channel_id)
        if not isinstance(channel, discord.TextChannel):
            return None
        rights = channel.permissions_for(channel.guild.me)
        return await self._threads.thread_parent(table, channel, rights)
