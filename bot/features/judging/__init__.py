"""Reported deals: a manager who did not play decides, and everybody at the table sees it.

judging_screens.py   the list of reports, and one deal with its players as A, B and C
ruling_handlers.py   reporting a deal; managers' pages and decisions, and telling the reporters
"""

from typing import Final

from bot.features.feature import Feature
from bot.features.judging import ruling_handlers

__all__ = ["JUDGING", "ruling_handlers"]

JUDGING: Final = Feature(hourly=ruling_handlers.tell_reporters)
