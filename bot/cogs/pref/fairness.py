"""/pref verify: the origin of a deck."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.table import VerifyDeck
from bot.front.desk import InteractionHandler
from bot.front.translator import localized


class FairnessCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("verify", "command.verify"),
        description=localized("Where a deck came from, and how to check it", "command.verify.help"),
    )
    @app_commands.rename(deal=localized("deal", "command.verify.deal"))
    @app_commands.describe(
        deal=localized(
            "The last one with a published seed unless named", "command.verify.deal.help"
        )
    )
    async def verify(
        self, interaction: Interaction, deal: app_commands.Range[int, 1, 9999] | None = None
    ) -> None:
        await self.handler.run_command(interaction, VerifyDeck(deal))
