"""/leaderboard."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.server import Leaders
from bot.front.desk import Desk
from bot.front.translator import word


class LeadersCog(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=word("leaderboard", "command.leaderboard"),
        description=word("Who is best on this server", "command.leaderboard.help"),
    )
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, Leaders())
