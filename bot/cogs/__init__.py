"""Slash commands: each method parses an interaction and passes it to the handlers.

table_cog: the group /table, weekly tables included.
hand_cog: /hand, /bid, /play, /hint, /claim.
pref: the group /pref with everything else.
menus: the menus of a message and of a user.
problem_group: the group /problem, which goes with its user.

The commands of ``bot.features`` join these.
"""

from bot.cogs import hand_cog, table_cog
from bot.cogs.menus import context_menus
from bot.cogs.pref import PrefGroup
from bot.cogs.problem_group import ProblemGroup
from bot.features import FEATURES
from bot.features.feature import CogFactory

__all__ = ["COGS", "PrefGroup", "ProblemGroup", "context_menus"]

COGS: tuple[CogFactory, ...] = (
    table_cog.TableCog,
    hand_cog.HandCog,
    *(cog for feature in FEATURES for cog in feature.cogs),
)
