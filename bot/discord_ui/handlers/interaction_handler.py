"""Entry points of all interactions: buttons, selects, modals and commands."""

from collections.abc import Awaitable, Callable, Mapping

import discord
from discord import app_commands

from bot.discord_ui.components import TYPED_FIELD, read_component, read_modal
from bot.discord_ui.delivery import OWN_COMMAND_KEY, server_of
from bot.discord_ui.handlers import deck_checks, registry, server_pages, table_changes, typed_moves
from bot.discord_ui.handlers.context import Context, Services, TableContext
from bot.discord_ui.handlers.lobby_handlers import NewSoloTable, NewTable, open_solo, open_table
from bot.discord_ui.handlers.table_pages import confirm_action
from bot.discord_ui.handlers.table_rules import save_rules, set_house_rules
from bot.discord_ui.handlers.weekly_handlers import NewWeeklyTable, add_weekly_table
from bot.discord_ui.responses import HAND_KEY, is_private_click
from bot.engine.cards import TABLE_SEAT
from bot.engine.rule_errors import IllegalAction, RuleReason
from bot.model.refusals import Refusal, Refused
from bot.model.settings import SettingChange
from bot.render.screen import ActionPress
from bot.tables import Table, moves
from bot.ui_commands import play_commands, server_commands
from bot.ui_commands.codec import ServerCommand, TableCommand

# errors from clients that still show an earlier command list
_OUTDATED_COMMAND = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)


_TABLE_FORMS = (
    play_commands.CutDeck,
    server_commands.SaveRules,
    play_commands.ShowHouseRuleGroup,
    play_commands.ShowHouseRule,
)


class InteractionHandler:
    """Handles every interaction of users with the bot."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.typed_moves = typed_moves.TypedMoves(services)

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
        self, interaction: discord.Interaction, command: TableCommand | ServerCommand
    ) -> None:
        """Handle a typed UI command, for the table of the channel or without one."""
        async with self.services.responder.report_errors(interaction):
            if isinstance(command, ServerCommand):
                await registry.run_server_command(await self._context(interaction), command)
            else:
                await registry.run_table_command(await self._context_here(interaction), command)

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
        """Handle a typed call, card or decision."""
        async with self.services.responder.report_errors(interaction):
            table_context = await self._context_here(interaction)
            if typed_moves.is_next_deal_text(table_context, text):
                await table_changes.deal_next(table_context, play_commands.NextDeal())
                return
            try:
                move = typed_moves.read_move(table_context, text)
            except IllegalAction as error:
                raise await self._with_player_name(table_context, error) from error
            if (asked := typed_moves.confirmation_of(table_context, move)) is not None:
                await confirm_action(table_context, asked)
                return
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
                    await deck_checks.cut_with_word(table_context, deal, typed)
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
        words = await self.services.preferences.words_for(interaction)
        return Context(self.services, interaction, words)

    async def _context_at(self, interaction: discord.Interaction, table: Table) -> TableContext:
        context = (await self._context(interaction)).at_table(table)
        if table.state.seat_of(context.user_id) is not None and table.game is not None:
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
