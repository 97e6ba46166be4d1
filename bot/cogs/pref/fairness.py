"""/pref verify: the origin of a deck."""

from discord import Interaction, app_commands
from discord.ext import commands

from bot.deeds.table import Verify
from bot.front.desk import Desk
from bot.front.translator import word


class FairnessCog(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=word("verify", "command.verify"),
        description=word("Where a deck came from, and how to check it", "command.verify.help"),
    )
    @app_commands.rename(deal=word("deal", "command.verify.deal"))
    @app_commands.describe(
        deal=word("The last one with a published seed unless named", "command.verify.deal.help")
    )
    async def verify(
        self, interaction: Interaction, deal: app_commands.Range[int, 1, 9999] | None = None
    ) -> None:
        await self.desk.do(interaction, Verify(deal))
