"""Post-mortem of a closed deal: its value under best play, and the cost of every card.

Open first:
    judging.py           the post-mortem and its records; judges every card
    forecast.py          tricks of each seat under best play, and how defenders share them;
                         double-dummy tables: tricks of each player as declarer in every strain
    record.py            a recorded deal, replayed card by card
"""

from bot.analysis.postmortem.forecast import (
    DECLARER_STRAINS,
    DoubleDummyRow,
    double_dummy_table,
)
from bot.analysis.postmortem.judging import JudgedCard, PlayKind, PostMortem, post_mortem
from bot.analysis.postmortem.record import DealRecord

__all__ = [
    "DECLARER_STRAINS",
    "DealRecord",
    "DoubleDummyRow",
    "JudgedCard",
    "PlayKind",
    "PostMortem",
    "double_dummy_table",
    "post_mortem",
]
