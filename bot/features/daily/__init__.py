"""The six deals of a day: /pref today, the same cards and the same robots for everybody.

day_deals.py                 cards, seats and robots' lots of an event, from one seed
comparison.py                differences from the mean, matchpoints, places, streaks; the courses of
                             one deal, compared in a worker; pairs who play alike, for the host
day_screens.py               the overview, the hand, the seal
day_places.py                rows of a standing, and what made the first place
deal_comparison_pages.py     the courses of one deal, fetched and compared in a worker
deal_comparison_screens.py   what everybody made of one deal, and best play card by card
server_days.py               the event of a server, the people of its standing, the post of each day
reminders.py                 the reminder that somebody wished for
week_screens.py              the standings of a week, and of a day here and on all servers
week_handlers.py             the places of a day, the best five of seven days, seals of days
daily_handlers.py            the store keeps courses; robots think in a worker
private_events.py            made and joined by code: six deals, or tables with the same cards
table_event_pages.py         standing and deals of such tables, from their logs
table_event_screens.py       what these pages show
"""

from typing import Final

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.discord_ui.handlers.context import Services
from bot.discord_ui.handlers.registry import handled_in
from bot.features.daily import daily_handlers, private_events, reminders, server_days
from bot.features.feature import Feature
from bot.ui_commands.daily_commands import (
    CompareEventDeal,
    JoinPrivateEvent,
    ShowEventEverywhere,
    ShowEventLine,
    ShowPlaces,
    ShowSeals,
    ShowToday,
    ShowWeek,
)

__all__ = [
    "DAILY",
    "daily_handlers",
    "private_events",
]

handled_in(
    "bot.features.daily.deal_comparison_pages",
    *(CompareEventDeal, ShowEventLine),
)
handled_in(
    "bot.features.daily.week_handlers",
    *(ShowPlaces, ShowEventEverywhere, ShowWeek, ShowSeals),
)


class DailyCog(commands.Cog):
    """/pref today, at the server where it is typed."""

    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("today", "command.today"),
        description=localized("Six deals a day, the same for everybody", "command.today.help"),
    )
    @app_commands.rename(code=localized("code", "command.today.code"))
    @app_commands.describe(
        code=localized("Code of a private event of this server", "command.today.code.help")
    )
    async def today(
        self, interaction: Interaction, code: app_commands.Range[str, 1, 20] | None = None
    ) -> None:
        command = ShowToday() if code is None else JoinPrivateEvent(code.strip().lower())
        await self.handler.run_command(interaction, command)


async def keep_days(services: Services, client: discord.Client) -> None:
    """Seal the days ahead, post the day where it is due, remind, and show what has opened.

    Raises StorageTrouble.
    """
    await server_days.make_coming_events(services)
    await server_days.post_days(services, client)
    await reminders.remind_players(services, client)
    await private_events.redraw_opened_boards(services)


DAILY: Final = Feature(pref_parts=(DailyCog,), hourly=keep_days)
