"""Slash commands: each method parses an interaction and passes it to the handlers.

table_cog: the group /table, weekly tables included.
hand_cog: /hand, /bid, /play, /hint, /claim.
pref: the group /pref with everything else.

The commands of ``bot.features`` join these.
"""

from bot.cogs.hand_cog import HandCog
from bot.cogs.pref import PrefGroup
from bot.cogs.table_cog import TableCog
from bot.features import FEATURES
from bot.features.feature import CogFactory

__all__ = ["COGS", "PrefGroup"]

COGS: tuple[CogFactory, ...] = (
    TableCog,
    HandCog,
    *(cog for feature in FEATURES for cog in feature.cogs),
)
