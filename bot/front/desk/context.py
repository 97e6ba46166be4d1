"""Services and contexts of the handlers: one click or command while it is handled."""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Concatenate, ParamSpec

import discord

from bot.engine.cards import Card
from bot.engine.view import View
from bot.front.allowance import Allowance
from bot.front.answers import Answers, is_private_click, keep
from bot.front.crier import Crier
from bot.front.desk.shares import Shares
from bot.front.desk.studies import Studies
from bot.front.facts import Facts
from bot.front.hands import Hands, Seen
from bot.front.invitations import Invitations
from bot.front.languages import Languages
from bot.front.limits import Limits
from bot.front.messages import Messages
from bot.front.names import Names
from bot.front.painter import Painter
from bot.front.places import facing_table
from bot.front.replies import answer_to, held
from bot.front.threads import Threads
from bot.keepers.calendar import Calendar
from bot.keepers.driver import Driver
from bot.presets import Presets
from bot.refusals import Refusal, Refused
from bot.render.saying import Saying, saying_of
from bot.render.screen import Screen
from bot.render.words import Words
from bot.store import Store
from bot.tables import Table, Tables
from bot.tables.state import Moment, State
from bot.workers import Workers

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Office:
    """Services that the handlers use."""

    tables: Tables
    languages: Languages
    names: Names
    facts: Facts
    messages: Messages
    hands: Hands
    answers: Answers
    painter: Painter
    driver: Driver
    workers: Workers
    limits: Limits
    threads: Threads
    calendar: Calendar
    invitations: Invitations
    allowance: Allowance
    studies: Studies = field(default_factory=Studies)
    dealing: set[int] = field(default_factory=set)  # users whose solo table is just being opened
    shares: Shares = field(default_factory=Shares)
    telling: dict[tuple[int, int, int], asyncio.Task[None]] = field(default_factory=dict)
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
            self.languages.forget(user_id)
            self.hands.forget(user_id)
        self.studies.forget(game_ids)

    @property
    def crier(self) -> Crier:
        return self.painter.crier

    def saying(self, view: View, words: Words) -> Saying:
        """Return the parser of typed moves for a player, in any language."""
        return saying_of(view, words, tuple(self.languages.catalogue.languages.values()))


@dataclass(frozen=True)
class Caller:
    """One user's interaction, in their language."""

    office: Office
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

    def at(self, table: Table) -> "Visit":
        """Return the context at a table.  Raises Refused for a table of another server."""
        if self.interaction.guild_id != table.row.guild_id:
            raise Refused(Refusal.UNKNOWN_TABLE)
        self.office.painter.is_back(table.id)
        return Visit(self.office, self.interaction, facing_table(table, self.words), table)

    def keep(self) -> None:
        """Note that the request is stored; no later failure may deny it."""
        keep(self.interaction)

    async def show(self, screen: Screen) -> None:
        """Show a screen privately, in place of a clicked private message."""
        await self.office.answers.show(self.interaction, screen, self.words)

    async def hold(self) -> None:
        """Defer the interaction for a private response that takes longer."""
        await self.office.answers.hold(self.interaction)

    def is_command(self) -> bool:
        return self.interaction.type is discord.InteractionType.application_command

    def manages(self) -> bool:
        """True if the user has Manage Server (Discord sends it with each interaction)."""
        return self.interaction.permissions.manage_guild


@dataclass(frozen=True)
class Visit(Caller):
    """One user's interaction with one table."""

    table: Table

    async def change(
        self,
        function: Callable[Concatenate[State, Moment, P], State],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> bool:
        """Change the table; return True if anything changed.  Raises as ``Table.change``."""
        if is_new := await self.table.change(function, *args, **kwargs):
            self.keep()
        return is_new

    async def show_hand(self, picked: tuple[Card, ...] = (), note: str = "") -> None:
        """Show the player's own hand, which is kept up to date from now on."""
        seen = Seen.of(self.table, self.words)
        screen = await self.office.facts.hand(
            self.table, self.user_id, self.words, picked, note, self.interaction.channel_id
        )
        sent = await self.office.answers.show(self.interaction, screen, self.words)
        await self.office.hands.keep(self.table, sent, screen, seen)

    async def show(self, screen: Screen) -> None:
        """Show a page of this table in place of the previous private message."""
        sent = await self.office.answers.show(self.interaction, screen, self.words)
        await self.office.hands.keep(self.table, sent)

    async def acknowledge(self) -> None:
        """Acknowledge the click without a message: the painter draws the change."""
        if answer_to(self.interaction) is None:
            await held(self.interaction)

    async def show_hand_or_nothing(self) -> None:
        """Respond to a public click that moves the table on: show a hand unless one is open."""
        seated = self.table.seat_of(self.user_id) is not None and self.table.game is not None
        is_open = self.office.hands.is_open(self.table.id, self.user_id)
        if seated and (is_private_click(self.interaction) or not is_open):
            await self.show_hand()
        else:
            await self.acknowledge()
