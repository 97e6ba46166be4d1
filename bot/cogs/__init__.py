"""Slash commands: each method parses an interaction and passes it to the handlers.

table_cog: the group /table, weekly tables included; /hand, /bid, /play, /hint, /claim.
groups: the groups /pref and /problem, and the menus of a message and of a user.

The commands of ``bot.features`` join these.
"""

from bot.cogs import table_cog
from bot.cogs.groups import PrefGroup, ProblemGroup, context_menus
from bot.features import FEATURES
from bot.features.feature import CogFactory

__all__ = ["COGS", "PrefGroup", "ProblemGroup", "context_menus"]

COGS: tuple[CogFactory, ...] = (
    table_cog.TableCog,
    table_cog.HandCog,
    *(cog for feature in FEATURES for cog in feature.cogs),
)
