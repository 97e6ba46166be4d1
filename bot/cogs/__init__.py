"""The slash commands: each method understands an interaction and hands it to the desk."""

from collections.abc import Callable

from discord.ext import commands

from bot.cogs.analysis import AnalysisCog
from bot.cogs.etudes import EtudesCog
from bot.cogs.fairness import FairnessCog
from bot.cogs.house import HouseCog
from bot.cogs.lobby import LobbyCog
from bot.cogs.play import PlayCog
from bot.cogs.scores import ScoresCog
from bot.front.desk import Desk

COGS: tuple[Callable[[Desk], commands.Cog], ...] = (
    LobbyCog,
    PlayCog,
    ScoresCog,
    HouseCog,
    EtudesCog,
    AnalysisCog,
    FairnessCog,
)
