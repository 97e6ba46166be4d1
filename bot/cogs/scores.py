"""/score, /leaderboard, /history."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.server import History, Leaders
from bot.deeds.table import ShowScore
from bot.front.desk import Desk
from bot.front.translator import word

Choices = list[app_commands.Choice[str]]


class ScoresCog(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=word("score", "command.score"),
        description=word("The sheet of this table", "command.score.help"),
    )
    @app_commands.guild_only()
    async def score(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, ShowScore())

    @app_commands.command(
        name=word("leaderboard", "command.leaderboard"),
        description=word("Who is best on this server", "command.leaderboard.help"),
    )
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, Leaders())

    @app_commands.command(
        name=word("history", "command.history"),
        description=word("Finished games of this server", "command.history.help"),
    )
    @app_commands.guild_only()
    async def history(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, History())
