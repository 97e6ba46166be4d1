"""/pref privacy: the data stored about a player."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.server import Privacy
from bot.front.desk import Desk
from bot.front.translator import word


class PrivacyCog(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=word("privacy", "command.privacy"),
        description=word(
            "What is stored of you: see it, take it along, delete it", "command.privacy.help"
        ),
    )
    async def privacy(self, interaction: Interaction) -> None:
        await self.desk.do(interaction, Privacy())
