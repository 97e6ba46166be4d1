"""Slash commands: each method parses an interaction and passes it to the handlers.

table_cog: the group /table, weekly tables included.
hand_cog: /hand, /bid, /play, /hint, /claim.
leaderboard_cog: /leaderboard.
pref: the group /pref with everything else.
"""

from collections.abc import Callable

from discord.ext import commands

from bot.cogs.hand_cog import HandCog
from bot.cogs.leaderboard_cog import LeaderboardCog
from bot.cogs.pref import PrefGroup
from bot.cogs.table_cog import TableCog
from bot.discord_ui.handlers import InteractionHandler

__all__ = ["COGS", "PrefGroup"]

COGS: tuple[Callable[[InteractionHandler], commands.Cog], ...] = (TableCog, HandCog, LeaderboardCog)
