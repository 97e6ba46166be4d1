"""Typed moves: autocomplete of legal moves, and parsing of free text."""

from collections.abc import Iterable, Sequence

import discord
from discord import app_commands

from bot.deeds.notation import text as deed_text
from bot.deeds.table import NextDeal
from bot.engine.actions import Action, Claim
from bot.engine.deal import Stage
from bot.engine.notation import parse, text
from bot.engine.refusal import BadNotation, IllegalAction, RuleReason
from bot.engine.view import View
from bot.front import zones
from bot.front.desk.context import Office, Visit
from bot.refusals import Refusal, Refused
from bot.render.agreements.phrases import by_family, preset_label
from bot.render.names import bare, safe_name
from bot.render.saying import Saying, joined, label
from bot.render.words import Words
from bot.tables import Table

Choices = list[app_commands.Choice[str]]
_MOST = 25


class Typed:
    """Autocomplete suggestions; none without a table or a seat."""

    def __init__(self, office: Office) -> None:
        self.office = office

    async def presets(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest the server's saved rules, then every preset, by family."""
        words = await self.office.languages.of(interaction)
        own = await self.office.store.agreements.of_guild(interaction.guild_id or 0)
        saved = [(words.say("saved.label", name=one.name), one.name) for one in own]
        names = by_family(self.office.presets)
        told = [(preset_label(self.office.presets, name, words), name) for name in names]
        return _matching([*saved, *told], typed)

    def zones(self, typed: str) -> Choices:
        return _matching(((name, name) for name in zones.names()), typed)

    async def calls(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest calls of the auction."""
        return await self._suggest(interaction, typed, auction=True)

    async def moves(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest cards and every decision after the auction."""
        return await self._suggest(interaction, typed, auction=False)

    async def splits(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest splits of the remaining tricks, by names."""
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
        if seen.stage is Stage.BETWEEN:
            return _matching([(words.say("button.next"), deed_text(NextDeal()))], typed)
        said = self.office.saying(seen, words)
        return [
            app_commands.Choice(name=label(action, said.words)[:100], value=text(action))
            for action in said.near(typed)[:_MOST]
        ]

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


def _matching(pairs: Iterable[tuple[str, str]], typed: str) -> Choices:
    """Return the suggestions whose label or notation contains the typed text.

    Earlier occurrences come first: a preset's explanation may name another preset.
    """
    wanted = joined(typed)
    found = [
        (joined(name).find(wanted), name[:100], value)
        for name, value in pairs
        if wanted in joined(name) or wanted in joined(value)
    ]
    found.sort(key=lambda one: (one[0] < 0, one[0]))
    return [app_commands.Choice(name=name, value=value) for _, name, value in found[:_MOST]]


def asks_for_next(visit: Visit, typed: str) -> bool:
    """True if the user types the label of the "next deal" button, or its beginning."""
    if not visit.table.waits_to_deal():
        return False
    languages = visit.office.languages.catalogue.languages.values()
    named = [joined(words.say("button.next")) for words in languages]
    return typed == deed_text(NextDeal()) or any(
        name.startswith(joined(typed)) for name in named if joined(typed)
    )


def read_move(visit: Visit, typed: str) -> str:
    """Return the notation of typed text: a suggestion, the notation itself, or free text.

    A readable but illegal move is passed on, so that the rules give the reason.  Raises Refused
    with the moves to type instead, IllegalAction where another player is to act.
    """
    seat, _ = visit.table.seat_needed(visit.user_id), visit.table.running()
    seen = visit.table.view_of(seat)
    assert seen is not None
    said = visit.office.saying(seen, visit.words)
    found = said.heard(typed)
    if len(found) == 1:
        return text(found[0])
    if not found and (barred := _barred(said, typed)):
        return barred
    if not seen.my_turn:
        raise IllegalAction(RuleReason.NOT_YOUR_TURN)
    raise _unclear(said, typed, found)


def _barred(said: Saying, typed: str) -> str:
    """Return the notation of an illegal move, or of a card in any words; "" for neither."""
    try:
        return text(parse(typed))
    except BadNotation:
        card = said.barred_card(typed)
        return "" if card is None else text(card)


def _unclear(said: Saying, typed: str, found: Sequence[Action]) -> Refused:
    """Refuse an ambiguous or partial move, and list the candidates or all moves."""
    near = found or (said.near(typed) if joined(typed) else ())
    why = Refusal.SEVERAL_MOVES if near else Refusal.NO_SUCH_MOVE
    return Refused(why, text=safe_name(typed), moves=said.choices(near or said.acts))
