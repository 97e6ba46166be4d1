"""Slash commands: each method parses an interaction and passes it to the handlers.

table_cog: the group /table, weekly tables included.
hand_cog: /hand, /bid, /play, /hint, /claim.
leaderboard_cog: /leaderboard.
pref: the group /pref with everything else.
"""

from collections.abc import Callable

from discord.ext import commands

from bot.cogs.leaders import LeadersCog
from bot.cogs.lobby import LobbyCog
from bot.cogs.play import PlayCog
from bot.cogs.pref import Pref
from bot.front.desk import Desk

__all__ = ["COGS", "Pref"]

COGS: tuple[Callable[[Desk], commands.Cog], ...] = (LobbyCog, PlayCog, LeadersCog)
