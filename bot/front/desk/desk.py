"""Entry points of all interactions: buttons, selects, modals and commands."""

from collections.abc import Mapping

import discord
from discord import app_commands

from bot.deeds.notation import Deed
from bot.deeds.saved import SaveRules
from bot.deeds.server import ServerDeed
from bot.deeds.table import Cut, TableDeed
from bot.engine.cards import TABLE
from bot.engine.refusal import IllegalAction, RuleReason
from bot.front.answers import is_private_click
from bot.front.components import custom_ids, is_known, read_form, read_press
from bot.front.desk import weekly
from bot.front.desk.agreements import save
from bot.front.desk.changing import next_deal
from bot.front.desk.context import Caller, Office, Visit
from bot.front.desk.fairness import take_word
from bot.front.desk.lobby import open_solo, open_table
from bot.front.desk.pages import ServerSetting, server
from bot.front.desk.switchboard import anywhere, at_table
from bot.front.desk.typed import Typed, asks_for_next, read_move
from bot.front.members import PREFIX
from bot.refusals import Refusal, Refused
from bot.render.screen import Act, Press
from bot.tables import Table, moves
from bot.terms import Clock

# errors from clients that still show an earlier command list
_NOT_OURS = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)


class Desk:
    """Handles every interaction of users with the bot."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.typed = Typed(office)

    async def pressed(
        self, interaction: discord.Interaction, game: int, version: int, said: str
    ) -> None:
        """Handle a button or a select; game 0 stands for none."""
        async with self.office.answers.polite(interaction):
            press = read_press(said)
            if not game:
                await self._without_table(interaction, press)
                return
            visit = await self._visit(interaction, await self.office.tables.get(game))
            if isinstance(press, Act):
                await self._act(visit, version, press.text)
            elif isinstance(press, TableDeed):
                await at_table(visit, press)
            else:
                raise Refused(Refusal.NO_SUCH_BUTTON)

    async def do(self, interaction: discord.Interaction, deed: Deed) -> None:
        """Handle a typed UI command, for the table of the channel or without one."""
        async with self.office.answers.polite(interaction):
            if isinstance(deed, ServerDeed):
                await self._anywhere(interaction, deed)
            else:
                await at_table(await self._visit_here(interaction), deed)

    async def say(self, interaction: discord.Interaction, text: str) -> None:
        """Handle a typed call, card or decision."""
        async with self.office.answers.polite(interaction):
            visit = await self._visit_here(interaction)
            if asks_for_next(visit, text):
                await next_deal(visit)
                return
            try:
                move = read_move(visit, text)
            except IllegalAction as error:
                raise await self._named(visit, error) from error
            await self._act(visit, visit.table.version, move)

    async def open_table(
        self,
        interaction: discord.Interaction,
        preset: str | None,
        target: int | None,
        seats: int | None,
        clock: Clock | None,
        friendly: bool,
        start: str | None = None,
    ) -> None:
        async with self.office.answers.polite(interaction):
            await open_table(
                self.office, interaction, preset, target, seats, clock, friendly, start
            )

    async def open_solo(
        self,
        interaction: discord.Interaction,
        preset: str | None,
        target: int | None,
        seats: int | None,
        level: str | None,
    ) -> None:
        async with self.office.answers.polite(interaction):
            words = await self.office.languages.of(interaction)
            caller = Caller(self.office, interaction, words)
            await open_solo(caller, preset, target, seats, level)

    async def set_server(self, interaction: discord.Interaction, *deeds: ServerSetting) -> None:
        """Change several server settings with one command."""
        async with self.office.answers.polite(interaction):
            words = await self.office.languages.of(interaction)
            await server(Caller(self.office, interaction, words), *deeds)

    async def open_weekly(
        self,
        interaction: discord.Interaction,
        weekday: int | None,
        time: str | None,
        preset: str | None,
        target: int | None,
        seats: int | None,
        clock: Clock | None,
    ) -> None:
        async with self.office.answers.polite(interaction):
            words = await self.office.languages.of(interaction)
            caller = Caller(self.office, interaction, words)
            await weekly.add(caller, weekday, time, preset, target, seats, clock)

    async def filled_in(self, interaction: discord.Interaction) -> None:
        """Handle a submitted modal, perhaps one of an earlier process."""
        async with self.office.answers.polite(interaction):
            payload: Mapping[str, object] = dict(interaction.data or {})
            game, press, typed = read_form(payload)
            if not isinstance(press, Cut | SaveRules):
                raise Refused(Refusal.NO_SUCH_BUTTON)
            visit = await self._visit(interaction, await self.office.tables.get(game))
            if isinstance(press, Cut):
                await take_word(visit, press.deal, typed)
            else:
                await save(visit, typed)

    async def unknown(self, interaction: discord.Interaction) -> None:
        """Refuse clicks on components that no DynamicItem handles."""
        if interaction.type is not discord.InteractionType.component:
            return
        payload: Mapping[str, object] = dict(interaction.data or {})
        pressed = str(payload.get("custom_id", ""))
        ours = is_known(pressed)
        if ours and pressed in custom_ids(interaction.message):
            return
        if pressed.startswith(PREFIX) or not ours:
            refused = Refused(Refusal.NO_SUCH_BUTTON)
            await self.office.answers.refuse(interaction, refused)

    async def command_failed(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Respond to an error that a command raised."""
        async with self.office.answers.polite(interaction):
            if isinstance(error, app_commands.NoPrivateMessage):
                raise Refused(Refusal.SERVER_ONLY)
            if isinstance(error, _NOT_OURS):
                raise Refused(Refusal.NO_SUCH_COMMAND)
            raise error

    async def _visit(self, interaction: discord.Interaction, table: Table) -> Visit:
        words = await self.office.languages.of(interaction)
        return Caller(self.office, interaction, words).at(table)

    async def _visit_here(self, interaction: discord.Interaction) -> Visit:
        place, guild = interaction.channel_id or 0, interaction.guild_id or 0
        table = await self.office.tables.last_here(place, interaction.user.id, guild)
        return await self._visit(interaction, table)

    async def _without_table(self, interaction: discord.Interaction, press: Press) -> None:
        if not isinstance(press, ServerDeed):
            raise Refused(Refusal.NO_SUCH_BUTTON)
        await self._anywhere(interaction, press)

    async def _anywhere(self, interaction: discord.Interaction, deed: ServerDeed) -> None:
        words = await self.office.languages.of(interaction)
        await anywhere(Caller(self.office, interaction, words), deed)

    async def _act(self, visit: Visit, version: int, text: str) -> None:
        """Perform an action of the rules; a refusal redraws the clicked hand."""
        try:
            await visit.change(moves.act, visit.user_id, version, text)
        except (Refused, IllegalAction) as error:
            refused = await self._named(visit, error)
            seated = visit.table.seat_of(visit.user_id) is not None
            if not (seated and is_private_click(visit.interaction) and visit.table.game):
                raise refused from error
            await visit.show_hand(note=self.office.answers.sentence(refused, visit.words))
            return
        await visit.show_hand()

    async def _named(self, visit: Visit, error: Refused | IllegalAction) -> Refused | IllegalAction:
        """Add the name of the player to act to the refusal "not your turn"."""
        seat = visit.table.asked()
        if not isinstance(error, IllegalAction) or error.reason is not RuleReason.NOT_YOUR_TURN:
            return error
        if seat is None or seat == TABLE:
            return error
        facts = await self.office.facts.of(visit.table, visit.words)
        return Refused(Refusal.NOT_YOUR_TURN, name=facts.name(seat))
