"""/leaderboard."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.ui_commands.server_commands import ShowLeaderboard


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
