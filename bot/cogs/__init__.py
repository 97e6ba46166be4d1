"""Slash commands: each method parses an interaction and passes it to the handlers.

table_cog: the group /table, weekly tables included.
hand_cog: /hand, /bid, /play, /hint, /claim.
leaderboard_cog: /leaderboard.
pref: the group /pref with everything else.
"""

from collections.abc import Callable

from discord.ext import commands

from bot.cogs.leaders import LeaderboardCog
from bot.cogs.lobby import TableCog
from bot.cogs.play import HandCog
from bot.cogs.pref import PrefGroup
from bot.front.desk import InteractionHandler

__all__ = ["COGS", "PrefGroup"]

COGS: tuple[Callable[[InteractionHandler], commands.Cog], ...] = (TableCog, HandCog, LeaderboardCog)
