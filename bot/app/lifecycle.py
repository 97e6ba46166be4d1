"""Start-up, resumption and orderly shutdown of a bot's parts."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

from discord.ext import commands

from bot.app.gateway_connection import fetch_max_concurrency
from bot.app.overrides import BotOverrides
from bot.app.wiring import BotParts
from bot.background.table_tasks import when_idle
from bot.cogs import COGS, PrefGroup, ProblemGroup, context_menus
from bot.discord_ui.app_setup import (
    CommandTranslator,
    command_definitions,
    command_mentions,
    find_tiles,
    keep_mentions,
    known_mentions,
    missing_tiles,
    sync_commands,
    upload_by_one_process,
)
from bot.discord_ui.failures import REQUEST_ERRORS
from bot.features import start_features, work_hourly
from bot.fleet.coordinator import ChangedRecord
from bot.model.enums import Status
from bot.render.paper.drawing_jobs import warm_up_drawing

log = logging.getLogger(__name__)

_REPAINT_ENDED_SECONDS: Final = 24 * 3600  # games that ended more recently are repainted


class Lifecycle:
    """Starts and stops the parts of one bot.  ``tile_upload`` is a task if tiles are missing."""

    def __init__(
        self, client: commands.AutoShardedBot, parts: BotParts, overrides: BotOverrides
    ) -> None:
        self._client, self._parts, self._overrides = client, parts, overrides
        self.tile_upload: asyncio.Task[None] | None = None
        self._hourly: asyncio.Task[None] | None = None
        self._feature_stops: tuple[Callable[[], Awaitable[None]], ...] = ()

    async def start(self, *, has_card_emojis: bool) -> None:
        """Register commands and components, compensate the clocks, and load the tiles."""
        fleet, parts = self._overrides.fleet, self._parts
        await fleet.listen(self._on_remote_change)
        if not fleet.owned.is_all:
            fleet.max_concurrency = await fetch_max_concurrency(self._client)
        await self._register_commands()
        parts.assets.commands.update(await self._sync_commands())
        await parts.gateway.start()
        if has_card_emojis:
            await self._load_tiles()

    async def resume(self) -> None:
        """Resume all tables once Discord is connected."""
        self._parts.data_retention.start(lambda: [guild.id for guild in self._client.guilds])
        await self._parts.gateway.retry_while_storage_fails("the tables", self._resume_tables)
        if self._hourly is None:
            services = self._parts.handler.services
            self._hourly = asyncio.create_task(work_hourly(services, self._client))
            self._feature_stops = start_features(services, self._client)

    async def stop(self) -> None:
        """Record the time, finish open drawings, and stop every part."""
        if self.tile_upload is not None:
            self.tile_upload.cancel()
        if self._hourly is not None:
            self._hourly.cancel()
        for stop in self._feature_stops:
            await stop()
        parts = self._parts
        await parts.gateway.stop_heartbeats()
        await parts.gateway.disconnect(parts.painter.services.idle_gate.wait_all_ended)
        await parts.data_retention.stop()
        await parts.driver.stop()
        await parts.weekly_tables.stop()
        await parts.server_events.stop()
        await parts.reviewer.stop()
        await parts.comparer.stop()
        await parts.ruling_writer.stop()
        await parts.workers.stop()
        await parts.painter.stop()

    async def _register_commands(self) -> None:
        client, parts = self._client, self._parts
        for cog in COGS:
            await client.add_cog(cog(parts.handler))
        client.tree.add_command(PrefGroup(parts.handler))
        client.tree.add_command(ProblemGroup(parts.handler))
        for menu in context_menus(parts.handler):
            client.tree.add_command(menu)
        client.tree.error(parts.handler.on_command_error)
        await client.add_cog(parts.events)
        await client.tree.set_translator(CommandTranslator(parts.catalogue))

    async def _sync_commands(self) -> dict[str, str]:
        """Sync changed commands; return the mention of each by its name in every language."""
        client, store, catalogue = self._client, self._parts.store, self._parts.catalogue
        force = self._overrides.always_sync
        known = None if force else await known_mentions(client, store, catalogue)
        if known is not None:
            return known
        definitions = await command_definitions(client)
        async with self._overrides.fleet.exclusively("commands") as is_mine:
            if is_mine:  # else another process is syncing the commands
                await sync_commands(client, store, definitions, force=force)
            mentions = await command_mentions(store, definitions)
            if is_mine:
                await keep_mentions(client, store, catalogue, mentions)
        return mentions

    async def _resume_tables(self) -> None:
        """Repaint stored but unpainted states; a repetition changes nothing."""
        parts, owned = self._parts, self._overrides.fleet.owned
        games = await self._games_to_resume()
        parts.gateway.rearm()
        async for game_id in when_idle(games, parts.painter.table_tasks.running_count):
            parts.painter.poke(game_id)
            parts.driver.tasks.poke(game_id)
        log.info("ready in %s servers", len(self._client.guilds))
        for guild_id in await parts.store.game_queries.servers(owned):
            if self._client.get_guild(guild_id) is None:  # removed during downtime
                await parts.events.close_server_tables(guild_id)
        await parts.server_events.start()
        await parts.ruling_writer.start()
        if self._overrides.start_workers_eagerly:
            await parts.workers.warm(warm_up_drawing)
        if self._overrides.has_reviews:
            await parts.reviewer.catch_up()
            parts.comparer.start()

    async def _games_to_resume(self) -> dict[int, None]:
        """Return the unpainted, the running and the notified games, in this order."""
        queries, owned = self._parts.store.game_queries, self._overrides.fleet.owned
        behind = await queries.unpainted(self._overrides.now() - _REPAINT_ENDED_SECONDS, owned)
        in_play = await queries.games_in_status(Status.PLAYING, owned)
        called = await self._parts.painter.notifier.notified_games()
        return dict.fromkeys((*behind, *in_play, *called))

    async def _load_tiles(self) -> None:
        """Load existing emojis before the first drawing; upload the rest in the background."""
        parts = self._parts
        with suppress(*REQUEST_ERRORS):
            old = await find_tiles(self._client, parts.assets.tiles)
            if not old and not missing_tiles(parts.assets.tiles):
                return
        only_one = partial(self._overrides.fleet.exclusively, "tiles")
        self.tile_upload = asyncio.create_task(
            upload_by_one_process(self._client, parts.assets.tiles, only_one, parts.rate_limiter)
        )

    def _on_remote_change(self, kind: ChangedRecord, number: int) -> None:
        """Drop cached data that another process has changed for a user or server."""
        if kind is ChangedRecord.GUILD:
            self._parts.preferences.forget_server(number)
        else:
            self._parts.preferences.forget(number)
            self._parts.names.forget(number)
