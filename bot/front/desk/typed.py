"""Typed moves: autocomplete over what is legal now, and reading what was typed instead."""

from collections.abc import Iterable

import discord
from discord import app_commands

from bot.engine.actions import Action, Claim
from bot.engine.deal import Stage
from bot.engine.notation import text
from bot.engine.view import View
from bot.front.desk.context import Office, Visit
from bot.refusals import Refusal, Refused
from bot.render.families import words_at
from bot.render.names import bare
from bot.render.words import Words
from bot.tables import Table

Choices = list[app_commands.Choice[str]]
_MOST = 25


class Typed:
    """Suggestions while somebody types; without a table or a seat there are none."""

    def __init__(self, office: Office) -> None:
        self.office = office

    async def presets(self, interaction: discord.Interaction, typed: str) -> Choices:
        words = await self.office.languages.of(interaction)
        names = self.office.presets.names()
        return _matching(((words.say(f"preset.{name}"), name) for name in names), typed)

    async def calls(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Calls of the auction."""
        return await self._suggest(interaction, typed, auction=True)

    async def moves(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Cards and every decision after the auction."""
        return await self._suggest(interaction, typed, auction=False)

    async def splits(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Splits of the remaining tricks, by names."""
        seen, words = await self._look(interaction)
        if seen is None or seen.table is None:
            return []
        table = await self._table(interaction)
        facts = await self.office.facts.of(table, words)
        names = [bare(facts.name(seat)) for seat in seen.table.seats]
        claims = [action for action in seen.legal if isinstance(action, Claim)]
        labels = [
            ", ".join(f"{name} {n}" for name, n in zip(names, claim.tricks, strict=True))
            for claim in claims
        ]
        return _matching(zip(labels, map(text, claims), strict=True), typed)

    async def _suggest(
        self, interaction: discord.Interaction, typed: str, *, auction: bool
    ) -> Choices:
        seen, words = await self._look(interaction)
        if seen is None or (seen.stage is Stage.AUCTION) is not auction:
            return []
        spoken = words_at(seen.rules, words)
        pairs = ((label(action, spoken), text(action)) for action in offered(seen))
        return _matching(pairs, typed)

    async def _table(self, interaction: discord.Interaction) -> Table:
        place, guild = interaction.channel_id or 0, interaction.guild_id or 0
        return await self.office.tables.here(place, interaction.user.id, guild)

    async def _look(self, interaction: discord.Interaction) -> tuple[View | None, Words]:
        words = await self.office.languages.of(interaction)
        try:
            table = await self._table(interaction)
        except Refused:
            return None, words
        seat = table.seat_of(interaction.user.id)
        return (None if seat is None else table.view_of(seat)), words


def offered(seen: View) -> list[Action]:
    """The legal actions a command suggests; claims have a command of their own."""
    return [action for action in seen.legal if not isinstance(action, Claim)]


def label(action: Action, words: Words) -> str:
    """A move as it is read in a list."""
    return words.plain(words.action(action))


def _matching(pairs: Iterable[tuple[str, str]], typed: str) -> Choices:
    """Suggestions that contain what was typed, in the label or in the notation."""
    wanted = _bare(typed)
    found = [
        app_commands.Choice(name=name[:100], value=value)
        for name, value in pairs
        if wanted in _bare(name) or wanted in _bare(value)
    ]
    return found[:_MOST]


def _bare(text_: str) -> str:
    return "".join(letter for letter in text_.casefold() if letter.isalnum() or letter in "♠♣♦♥")


def read_move(visit: Visit, typed: str) -> str:
    """The notation of what was typed: a suggestion, the notation itself, or just ``KS``."""
    table = visit.table
    seen = table.view_of(table.seat_needed(visit.user_id))
    if seen is None:
        raise Refused(Refusal.NOT_STARTED)
    wanted = _bare(typed)
    spoken = words_at(seen.rules, visit.words)
    for action in seen.legal:
        names = (text(action), text(action).partition(" ")[2], label(action, spoken))
        if wanted and wanted in map(_bare, names):
            return text(action)
    return typed
