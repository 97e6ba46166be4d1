"""Reported deals: a manager who did not play decides, and everybody at the table sees it.

judging_screens.py   the list of reports, and one deal with its players as A, B and C
report_handlers.py   reporting a deal, and its limits
ruling_handlers.py   the pages of managers, their decisions, and telling the reporters
"""

from typing import Final

from bot.features.feature import Feature
from bot.features.judging import report_handlers, ruling_handlers

__all__ = ["JUDGING", "report_handlers"]

JUDGING: Final = Feature(hourly=ruling_handlers.tell_reporters)
