"""The group /pref: all commands outside a running hand, separate from other bots' commands.

A part is an ordinary cog; the group contains the commands of all parts.

match_cogs: score, last, history, rules, help, verify, takeback.
study_cogs: analyse, profile, etude, learn.
settings_cogs: me, server, privacy.
"""

from collections.abc import Callable

from discord import app_commands
from discord.ext import commands

from bot.cogs.pref.match_cogs import FairnessCog, RulesCog, ScoresCog, TakeBackCog
from bot.cogs.pref.settings_cogs import PrivacyCog, SettingsCog
from bot.cogs.pref.study_cogs import AnalysisCog, LessonsCog, ProblemsCog
from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler

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
