"""/rules, /settings, /help."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.server import Help, ServerZone, Settings
from bot.deeds.table import ShowRules
from bot.front.desk import Desk
from bot.front.translator import word

Choices = list[app_commands.Choice[str]]


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
    @app_commands.rename(zone=word("zone", "command.settings.zone"))
    @app_commands.describe(
        zone=word("The server's time zone, such as Europe/Vienna", "command.settings.zone.help")
    )
    @app_commands.guild_only()
    async def settings(self, interaction: Interaction, zone: str | None = None) -> None:
        await self.desk.do(interaction, Settings() if zone is None else ServerZone(zone))

    @settings.autocomplete("zone")
    async def zones(self, interaction: Interaction, typed: str) -> Choices:
        return self.desk.typed.zones(typed)

    @app_commands.command(
        name=word("help", "command.help"),
        description=word("How to play here", "command.help.help"),
    )
    @app_commands.guild_only()
    async def help(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, Help())
