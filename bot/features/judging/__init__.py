"""Reported deals: a manager who did not play decides, and everybody at the table sees it.

judging_screens.py   the list of reports, and one deal with its players as A, B and C
ruling_handlers.py   reporting a deal; managers' pages and decisions, and telling the reporters
"""

from typing import Final

import discord

from bot.discord_ui.handlers.context import Services
from bot.discord_ui.handlers.registry import handled_in
from bot.features.feature import Feature
from bot.ui_commands.server_commands import (
    CorrectLine,
    ReportDeal,
    RuleDeal,
    ShowReportedDeal,
    ShowReports,
)

__all__ = ["JUDGING"]

handled_in(
    "bot.features.judging.ruling_handlers",
    *(ShowReports, ShowReportedDeal, RuleDeal, CorrectLine, ReportDeal),
)


async def tell_of_decisions(services: Services, client: discord.Client) -> None:
    """Tell everybody whose report was answered since.  Raises StorageTrouble."""
    if await services.store.rulings.untold(services.tables.services.owned):
        from bot.features.judging import ruling_handlers  # most servers see no report

        await ruling_handlers.tell_reporters(services, client)


JUDGING: Final = Feature(hourly=tell_of_decisions)
