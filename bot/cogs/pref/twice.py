"""/pref takeback."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.twice import TakeBackLastAction
from bot.front.desk import InteractionHandler
from bot.front.translator import localized


class TakeBackCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("takeback", "command.takeback"),
        description=localized("Ask for your last call or card back", "command.takeback.help"),
    )
    async def takeback(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, TakeBackLastAction())
