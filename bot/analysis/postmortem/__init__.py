"""What a closed deal was worth, and what every card of it cost: by best play, hands open."""

from bot.analysis.postmortem.judging import post_mortem
from bot.analysis.postmortem.record import Record
from bot.analysis.postmortem.strains import STRAINS, Makes, strains
from bot.analysis.postmortem.verdicts import Judged, Kind, PostMortem

__all__ = [
    "STRAINS",
    "Judged",
    "Kind",
    "Makes",
    "PostMortem",
    "Record",
    "post_mortem",
    "strains",
]
