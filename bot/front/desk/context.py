"""Services and contexts of the handlers: one click or command while it is handled."""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Concatenate, ParamSpec

import discord

from bot.engine.cards import Card
from bot.engine.view import View
from bot.front.allowance import RateLimiter
from bot.front.answers import Responder, is_private_click, mark_stored
from bot.front.crier import Notifier
from bot.front.desk.shares import ShareQuota
from bot.front.desk.studies import PostMortemCache
from bot.front.facts import TableDataLoader
from bot.front.hands import HandInputs, LiveHands
from bot.front.invitations import InvitationQuota
from bot.front.languages import PreferenceCache
from bot.front.limits import UserQuotas
from bot.front.messages import PublicMessages
from bot.front.names import NameCache
from bot.front.painter import Painter
from bot.front.places import words_for_table
from bot.front.replies import defer_update, first_response_type
from bot.front.threads import TableThreads
from bot.keepers.calendar import WeeklyOpener
from bot.keepers.driver import Driver
from bot.presets import Presets
from bot.refusals import Refusal, Refused
from bot.render.saying import ActionParser, action_parser
from bot.render.screen import Screen
from bot.render.words import Words
from bot.store import Store
from bot.tables import Table, TableRegistry
from bot.tables.state import ChangeContext, TableState
from bot.workers import WorkerPool

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Services:
    """Services that the handlers use."""

    tables: TableRegistry
    preferences: PreferenceCache
    names: NameCache
    table_data: TableDataLoader
    public_messages: PublicMessages
    live_hands: LiveHands
    responder: Responder
    painter: Painter
    driver: Driver
    workers: WorkerPool
    quotas: UserQuotas
    threads: TableThreads
    calendar: WeeklyOpener
    invitation_quota: InvitationQuota
    rate_limiter: RateLimiter
    post_mortems: PostMortemCache = field(default_factory=PostMortemCache)
    opening_solo: set[int] = field(
        default_factory=set
    )  # users whose solo table is just being opened
    share_quota: ShareQuota = field(default_factory=ShareQuota)
    daily_posts: dict[tuple[int, int, int], asyncio.Task[None]] = field(default_factory=dict)
    """Who is just telling the channel, of which server's problem, of which day."""

    @property
    def store(self) -> Store:
        return self.tables.services.store

    @property
    def presets(self) -> Presets:
        return self.tables.services.presets

    def forget(self, people: Collection[int], game_ids: Collection[int]) -> None:
        """Drop erased users, and the games that showed their names, from all caches."""
        for user_id in people:
            self.names.forget(user_id)
            self.preferences.forget(user_id)
            self.live_hands.drop_user(user_id)
        self.post_mortems.forget(game_ids)

    @property
    def notifier(self) -> Notifier:
        return self.painter.notifier

    def typed_input(self, view: View, words: Words) -> ActionParser:
        """Return the parser of typed moves for a player, in any language."""
        return action_parser(view, words, tuple(self.preferences.catalogue.languages.values()))


@dataclass(frozen=True)
class Context:
    """One user's interaction, in their language."""

    services: Services
    interaction: discord.Interaction
    words: Words

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def guild_id(self) -> int:
        """The server of the interaction.  Raises Refused outside of servers."""
        if self.interaction.guild_id is None:
            raise Refused(Refusal.SERVER_ONLY)
        return self.interaction.guild_id

    def at_table(self, table: Table) -> "TableContext":
        """Return the context at a table.  Raises Refused for a table of another server."""
        if self.interaction.guild_id != table.row.guild_id:
            raise Refused(Refusal.UNKNOWN_TABLE)
        self.services.painter.retry_table(table.id)
        return TableContext(
            self.services, self.interaction, words_for_table(table, self.words), table
        )

    def mark_stored(self) -> None:
        """Note that the request is stored; no later failure may deny it."""
        mark_stored(self.interaction)

    async def show(self, screen: Screen) -> None:
        """Show a screen privately, in place of a clicked private message."""
        await self.services.responder.show(self.interaction, screen, self.words)

    async def defer(self) -> None:
        """Defer the interaction for a private response that takes longer."""
        await self.services.responder.defer(self.interaction)

    def is_command(self) -> bool:
        return self.interaction.type is discord.InteractionType.application_command

    def can_manage(self) -> bool:
        """True if the user has Manage Server (Discord sends it with each interaction)."""
        return self.interaction.permissions.manage_guild


@dataclass(frozen=True)
class TableContext(Context):
    """One user's interaction with one table."""

    table: Table

    async def change(
        self,
        function: Callable[Concatenate[TableState, ChangeContext, P], TableState],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> bool:
        """Change the table; return True if anything changed.  Raises as ``Table.change``."""
        if is_new := await self.table.change(function, *args, **kwargs):
            self.mark_stored()
        return is_new

    async def show_hand(self, picked: tuple[Card, ...] = (), note: str = "") -> None:
        """Show the player's own hand, which is kept up to date from now on."""
        seen = HandInputs.from_table(self.table, self.words)
        screen = await self.services.table_data.player_hand(
            self.table, self.user_id, self.words, picked, note, self.interaction.channel_id
        )
        sent = await self.services.responder.show(self.interaction, screen, self.words)
        await self.services.live_hands.track(self.table, sent, screen, seen)

    async def show(self, screen: Screen) -> None:
        """Show a page of this table in place of the previous private message."""
        sent = await self.services.responder.show(self.interaction, screen, self.words)
        await self.services.live_hands.track(self.table, sent)

    async def acknowledge(self) -> None:
        """Acknowledge the click without a message: the painter draws the change."""
        if first_response_type(self.interaction) is None:
            await defer_update(self.interaction)

    async def show_hand_or_nothing(self) -> None:
        """Respond to a public click that moves the table on: show a hand unless one is open."""
        seated = self.table.seat_of(self.user_id) is not None and self.table.game is not None
        is_open = self.services.live_hands.is_open(self.table.id, self.user_id)
        if seated and (is_private_click(self.interaction) or not is_open):
            await self.show_hand()
        else:
            await self.acknowledge()
