"""/pref rules, /pref help."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.looking import ShowRules
from bot.deeds.server import Help
from bot.front.desk import Desk
from bot.front.translator import word


class HouseCog(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=word("rules", "command.rules"),
        description=word("The rules of this table in plain words", "command.rules.help"),
    )
    async def rules(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, ShowRules())

    @app_commands.command(
        name=word("help", "command.help"),
        description=word("How to play here", "command.help.help"),
    )
    async def help(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, Help())
