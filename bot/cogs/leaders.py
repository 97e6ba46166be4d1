"""/leaderboard."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.server import ShowLeaderboard
from bot.front.desk import InteractionHandler
from bot.front.translator import localized


class LeaderboardCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("leaderboard", "command.leaderboard"),
        description=localized("Who is best on this server", "command.leaderboard.help"),
    )
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, ShowLeaderboard())
