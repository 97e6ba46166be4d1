"""The group /pref: all commands outside a running hand, separate from other bots' commands.

A part is an ordinary cog; the group contains the commands of all parts.

match_cogs: score, last, history, rules, help, verify, takeback.
study_cogs: analyse, profile, etude, learn.
settings_cogs: me, server, privacy.
"""

from collections.abc import Callable

from discord import app_commands
from discord.ext import commands

from bot.cogs.pref.analysis import AnalysisCog
from bot.cogs.pref.etudes import EtudesCog
from bot.cogs.pref.fairness import FairnessCog
from bot.cogs.pref.house import HouseCog
from bot.cogs.pref.lessons import LessonsCog
from bot.cogs.pref.privacy import PrivacyCog
from bot.cogs.pref.scores import ScoresCog
from bot.cogs.pref.settings import SettingsCog
from bot.cogs.pref.twice import TwiceCog
from bot.front.desk import Desk
from bot.front.translator import word

PARTS: tuple[Callable[[Desk], commands.Cog], ...] = (
    ScoresCog,
    HouseCog,
    LessonsCog,
    EtudesCog,
    AnalysisCog,
    FairnessCog,
    SettingsCog,
    PrivacyCog,
    TwiceCog,
)


@app_commands.guild_only()
class Pref(app_commands.Group):
    """The commands of all parts. A duplicate name, or too many for Discord, fails the start."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(
            name=word("pref", "command.pref"),
            description=word("The sheet, past games, study and settings", "command.pref.help"),
        )
        for part in PARTS:
            for command in part(desk).get_app_commands():
                self.add_command(command)
