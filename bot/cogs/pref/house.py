"""/pref rules, /pref help."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.looking import ShowRules
from bot.deeds.server import ShowHelp
from bot.front.desk import InteractionHandler
from bot.front.translator import localized


class RulesCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("rules", "command.rules"),
        description=localized("The rules of this table in plain words", "command.rules.help"),
    )
    async def rules(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, ShowRules())

    @app_commands.command(
        name=localized("help", "command.help"),
        description=localized("How to play here", "command.help.help"),
    )
    async def help(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, ShowHelp())
