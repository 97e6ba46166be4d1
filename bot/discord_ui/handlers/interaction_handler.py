"""Entry points of all interactions: buttons, selects, modals and commands."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

import discord
from discord import app_commands

from bot.discord_ui import start_times
from bot.discord_ui.components import TYPED_FIELD, read_component, read_modal
from bot.discord_ui.delivery import OWN_COMMAND_KEY, MessageReader, server_of
from bot.discord_ui.handlers import registry, server_pages, table_changes, table_pages
from bot.discord_ui.handlers.context import Context, Services, TableContext
from bot.discord_ui.handlers.lobby_handlers import (
    NewSoloTable,
    NewTable,
    NewWeeklyTable,
    add_weekly_table,
    open_solo,
    open_table,
)
from bot.discord_ui.handlers.table_pages import confirm_action
from bot.discord_ui.handlers.table_rules import save_rules, set_house_rules
from bot.discord_ui.responses import HAND_KEY, is_private_click
from bot.engine import actions, deal, rules, view
from bot.engine.cards import TABLE_SEAT
from bot.engine.notation import format_action, parse_action
from bot.engine.rules import IllegalAction, RuleReason
from bot.model.refusals import Refusal, Refused
from bot.model.settings import SettingChange
from bot.render.hand.decision import press_for
from bot.render.hand.typed_input import ActionParser, action_label, squash_text
from bot.render.rule_text import preset_label, presets_by_family
from bot.render.screen import ActionPress, safe_name, unescaped_name
from bot.render.words import Words
from bot.tables import Table, moves
from bot.ui_commands import play_commands, server_commands
from bot.ui_commands.codec import ServerCommand, TableCommand, command_text
from bot.ui_commands.play_commands import ConfirmAction, NextDeal


class InteractionHandler:
    """Handles every interaction of users with the bot."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.typed_moves = TypedMoves(services)

    async def on_component(self, interaction: discord.Interaction) -> None:
        """Handle a button or a select, perhaps of an earlier process; game 0 stands for none."""
        async with self.services.responder.report_errors(interaction):
            game, version, press = read_component(interaction)
            if not game:
                if not isinstance(press, ServerCommand):
                    raise Refused(Refusal.NO_SUCH_BUTTON)
                await registry.run_server_command(await self._context(interaction), press)
                return
            table_context = await self._context_at(
                interaction, await self.services.tables.get(game)
            )
            if isinstance(press, ActionPress):
                await self._play(table_context, version, press.text)
            elif isinstance(press, TableCommand):
                await registry.run_table_command(table_context, press)
            else:
                raise Refused(Refusal.NO_SUCH_BUTTON)

    async def run_command(
        self,
        interaction: discord.Interaction,
        command: TableCommand | ServerCommand,
        elsewhere: ServerCommand | None = None,
    ) -> None:
        """Handle a typed UI command, for the table of the channel or without one.

        Where no table is, a table's command refuses, or is the one called ``elsewhere``.
        """
        async with self.services.responder.report_errors(interaction):
            if isinstance(command, ServerCommand):
                await registry.run_server_command(await self._context(interaction), command)
                return
            try:
                context = await self._context_here(interaction)
            except Refused as refused:
                if elsewhere is None or refused.reason is not Refusal.NO_TABLE_HERE:
                    raise
                await registry.run_server_command(await self._context(interaction), elsewhere)
                return
            await registry.run_table_command(context, command)

    async def run_own(
        self, interaction: discord.Interaction, work: Callable[[Context], Awaitable[None]]
    ) -> None:
        """Handle a slash command that reads and writes nothing of the server it is typed in."""
        interaction.extras[OWN_COMMAND_KEY] = True
        await self.run_typed(interaction, work)

    async def run_typed(
        self, interaction: discord.Interaction, work: Callable[[Context], Awaitable[None]]
    ) -> None:
        """Handle a slash command whose values fit into no button."""
        async with self.services.responder.report_errors(interaction):
            await work(await self._context(interaction))

    async def play_typed(self, interaction: discord.Interaction, text: str) -> None:
        """Handle a typed call, card or decision, once: a button has a version, and a word has none.

        Delivered again, a pass would answer the next question that the player is asked.
        """
        async with self.services.responder.report_errors(interaction):
            table_context = await self._context_here(interaction)
            if is_next_deal_text(table_context, text):
                await table_context.claim()
                await table_changes.deal_next(table_context, play_commands.NextDeal())
                return
            try:
                move = read_move(table_context, text)
            except IllegalAction as error:
                raise await self._with_player_name(table_context, error) from error
            if (asked := confirmation_of(table_context, move)) is not None:
                await confirm_action(table_context, asked)
                return
            await table_context.claim()
            await self._play(table_context, table_context.table.version, move)

    async def open_table(self, interaction: discord.Interaction, new: NewTable) -> None:
        async with self.services.responder.report_errors(interaction):
            await open_table(await self._context(interaction), new)

    async def open_solo(self, interaction: discord.Interaction, new: NewSoloTable) -> None:
        async with self.services.responder.report_errors(interaction):
            await open_solo(await self._context(interaction), new)

    async def open_weekly(self, interaction: discord.Interaction, new: NewWeeklyTable) -> None:
        async with self.services.responder.report_errors(interaction):
            await add_weekly_table(await self._context(interaction), new)

    async def set_server(self, interaction: discord.Interaction, *changes: SettingChange) -> None:
        """Change several server settings with one command."""
        async with self.services.responder.report_errors(interaction):
            await server_pages.change_server_settings(await self._context(interaction), *changes)

    async def on_modal(self, interaction: discord.Interaction) -> None:
        """Handle a submitted modal, perhaps one of an earlier process."""
        async with self.services.responder.report_errors(interaction):
            payload: Mapping[str, object] = dict(interaction.data or {})
            game, press, fields = read_modal(payload)
            if isinstance(press, ServerCommand):
                await registry.run_form(await self._context(interaction), press, fields)
                return
            typed = fields.get(TYPED_FIELD, "")
            if not isinstance(press, _TABLE_FORMS):
                raise Refused(Refusal.NO_SUCH_BUTTON)
            table_context = await self._context_at(
                interaction, await self.services.tables.get(game)
            )
            match press:
                case play_commands.CutDeck(deal):
                    await table_pages.cut_with_word(table_context, deal, typed)
                case server_commands.SaveRules():
                    await save_rules(table_context, typed)
                case _:
                    await set_house_rules(table_context, fields)

    async def on_command_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Respond to an error that a command raised."""
        async with self.services.responder.report_errors(interaction):
            if isinstance(error, app_commands.NoPrivateMessage):
                raise Refused(Refusal.SERVER_ONLY)
            if isinstance(error, _OUTDATED_COMMAND):
                raise Refused(Refusal.NO_SUCH_COMMAND)
            raise error

    async def _context(self, interaction: discord.Interaction) -> Context:
        reader = MessageReader.from_interaction(interaction)
        words = await self.services.preferences.words_for_reader(reader)
        return Context(self.services, interaction, words, reader.user_id, reader.guild_id)

    async def _context_at(self, interaction: discord.Interaction, table: Table) -> TableContext:
        context = (await self._context(interaction)).at_table(table)
        if table.state.base_game is not None and table.state.seat_of(context.user_id) is not None:
            interaction.extras[HAND_KEY] = table.id
        return context

    async def _context_here(self, interaction: discord.Interaction) -> TableContext:
        place, guild = interaction.channel_id or 0, server_of(interaction) or 0
        table = await self.services.tables.find_here_or_last(place, interaction.user.id, guild)
        return await self._context_at(interaction, table)

    async def _play(self, context: TableContext, version: int, text: str) -> None:
        """Perform an action of the rules; a refusal redraws the clicked hand."""
        try:
            await context.change(moves.act, context.user_id, version, text)
        except (Refused, IllegalAction) as error:
            refused = await self._with_player_name(context, error)
            seated = context.table.state.seat_of(context.user_id) is not None
            if not (seated and is_private_click(context.interaction) and context.table.game):
                raise refused from error
            await context.show_hand(
                note=self.services.responder.render_refusal(refused, context.words)
            )
            return
        await context.show_hand()

    async def _with_player_name(
        self, context: TableContext, error: Refused | IllegalAction
    ) -> Refused | IllegalAction:
        """Add the name of the player to act to the refusal "not your turn"."""
        seat = context.table.state.seat_to_act()
        if not isinstance(error, IllegalAction) or error.reason is not RuleReason.NOT_YOUR_TURN:
            return error
        if seat is None or seat == TABLE_SEAT:
            return error
        facts = await self.services.table_data.of(context.table, context.words)
        return Refused(Refusal.NOT_YOUR_TURN, name=facts.name(seat))


# Typed moves: autocomplete of legal moves, and parsing of free text.

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
        return _matching(((name, name) for name in start_times.zone_names()), typed)

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
        raise rules.IllegalAction(rules.RuleReason.NOT_YOUR_TURN)
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
    except rules.BadNotation:
        card = said.barred_card(typed)
        return "" if card is None else format_action(card)


def _ambiguous(said: ActionParser, typed: str, found: Sequence[actions.Action]) -> Refused:
    """Refuse an ambiguous or partial move, and list the candidates or all moves."""
    near = found or (said.suggest(typed) if squash_text(typed) else ())
    why = Refusal.SEVERAL_MOVES if near else Refusal.NO_SUCH_MOVE
    return Refused(why, text=safe_name(typed), moves=said.list_actions(near or said.actions))


# errors from clients that still show an earlier command list
_OUTDATED_COMMAND = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)


_TABLE_FORMS = (
    play_commands.CutDeck,
    server_commands.SaveRules,
    play_commands.ShowHouseRuleGroup,
    play_commands.ShowHouseRule,
)
