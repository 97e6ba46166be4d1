"""What every part of the desk works with, and one press or command as it is carried out."""

from dataclasses import dataclass, field

import discord

from bot.answers import Answers, is_private_click
from bot.desk.studies import Studies
from bot.driver import Driver
from bot.engine.cards import Card
from bot.painter import Painter
from bot.present import Present
from bot.render.screen import Screen
from bot.render.words import Words
from bot.tables import Table, Tables
from bot.workers import Workers


@dataclass(frozen=True, slots=True)
class Office:
    """The parts of the bot that answer people."""

    tables: Tables
    present: Present
    answers: Answers
    painter: Painter
    driver: Driver
    workers: Workers
    studies: Studies = field(default_factory=Studies)


@dataclass(frozen=True, slots=True)
class Visit:
    """One person asking something of one table."""

    office: Office
    interaction: discord.Interaction
    words: Words
    table: Table

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    async def show(self, screen: Screen) -> None:
        """Privately, in place when a private message was clicked."""
        await self.office.answers.show(self.interaction, screen, self.words)

    async def show_hand(self, picked: tuple[Card, ...] = (), note: str = "") -> None:
        """The player's own hand, which is pushed to from now on."""
        screen = await self.office.present.hand(self.table, self.user_id, self.words, picked, note)
        await self.show(screen)
        self.office.painter.keep_hand(self.table.id, self.interaction, screen)

    async def acknowledge(self) -> None:
        """The public message will be painted: nothing else is to be said."""
        if not self.interaction.response.is_done():
            await self.interaction.response.defer()

    async def show_hand_or_nothing(self) -> None:
        """After a public click that moves the table on: a hand, unless one is already open."""
        seated = self.table.seat_of(self.user_id) is not None and self.table.game is not None
        is_open = self.office.painter.has_live_hand(self.table.id, self.user_id)
        if seated and (is_private_click(self.interaction) or not is_open):
            await self.show_hand()
        else:
            await self.acknowledge()

    def is_command(self) -> bool:
        return self.interaction.type is discord.InteractionType.application_command

    def manages(self) -> bool:
        """Whether this person may manage the server; asked of Discord with every interaction."""
        return self.interaction.permissions.manage_guild
