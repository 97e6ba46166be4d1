"""/pref analyse, profile, etude, learn: post-mortems, statistics, problems and lessons."""

from discord import Interaction, Member, User, app_commands
from discord.ext import commands

from bot.deeds.looking import ShowPostMortem
from bot.deeds.server import ShowProfile
from bot.front.desk import InteractionHandler
from bot.front.translator import localized


class AnalysisCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("analyse", "command.analyse"),
        description=localized(
            "What a deal of this table was worth, card by card", "command.analyse.help"
        ),
    )
    @app_commands.rename(deal=localized("deal", "command.analyse.deal"))
    @app_commands.describe(deal=localized("The last one unless named", "command.analyse.deal.help"))
    async def analyse(
        self, interaction: Interaction, deal: app_commands.Range[int, 1, 9999] | None = None
    ) -> None:
        await self.handler.run_command(interaction, ShowPostMortem(deal))

    @app_commands.command(
        name=localized("profile", "command.profile"),
        description=localized("Luck and skill: yours, or another player's", "command.profile.help"),
    )
    @app_commands.rename(player=localized("player", "command.profile.player"))
    @app_commands.describe(player=localized("You unless named", "command.profile.player.help"))
    async def profile(self, interaction: Interaction, player: Member | User | None = None) -> None:
        wanted = player or interaction.user
        await self.handler.run_command(interaction, ShowProfile(wanted.id))
