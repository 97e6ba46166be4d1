"""The slash commands: each method understands an interaction and hands it to the desk.

What is said while a hand is played, of a table or of the ranking stands for itself, all else in the
group of ``bot.cogs.pref``.
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
