"""The group /pref: all commands outside a running hand, separate from other bots' commands.

A part is an ordinary cog; the group contains the commands of all parts.

match_cogs: score, last, history, rules, help, verify, takeback, analyse.
settings_cogs: me, server, privacy.
bot.features: learn, etude, profile.
"""

from discord import app_commands

from bot.cogs.pref.match_cogs import AnalysisCog, FairnessCog, RulesCog, ScoresCog, TakeBackCog
from bot.cogs.pref.settings_cogs import PrivacyCog, SettingsCog
from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.features import FEATURES
from bot.features.feature import CogFactory

PREF_PARTS: tuple[CogFactory, ...] = (
    ScoresCog,
    RulesCog,
    *(part for feature in FEATURES for part in feature.pref_parts),
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
