"""/pref score, last, history, rules, help, verify, takeback: the match of this channel."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.looking import ShowLastTrick, ShowScore
from bot.deeds.server import ShowHistory
from bot.front.desk import InteractionHandler
from bot.front.translator import localized


class ScoresCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("score", "command.score"),
        description=localized("The sheet of this table", "command.score.help"),
    )
    async def score(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, ShowScore())

    @app_commands.command(
        name=localized("last", "command.last"),
        description=localized("The last trick, and the course of this deal", "command.last.help"),
    )
    async def last(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, ShowLastTrick())

    @app_commands.command(
        name=localized("history", "command.history"),
        description=localized("Finished games of this server", "command.history.help"),
    )
    async def history(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, ShowHistory())
