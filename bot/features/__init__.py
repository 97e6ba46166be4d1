"""Vertical packages: each holds all that one feature has of screens, handlers and commands.

daily: /pref today, six deals a day that everybody plays against robots.
deals: /pref deal: one deal by its code, its text or a file, kept and played again.
fair_play: /pref fairplay, what the bot guarantees; results of pairs for managers.
judging: reported deals, and what managers decide about them.
leagues: /pref league, leagues and tournaments of a server.
lessons: /pref learn, a first deal step by step.
problems: /pref etude, set problems and the problem of the day.
recaps: /pref recap, a season or a year as a picture.
rankings: /leaderboard and /pref profile, and the verification of the results behind them.

solo_play.py: what they share: a deal played alone, and cards of open days kept to themselves.

A feature stands in one line of ``FEATURES``.  Importing it registers its handlers, or names the
module that is imported with the first of its commands (``handled_in``); the rooms above take its
slash commands and its background work from its ``Feature``.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

import discord

from bot.discord_ui.handlers.context import Services
from bot.features.daily import DAILY
from bot.features.deals import DEALS
from bot.features.fair_play import FAIR_PLAY
from bot.features.feature import Feature
from bot.features.judging import JUDGING
from bot.features.leagues import LEAGUES
from bot.features.lessons import LESSONS
from bot.features.problems import PROBLEMS
from bot.features.rankings import RANKINGS
from bot.features.recaps import RECAPS
from bot.model.enums import ALL_SHARDS, ShardRange
from bot.store import StorageTrouble, Store

log = logging.getLogger(__name__)
_HOUR: Final = 3600.0
FEATURES: Final[tuple[Feature, ...]] = (
    *(DAILY, DEALS, FAIR_PLAY, JUDGING, LEAGUES, LESSONS, PROBLEMS, RANKINGS, RECAPS),
)


@asynccontextmanager
async def features_running(store: Store, owned: ShardRange = ALL_SHARDS) -> AsyncIterator[None]:
    """Run the background work of all features during the block."""
    async with AsyncExitStack() as running:
        for feature in FEATURES:
            if feature.background is not None:
                await running.enter_async_context(feature.background(store, owned))
        yield


def start_features(
    services: Services, client: discord.Client
) -> tuple[Callable[[], Awaitable[None]], ...]:
    """Start the work of all features that needs Discord; return what stops it."""
    starts = (feature.start for feature in FEATURES)
    return tuple(start(services, client) for start in starts if start is not None)


async def work_hourly(services: Services, client: discord.Client) -> None:
    """Do the hourly work of all features until cancelled; what fails is tried an hour later."""
    while True:
        for feature in FEATURES:
            if feature.hourly is None:
                continue
            try:
                await feature.hourly(services, client)
            except StorageTrouble as trouble:
                log.warning("hourly work waits for the storage: %s", trouble)
            except Exception as error:
                log.error("hourly work failed: %s", type(error).__name__)
        await asyncio.sleep(_HOUR)
