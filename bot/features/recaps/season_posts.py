"""Posts a server's recap of a season once it is over, where a manager has named a channel."""

import logging
from dataclasses import replace

import discord

from bot.discord_ui.delivery import nonce_of
from bot.discord_ui.failures import REQUEST_ERRORS, RequestFailure, failure_of
from bot.discord_ui.handlers.context import Services
from bot.discord_ui.handlers.public_posts import ServerPost, post_in_channel
from bot.features.recaps.recap_handlers import read_recap, server_name
from bot.features.recaps.recap_screens import shared_recap_screen
from bot.model.periods import season_before
from bot.model.settings import GuildSettings
from bot.workers import TooSlow

log = logging.getLogger(__name__)


async def post_season_recaps(services: Services, client: discord.Client) -> None:
    """Post what is due on all servers of this process.  Raises StorageTrouble."""
    season = season_before(services.tables.services.now())
    owned = services.tables.services.owned
    for guild in await services.store.preferences.guilds_with_recap():
        server = client.get_guild(guild.guild_id)
        if server is None or guild.recap_season == season or not owned.covers(guild.guild_id):
            continue
        if not guild.recap_season:  # the channel was named in this season: it is the first
            await _record(services, guild, season)
            continue
        await _post_season(services, client, server, guild, season)


async def _post_season(
    services: Services,
    client: discord.Client,
    server: discord.Guild,
    guild: GuildSettings,
    season: str,
) -> None:
    recap = await read_recap(services, server.id, 0, season, server_name(server))
    if recap is not None:
        preferred = str(server.preferred_locale)
        words = await services.preferences.words_for_server(server.id, preferred)
        screen = shared_recap_screen(recap, words, is_season_end=True)
        try:
            channel, nonce = guild.recap_channel or 0, nonce_of(f"recap {season} {server.id}")
            post = ServerPost(server.id, channel, screen, words, nonce)
            await post_in_channel(services, client, post)
        except TooSlow:  # within the next hour
            return
        except REQUEST_ERRORS as error:
            if failure_of(error) is RequestFailure.BUSY:  # within the next hour
                return
            # also of unknown outcome: an hour later the nonce no longer prevents a second post
            log.warning("the post of the recap on server %s failed: %s", server.id, error)
    await _record(services, guild, season)


async def _record(services: Services, guild: GuildSettings, season: str) -> None:
    await services.preferences.change_server(
        guild.guild_id, lambda now: replace(now, recap_season=season)
    )
