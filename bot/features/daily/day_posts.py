"""Posts the six deals once a day where a manager has named a channel."""

import logging
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import discord

from bot.discord_ui.delivery import nonce_of
from bot.discord_ui.failures import REQUEST_ERRORS, RequestFailure, failure_of
from bot.discord_ui.handlers.context import Services
from bot.discord_ui.handlers.public_posts import ServerPost, post_in_channel
from bot.discord_ui.time_parsing import zone_of
from bot.features.daily.day_screens import invitation_screen
from bot.features.daily.server_days import invitation_of
from bot.model.periods import day_of
from bot.model.settings import GuildSettings
from bot.workers import TooSlow

log = logging.getLogger(__name__)

_MORNING: Final = 8  # no post earlier, on the server's clock


async def post_days(services: Services, client: discord.Client) -> None:
    """Post what is due on all servers of this process.  Raises StorageTrouble."""
    now, owned = services.tables.services.now(), services.tables.services.owned
    for guild in await services.store.preferences.guilds_with_daily():
        server = client.get_guild(guild.guild_id)
        if server is not None and owned.covers(guild.guild_id) and is_post_due(guild, now):
            await _post_day(services, client, server, guild)


def is_post_due(guild: GuildSettings, now: int) -> bool:
    """True from the morning on, by the server's clock, until the day (UTC) is posted."""
    hour = datetime.fromtimestamp(now, UTC).astimezone(zone_of(guild.zone)).hour
    return guild.daily_posted < day_of(now) and hour >= _MORNING


async def _post_day(
    services: Services, client: discord.Client, server: discord.Guild, guild: GuildSettings
) -> None:
    today = day_of(services.tables.services.now())
    words = await services.preferences.words_for_server(server.id, str(server.preferred_locale))
    invitation = await invitation_of(services, guild, server.id, today)
    screen = invitation_screen(invitation, words)
    channel, nonce = guild.daily_channel or 0, nonce_of(f"day {today} {server.id}")
    try:
        await post_in_channel(
            services, client, ServerPost(server.id, channel, screen, words, nonce)
        )
    except TooSlow:  # within the next hour
        return
    except REQUEST_ERRORS as error:
        if failure_of(error) is RequestFailure.BUSY:  # within the next hour
            return
        log.warning("the post of the six deals on server %s failed: %s", server.id, error)
    await record_day_post(services, server.id, today)


async def record_day_post(services: Services, guild_id: int, day: int) -> None:
    """Record the post of a day as done.

    Also one of unknown outcome: an hour later its nonce no longer prevents a second post.
    """
    await services.preferences.change_server(guild_id, lambda now: replace(now, daily_posted=day))
