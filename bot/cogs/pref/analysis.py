"""/pref analyse, profile, etude, learn: post-mortems, statistics, problems and lessons."""

from discord import Interaction, Member, User, app_commands
from discord.ext import commands

from bot.deeds.looking import Analyse
from bot.deeds.server import Profile
from bot.front.desk import Desk
from bot.front.translator import word


class AnalysisCog(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(
        name=word("analyse", "command.analyse"),
        description=word(
            "What a deal of this table was worth, card by card", "command.analyse.help"
        ),
    )
    @app_commands.rename(deal=word("deal", "command.analyse.deal"))
    @app_commands.describe(deal=word("The last one unless named", "command.analyse.deal.help"))
    async def analyse(
        self, interaction: Interaction, deal: app_commands.Range[int, 1, 9999] | None = None
    ) -> None:
        await self.desk.do(interaction, Analyse(deal))

    @app_commands.command(
        name=word("profile", "command.profile"),
        description=word("Luck and skill: yours, or another player's", "command.profile.help"),
    )
    @app_commands.rename(player=word("player", "command.profile.player"))
    @app_commands.describe(player=word("You unless named", "command.profile.player.help"))
    async def profile(self, interaction: Interaction, player: Member | User | None = None) -> None:
        wanted = player or interaction.user
        await self.desk.do(interaction, Profile(wanted.id))
