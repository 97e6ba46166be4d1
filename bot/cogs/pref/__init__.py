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
from bot.cogs.pref.etudes import ProblemsCog
from bot.cogs.pref.fairness import FairnessCog
from bot.cogs.pref.house import RulesCog
from bot.cogs.pref.lessons import LessonsCog
from bot.cogs.pref.privacy import PrivacyCog
from bot.cogs.pref.scores import ScoresCog
from bot.cogs.pref.settings import SettingsCog
from bot.cogs.pref.twice import TakeBackCog
from bot.front.desk import InteractionHandler
from bot.front.translator import localized

PREF_PARTS: tuple[Callable[[InteractionHandler], commands.Cog], ...] = (
    ScoresCog,
    RulesCog,
    LessonsCog,
    ProblemsCog,
    AnalysisCog,
    FairnessCog,
    SettingsCog,
    PrivacyCog,
    TakeBackCog,
)


@app_commands.guild_only()
class PrefGroup(app_commands.Group):
    """The commands of all parts. A duplicate name, or too many for Discord, fails the start."""

    def __init__(self, handler: InteractionHandler) -> None:
        super().__init__(
            name=localized("pref", "command.pref"),
            description=localized("The sheet, past games, study and settings", "command.pref.help"),
        )
        for part in PREF_PARTS:
            for command in part(handler).get_app_commands():
                self.add_command(command)
