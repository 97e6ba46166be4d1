"""/pref takeback."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.twice import TakeBack
from bot.front.desk import Desk
from bot.front.translator import word


class TwiceCog(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=word("takeback", "command.takeback"),
        description=word("Ask for your last call or card back", "command.takeback.help"),
    )
    async def takeback(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, TakeBack())
