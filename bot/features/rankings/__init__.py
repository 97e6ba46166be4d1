"""Rankings: a server's leaderboard, /leaderboard, and a player's luck and skill, /pref profile.

ranking_screens.py   leaderboards, two members beside each other, the rating of a match
ranking_handlers.py  queries of the store for them
profile_screens.py   the profile and its charts
rating.py            the rating: points a match above an average member (docs/ratings.md)
rating_book.py       the ratings of all servers in memory, read behind the check of their results
title_awards.py      roles for the best of a server, given and taken once a day
play_estimates.py    numbers of play and of the same cards, with their errors
"""

from typing import Final

from discord import Interaction, Member, User, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.discord_ui.handlers.registry import handled_in
from bot.features.feature import Feature
from bot.features.rankings import rating_book, title_awards
from bot.ui_commands.server_commands import (
    ShowLeaderboard,
    ShowLeaderboardPage,
    ShowMatchRating,
    ShowProfile,
    ShowProfileInWords,
    ShowRanking,
    ShowRankingFilters,
    ShowRivals,
)

__all__ = ["RANKINGS"]

handled_in(
    "bot.features.rankings.ranking_handlers",
    *(ShowLeaderboard, ShowLeaderboardPage, ShowRanking, ShowRankingFilters, ShowRivals),
    *(ShowMatchRating, ShowProfile, ShowProfileInWords),
)


class LeaderboardCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("leaderboard", "command.leaderboard"),
        description=localized("Who is best on this server", "command.leaderboard.help"),
    )
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction) -> None:
        await self.handler.run_command(interaction, ShowLeaderboard())


class ProfileCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("profile", "command.profile"),
        description=localized("Luck and skill: yours, or another player's", "command.profile.help"),
    )
    @app_commands.rename(player=localized("player", "command.profile.player"))
    @app_commands.describe(player=localized("You unless named", "command.profile.player.help"))
    async def profile(self, interaction: Interaction, player: Member | User | None = None) -> None:
        wanted = player or interaction.user
        await self.handler.run_command(interaction, ShowProfile(wanted.id))


RANKINGS: Final = Feature(
    cogs=(LeaderboardCog,),
    pref_parts=(ProfileCog,),
    background=rating_book.history_check_running,
    hourly=title_awards.award_titles,
)
