"""Slash commands: each method parses an interaction and passes it to the handlers.

table_cog: the group /table, weekly tables included.
hand_cog: /hand, /bid, /play, /hint, /claim.
pref: the group /pref with everything else.

The commands of ``bot.features`` join these.
"""

from bot.cogs import hand_cog, table_cog
from bot.cogs.pref import PrefGroup
from bot.features import FEATURES
from bot.features.feature import CogFactory

__all__ = ["COGS", "PrefGroup"]

COGS: tuple[CogFactory, ...] = (
    table_cog.TableCog,
    hand_cog.HandCog,
    *(cog for feature in FEATURES for cog in feature.cogs),
)
