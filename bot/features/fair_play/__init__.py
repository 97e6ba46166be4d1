"""Fair play on a server, /pref fairplay: what the bot guarantees; results of pairs for managers.

fair_play_screens.py   the pages
fair_play_handlers.py  the seals of open tables, the matches of a year
pair_results.py        what two members bring each other, with its error
"""

from typing import Final

from discord import Interaction, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.features.fair_play import fair_play_handlers
from bot.features.feature import Feature
from bot.ui_commands.server_commands import ShowFairPlay

__all__ = ["FAIR_PLAY", "fair_play_handlers"]


class FairPlayCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("fairplay", "command.fairplay"),
        description=localized(
            "What the bot guarantees, and how to check it", "command.fairplay.help"
        ),
    )
    async def fairplay(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, ShowFairPlay())


FAIR_PLAY: Final = Feature(pref_parts=(FairPlayCog,))
