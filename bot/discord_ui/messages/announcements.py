"""Short channel messages that are not the table itself: calls to a lobby, clock moves, claims.

Each runs in its own task, so that a slow post holds up no clock, no robot and no painting.  None is
retried, because the table shows all that counts.  The notifier deletes the calls of a lobby when it
starts, fills or closes, and the offer of a seat when it is answered or lapses.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractContextManager
from typing import Final

import discord

from bot import presets, store
from bot.analysis.claim_proofs import OfferProof
from bot.background.table_tasks import IdleGate
from bot.discord_ui import failures, people, table_data
from bot.discord_ui.channels import TableChannels
from bot.discord_ui.delivery import RateLimiter
from bot.discord_ui.messages import layout
from bot.discord_ui.messages.layout import Assets
from bot.discord_ui.messages.pictures import PictureSender
from bot.engine.cards import Seat
from bot.model.enums import NotifyReason, NotifyWhen, Status
from bot.model.values import Record, replace
from bot.render.announcement_screens import lobby_call_screen, proof_note, ruling_text
from bot.render.families import table_words
from bot.render.rule_text import game_title
from bot.store.queries.rulings import StoredRuling
from bot.store.queries.sent_notifications import NOBODY, SentNotification
from bot.tables import Table

# Services that all senders of public messages share.


class ChannelServices(Record):
    """Services for messages in channels.

    ``assets`` fill up after the start; each drawing runs within a ``measure_drawing``, and
    ``count_quiet_board`` is told of each that waits for the end of a trick, with the reason.
    """

    channels: TableChannels
    assets: Assets
    pictures: PictureSender
    rate_limiter: RateLimiter
    idle_gate: IdleGate
    measure_drawing: Callable[[], AbstractContextManager[object]]
    count_quiet_board: Callable[[str], None]


log = logging.getLogger(__name__)

_NO_MENTIONS = discord.AllowedMentions.none()
_ROLE_MENTION_PAUSE: Final = 30 * 60  # seconds between two mentions of a role


class Announcements:
    """Sends short messages to the channel or thread of a table."""

    def __init__(
        self,
        services: ChannelServices,
        table_data: table_data.TableDataLoader,
        preferences: people.PreferenceCache,
        record_call: Callable[[Table, SentNotification], Awaitable[None]],
    ) -> None:
        self._services = services
        self._table_data = table_data
        self._preferences = preferences
        self._record_call = record_call
        self._tasks: set[asyncio.Task[None]] = set()

    def announce_clock_move(self, table: Table, seat: Seat, reason: str) -> None:
        """Announce that the clock moved for a player; ``reason`` is once or away."""
        self._spawn(table, self._post_clock_move(table, seat, reason))

    def mention_successor(self, table: Table, successor: int) -> None:
        """Mention the user to whom a seat is offered."""
        self._spawn(table, self._post_offer(table, discord.Object(successor)))

    def announce_proof(self, table: Table, seat: Seat, line: OfferProof) -> None:
        """Announce that a claim was accepted at once, with its proof."""
        self._spawn(table, self._post_proof(table, seat, line))

    def mention_removed_user(self, table: Table, user_id: int) -> None:
        """Mention a user whom the host has removed from their seat."""
        self._spawn(table, self._post_removal(table, user_id))

    def mention_seated_users(self, table: Table) -> None:
        """Mention the seated users of a lobby that starts soon, unless they turned that off."""
        self._spawn(table, self._post_gathering(table))

    def mention_invited_user(self, table: Table, user_id: int, by: str) -> None:
        """Mention an invited user; ``by`` is the inviter's name, safe to show."""
        self._spawn(table, self._post_invitation(table, user_id, by))

    def announce_open_table(self, table: Table) -> None:
        """Mention the role for open tables, at most twice an hour."""
        self._spawn(table, self._post_open_table(table))

    def announce_delay(self, table: Table, hour: int) -> None:
        """Announce that an event scheduled for ``hour`` happens now."""
        self._spawn(table, self._post_delay(table, hour))

    def announce_report(self, table: Table, deal: int) -> None:
        """Announce that somebody has reported a deal, so that a manager hears of it."""
        self._spawn(table, self._post_report(table, deal))

    def announce_ruling(self, table: Table, ruling: StoredRuling) -> None:
        """Announce a manager's decision about a deal, with its reason."""
        self._spawn(table, self._post_ruling(table, ruling))

    def announce_free_seats(self, table: Table) -> None:
        """Announce that the hour has come with free seats left."""
        self._spawn(table, self._post_free_seats(table))

    async def stop(self, *, patience: float) -> None:
        """Finish the posts under way; cancel them after ``patience`` seconds."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=patience)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, table: Table, post: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(_log_failures(table.id, post))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _post_removal(self, table: Table, user_id: int) -> None:
        words = await self._services.channels.words(table)
        text = words.say("alert.removed", mention=f"<@{user_id}>")
        wanted = await self._allows_mentions(user_id)
        mentions = (
            discord.AllowedMentions(users=[discord.Object(user_id)]) if wanted else _NO_MENTIONS
        )
        call = SentNotification(user_id, NotifyReason.REMOVED, 0)
        await self._post_call(table, call, text, mentions)

    async def _allows_mentions(self, user_id: int) -> bool:
        """True if the user's settings allow any notification."""
        return (await self._preferences.person(user_id)).summoning is not NotifyWhen.NEVER

    async def _post_gathering(self, table: Table) -> None:
        there = [one.user_id for one in table.state.seat_holders if one.user_id is not None]
        seated = [user_id for user_id in there if await self._allows_mentions(user_id)]
        if not seated or table.row.starts_at is None:
            return
        words = await self._services.channels.words(table)
        names = ", ".join(f"<@{user_id}>" for user_id in seated)
        text = words.say("alert.gather", mentions=names, when=f"<t:{table.row.starts_at}:R>")
        users = [discord.Object(user_id) for user_id in seated]
        mentions = discord.AllowedMentions(users=users)
        call = SentNotification(NOBODY, NotifyReason.GATHER, 0)
        await self._post_call(table, call, text, mentions)

    async def _post_open_table(self, table: Table) -> None:
        services = self._table_data.services
        role = await services.store.preferences.claim_role_notification(
            table.row.guild_id, services.now(), _ROLE_MENTION_PAUSE
        )
        if role is None:
            return
        mentions = discord.AllowedMentions(roles=[discord.Object(role)])
        call = SentNotification(NOBODY, NotifyReason.ROLE, 0)
        await self._post_lobby_link(table, call, "opened", mentions, mention=f"<@&{role}>")

    async def _post_invitation(self, table: Table, user_id: int, by: str) -> None:
        mentions = discord.AllowedMentions(users=[discord.Object(user_id)])
        call, user = SentNotification(user_id, NotifyReason.INVITED, 0), f"<@{user_id}>"
        await self._post_lobby_link(table, call, "invited", mentions, mention=user, name=by)

    async def _post_lobby_link(
        self,
        table: Table,
        call: SentNotification,
        key: str,
        mentions: discord.AllowedMentions,
        **facts: str,
    ) -> None:
        """Invite to a lobby: its game, its start time if scheduled, and a link."""
        if table.id in self._services.channels.backed_off:
            return
        words, hour = await self._services.channels.words(table), table.row.starts_at
        rules = presets.parse_rules(table.row.rules)
        game = game_title(rules, table_words(rules, words))
        if hour is None:
            text = words.say(f"alert.{key}", game=game, **facts)
        else:
            text = words.say(f"alert.{key}_for", game=game, when=f"<t:{hour}:F>", **facts)
        screen = lobby_call_screen(table.id, text, self._services.channels.link(table), words)
        view = layout.build_layout(screen, self._services.assets, words)
        await self._services.rate_limiter.acquire(is_awaited=True)
        channel = self._services.channels.channel_of(table)
        request = channel.send(view=view, allowed_mentions=mentions)
        await self._record(table, call, await failures.await_response(request))

    async def _post_free_seats(self, table: Table) -> None:
        words = await self._services.channels.words(table)
        free = (await self._table_data.of(table, words)).seats.count(None)
        call = SentNotification(NOBODY, NotifyReason.FREE, 0)
        await self._post_call(table, call, words.say_plural("alert.seats_free", free))

    async def _post_delay(self, table: Table, hour: int) -> None:
        words = await self._services.channels.words(table)
        text = words.say("alert.late", when=f"<t:{hour}:t>")
        if table.row.status is Status.LOBBY:
            await self._post_call(table, SentNotification(NOBODY, NotifyReason.DELAYED, 0), text)
        else:
            await self._post(table, text)

    async def _post_report(self, table: Table, deal: int) -> None:
        words = await self._services.channels.words(table)
        text = f"⚖ #{table.id} · {words.say('report.posted', deal=deal)}"
        await self._post(table, layout.render_markup(text, self._services.assets, words))

    async def _post_ruling(self, table: Table, ruling: StoredRuling) -> None:
        words = await self._services.channels.words(table)
        text = ruling_text(ruling.kind, ruling.deal, ruling.reason, words)
        await self._post(table, f"⚖ #{table.id} · {text}")

    async def _post_call(
        self,
        table: Table,
        call: SentNotification,
        text: str,
        mentions: discord.AllowedMentions = _NO_MENTIONS,
    ) -> None:
        """Post a message that goes when its reason does."""
        if (message := await self._post(table, text, mentions)) is not None:
            await self._record(table, call, message)

    async def _record(self, table: Table, call: SentNotification, message: discord.Message) -> None:
        place = message.channel.id
        await self._record_call(table, replace(call, place_id=place, message_id=message.id))

    async def _post_clock_move(self, table: Table, seat: Seat, reason: str) -> None:
        words = await self._services.channels.words(table)
        name = (await self._table_data.of(table, words)).name(seat)
        await self._post(table, words.say(f"alert.moved_{reason}", name=name))

    async def _post_offer(self, table: Table, successor: discord.Object) -> None:
        words = await self._services.channels.words(table)
        text = words.say("alert.offered", successor=f"<@{successor.id}>")
        call = SentNotification(successor.id, NotifyReason.OFFERED, 0)
        await self._post_call(table, call, text, discord.AllowedMentions(users=[successor]))

    async def _post_proof(self, table: Table, seat: Seat, line: OfferProof) -> None:
        if table.row.event:  # another table may still be dealt these cards
            return
        words = await self._services.channels.words(table)
        name = (await self._table_data.of(table, words)).name(seat)
        note = layout.render_markup(proof_note(line, name, words), self._services.assets, words)
        await self._post(table, note)

    async def _post(
        self, table: Table, text: str, mentions: discord.AllowedMentions = _NO_MENTIONS
    ) -> discord.Message | None:
        """Post unless the table's channel is unreachable; only a mention makes a sound."""
        if table.id in self._services.channels.backed_off:
            return None
        await self._services.rate_limiter.acquire(is_awaited=True)
        request = self._services.channels.channel_of(table).send(
            text, allowed_mentions=mentions, silent=mentions is _NO_MENTIONS
        )
        return await failures.await_response(request)


async def _log_failures(game_id: int, post: Coroutine[None, None, None]) -> None:
    try:
        await post
    except (*failures.REQUEST_ERRORS, store.StorageTrouble) as error:
        log.warning("a word beside game %s was not said: %s", game_id, error)
    except Exception as error:  # its message might name cards
        log.error("a word beside game %s failed: %s", game_id, type(error).__name__)
