"""/pref score, last, history, rules, help, verify, takeback: the match of this channel."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.looking import ShowLast, ShowScore
from bot.deeds.server import History
from bot.front.desk import Desk
from bot.front.translator import word


class ScoresCog(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=word("score", "command.score"),
        description=word("The sheet of this table", "command.score.help"),
    )
    async def score(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, ShowScore())

    @app_commands.command(
        name=word("last", "command.last"),
        description=word("The last trick, and the course of this deal", "command.last.help"),
    )
    async def last(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, ShowLast())

    @app_commands.command(
        name=word("history", "command.history"),
        description=word("Finished games of this server", "command.history.help"),
    )
    async def history(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, History())
