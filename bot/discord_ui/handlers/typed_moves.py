"""Typed moves: autocomplete of legal moves, and parsing of free text."""

from collections.abc import Iterable, Sequence

import discord
from discord import app_commands

from bot.discord_ui import time_parsing
from bot.discord_ui.handlers.context import Services, TableContext
from bot.engine import actions, deal, rule_errors, view
from bot.engine.notation import format_action, parse_action
from bot.model.refusals import Refusal, Refused
from bot.render.hand.decision import press_for
from bot.render.hand.typed_input import ActionParser, action_label, squash_text
from bot.render.house_rules.rule_text import preset_label, presets_by_family
from bot.render.safe_text import safe_name, unescaped_name
from bot.render.words import Words
from bot.tables import Table
from bot.ui_commands.codec import command_text
from bot.ui_commands.play_commands import ConfirmAction, NextDeal

Suggestions = list[app_commands.Choice[str]]
_MAX_SUGGESTIONS = 25


class TypedMoves:
    """Autocomplete suggestions; none without a table or a seat."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def suggest_presets(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        """Suggest the server's saved rules, then every preset, by family."""
        words = await self.services.preferences.words_for(interaction)
        own = await self.services.store.house_rules.of_guild(interaction.guild_id or 0)
        saved = [(words.say("saved.label", name=one.name), one.name) for one in own]
        names = presets_by_family(self.services.presets)
        told = [(preset_label(self.services.presets, name, words), name) for name in names]
        return _matching([*saved, *told], typed)

    def suggest_zones(self, typed: str) -> Suggestions:
        return _matching(((name, name) for name in time_parsing.zone_names()), typed)

    async def suggest_calls(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        """Suggest calls of the auction."""
        return await self._suggest(interaction, typed, auction=True)

    async def suggest_moves(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        """Suggest cards and every decision after the auction."""
        return await self._suggest(interaction, typed, auction=False)

    async def suggest_splits(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        """Suggest splits of the remaining tricks, by names."""
        seen, words = await self._view_and_words(interaction)
        if seen is None or seen.table is None:
            return []
        table = await self._table(interaction)
        facts = await self.services.table_data.of(table, words)
        names = [unescaped_name(facts.name(seat)) for seat in seen.table.seats]
        claims = [action for action in seen.legal if isinstance(action, actions.Claim)]
        labels = [
            ", ".join(f"{name} {n}" for name, n in zip(names, claim.tricks, strict=True))
            for claim in claims
        ]
        return _matching(zip(labels, map(format_action, claims), strict=True), typed)

    async def _suggest(
        self, interaction: discord.Interaction, typed: str, *, auction: bool
    ) -> Suggestions:
        seen, words = await self._view_and_words(interaction)
        if seen is None or (seen.stage is deal.Stage.AUCTION) is not auction:
            return []
        if seen.stage is deal.Stage.BETWEEN:
            return _matching([(words.say("button.next"), command_text(NextDeal()))], typed)
        said = self.services.typed_input(seen, words)
        return [
            app_commands.Choice(
                name=action_label(action, said.words)[:100], value=format_action(action)
            )
            for action in said.suggest(typed)[:_MAX_SUGGESTIONS]
        ]

    async def _table(self, interaction: discord.Interaction) -> Table:
        place, guild = interaction.channel_id or 0, interaction.guild_id or 0
        return await self.services.tables.find_here(place, interaction.user.id, guild)

    async def _view_and_words(
        self, interaction: discord.Interaction
    ) -> tuple[view.SeatView | None, Words]:
        words = await self.services.preferences.words_for(interaction)
        try:
            table = await self._table(interaction)
        except Refused:
            return None, words
        seat = table.state.seat_of(interaction.user.id)
        return (None if seat is None else table.view_of(seat)), words


def _matching(pairs: Iterable[tuple[str, str]], typed: str) -> Suggestions:
    """Return the suggestions whose label or notation contains the typed text.

    Earlier occurrences come first: a preset's explanation may name another preset.
    """
    wanted = squash_text(typed)
    found = [
        (squash_text(name).find(wanted), name[:100], value)
        for name, value in pairs
        if wanted in squash_text(name) or wanted in squash_text(value)
    ]
    found.sort(key=lambda one: (one[0] < 0, one[0]))
    return [
        app_commands.Choice(name=name, value=value) for _, name, value in found[:_MAX_SUGGESTIONS]
    ]


def is_next_deal_text(context: TableContext, typed: str) -> bool:
    """True if the user types the label of the "next deal" button, or its beginning."""
    if not context.table.is_waiting_to_deal():
        return False
    languages = context.services.preferences.catalogue.languages.values()
    named = [squash_text(words.say("button.next")) for words in languages]
    return typed == command_text(NextDeal()) or any(
        name.startswith(squash_text(typed)) for name in named if squash_text(typed)
    )


def read_move(context: TableContext, typed: str) -> str:
    """Return the notation of typed text: a suggestion, the notation itself, or free text.

    A readable but illegal move is passed on, so that the rules give the reason.  Raises Refused
    with the moves to type instead, IllegalAction where another player is to act.
    """
    context.table.state.require_seat(context.user_id)
    seen = context.table.player_view(context.user_id)
    said = context.services.typed_input(seen, context.words)
    found = said.parse(typed)
    if len(found) == 1:
        return format_action(found[0])
    if not found and (barred := _barred_move(said, typed)):
        return barred
    if not seen.is_my_turn:
        raise rule_errors.IllegalAction(rule_errors.RuleReason.NOT_YOUR_TURN)
    raise _ambiguous(said, typed, found)


def confirmation_of(context: TableContext, move: str) -> ConfirmAction | None:
    """Return the question that a legal move asks first, as its button does; None for others."""
    seen = context.table.player_view(context.user_id)
    for action in seen.legal:
        if format_action(action) == move:
            press = press_for(action, seen)
            return press if isinstance(press, ConfirmAction) else None
    return None


def _barred_move(said: ActionParser, typed: str) -> str:
    """Return the notation of an illegal move, or of a card in any words; "" for neither."""
    try:
        return format_action(parse_action(typed))
    except rule_errors.BadNotation:
        card = said.barred_card(typed)
        return "" if card is None else format_action(card)


def _ambiguous(said: ActionParser, typed: str, found: Sequence[actions.Action]) -> Refused:
    """Refuse an ambiguous or partial move, and list the candidates or all moves."""
    near = found or (said.suggest(typed) if squash_text(typed) else ())
    why = Refusal.SEVERAL_MOVES if near else Refusal.NO_SUCH_MOVE
    return Refused(why, text=safe_name(typed), moves=said.list_actions(near or said.actions))
