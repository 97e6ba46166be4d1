"""The slash commands, and what becomes of one that fails."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

if TYPE_CHECKING:
    from bot.app.client import PreferansBot


class CommandTree(app_commands.CommandTree["PreferansBot"]):
    """The slash commands; whatever one lets through is answered at the desk."""

    async def on_error(
        self,
        interaction: "discord.Interaction[PreferansBot]",
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        await self.client.desk.command_failed(interaction, error)
