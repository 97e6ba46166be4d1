"""/rules, /settings, /help."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.server import Help, Settings
from bot.deeds.table import ShowRules
from bot.front.desk import Desk
from bot.front.translator import word


class HouseCog(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=word("rules", "command.rules"),
        description=word("The rules of this table in plain words", "command.rules.help"),
    )
    @app_commands.guild_only()
    async def rules(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, ShowRules())

    @app_commands.command(
        name=word("settings", "command.settings"),
        description=word("Your language, and the settings of this server", "command.settings.help"),
    )
    @app_commands.guild_only()
    async def settings(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, Settings())

    @app_commands.command(
        name=word("help", "command.help"),
        description=word("How to play here", "command.help.help"),
    )
    @app_commands.guild_only()
    async def help(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, Help())
