"""Posts a server's recap of a season once it is over, where a manager has named a channel."""

import asyncio
import logging
from dataclasses import replace

import discord

from bot.discord_ui.failures import REQUEST_ERRORS, RETRYABLE, failure_of
from bot.discord_ui.handlers.context import Services
from bot.discord_ui.messages.layout import DrawnPictures, build_layout, picture_files
from bot.features.recaps.recap import season_before
from bot.features.recaps.recap_handlers import read_recap, server_name
from bot.features.recaps.recap_screens import shared_recap_screen
from bot.model.settings import GuildSettings
from bot.render.screen import Screen
from bot.render.words import Words
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
            here = (server.id, guild.recap_channel or 0)
            await _send(services, client, here, screen, words)
        except TooSlow:  # within the next hour
            return
        except REQUEST_ERRORS as error:
            if failure_of(error) in RETRYABLE:
                return
            log.warning("the recap of server %s finds no channel: %s", server.id, error)
    await _record(services, guild, season)


async def _record(services: Services, guild: GuildSettings, season: str) -> None:
    await services.preferences.change_server(
        guild.guild_id, lambda now: replace(now, recap_season=season)
    )


async def _send(
    services: Services,
    client: discord.Client,
    place_id: tuple[int, int],
    screen: Screen,
    words: Words,
) -> None:
    """Post in a channel of a server."""
    pictures, assets = services.responder.pictures, services.responder.assets
    guild_id, channel_id = place_id
    place = client.get_partial_messageable(channel_id, guild_id=guild_id)
    shown = pictures.choose_form(screen, words, channel_id)

    async def send(drawn: DrawnPictures) -> None:
        await services.rate_limiter.acquire()
        await place.send(
            view=build_layout(shown, assets, words, drawn),
            files=picture_files(drawn),
            allowed_mentions=discord.AllowedMentions.none(),
            silent=True,
        )

    await asyncio.shield(pictures.send(shown, channel_id, send))
