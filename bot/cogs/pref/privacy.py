"""/pref privacy: the data stored about a player."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.server import ShowPrivacy
from bot.front.desk import InteractionHandler
from bot.front.translator import localized


class PrivacyCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("privacy", "command.privacy"),
        description=localized(
            "What is stored of you: see it, take it along, delete it", "command.privacy.help"
        ),
    )
    async def privacy(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, ShowPrivacy())
