"""The Discord client: parses events, drops unreadable ones, passes each to its handler."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

import discord
import yarl
from discord.ext import commands

from bot.app import lifecycle, wiring
from bot.app.overrides import BotOverrides
from bot.config.settings import Settings
from bot.discord_ui.delivery import LimitedConnector
from bot.monitoring import MonitoredBot
from bot.store import Store
from bot.store.admin.host_commands import BackupFolder

log = logging.getLogger(__name__)

_CLOSE_SECONDS: Final = 3.0  # to close the connection; the painter has a timeout of its own


class PreferansBot(commands.AutoShardedBot):
    """One process with one store; ``parts`` do the work."""

    def __init__(
        self, settings: Settings, store: Store, overrides: BotOverrides | None = None
    ) -> None:
        overrides = overrides or BotOverrides(robot_pace=settings.robot_pace_seconds)
        # The library would warn a host that packages for voice are missing: nothing here speaks.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            **overrides.client_options(counted=settings.metrics_port is not None),
        )
        fence_parsers(self, overrides.metrics.count_unreadable_event)
        self.settings, self.overrides = settings, overrides
        self.parts = wiring.build(self, settings, store, overrides)
        self.lifecycle = lifecycle.Lifecycle(self, self.parts, overrides)

    def is_connected(self) -> bool:
        """Return True if the bot receives interactions from all its servers now."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    def monitored(self) -> MonitoredBot:
        """Return the data behind the monitoring endpoint."""
        parts, overrides = self.parts, self.overrides
        return MonitoredBot(
            self.is_connected,
            parts.store,
            parts.workers,
            overrides.metrics,
            overrides.now,
            parts.rate_limiter.queue_length,
            overrides.fleet.owned,
            self._backups(),
        )

    def _backups(self) -> BackupFolder | None:
        """Return the folder of backups; None without one, and for a PostgreSQL."""
        settings = self.settings
        if settings.backup_folder is None or settings.database_url is not None:
            return None
        return BackupFolder(settings.backup_folder, settings.backup_max_hours)

    async def login(self, token: str) -> None:
        """Log in over connections on which no more requests leave than Discord takes."""
        self.http.connector = LimitedConnector(self.parts.rate_limiter)
        await super().login(token)

    async def setup_hook(self) -> None:
        await self.lifecycle.start(has_card_emojis=self.settings.card_emojis)

    async def on_ready(self) -> None:
        """Resume all tables; the library itself would only log a read error."""
        await self.lifecycle.resume()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Handle components and modals; the library reads commands alone."""
        if interaction.type is discord.InteractionType.component:
            await self.parts.handler.on_component(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.parts.handler.on_modal(interaction)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Wait before connecting: Discord closes connections that do not identify in time."""
        await self.overrides.fleet.wait_to_connect(shard_id, initial=initial)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        await self.parts.downtime.count_connection()
        await self.overrides.fleet.wait_to_identify(shard_id or 0)

    async def on_shard_connect(self, shard_id: int) -> None:
        await self.parts.gateway.resume_shard(shard_id)

    on_shard_resumed = on_shard_connect

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.parts.downtime.on_disconnected(shard_id)

    async def close(self) -> None:
        """Stop all parts and close the connection, within ten seconds."""
        await self.lifecycle.stop()
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await super().close()
        except TimeoutError:
            log.warning("Discord did not take leave in time")


# Fences the parsers of gateway events: an event the library cannot read costs that event alone.
#
# Discord changes its payloads without notice, and an error in a parser ends the whole process with
# all tables. The parsers are a private part of discord.py, read in 2.7.1
# (``tests/test_library_internals.py``).

_log = logging.getLogger(__name__)

ParseEvent = Callable[[object], None]
_LOGGED_KEYS: Final = 40


def fence_parsers(client: discord.Client, count: Callable[[str], None]) -> None:
    """Let an error in a parser be logged and counted by the event's name, and nothing else."""
    parsers, logged = client._connection.parsers, set[tuple[str, str]]()
    for event, parse in parsers.items():
        parsers[event] = partial(_parse, event, parse, count, logged)


def _parse(
    event: str,
    parse: ParseEvent,
    count: Callable[[str], None],
    logged: set[tuple[str, str]],
    data: object,
) -> None:
    """Parse one event; log the first failure of its kind, by names alone: no data of a user."""
    try:
        parse(data)
    except Exception as error:
        count(event)
        kind = (event, type(error).__name__)
        if kind in logged:
            return
        logged.add(kind)
        keys = sorted(map(str, data))[:_LOGGED_KEYS] if isinstance(data, dict) else []
        _log.error(
            "an event %s cannot be read (%s) and is dropped; it has %s",
            *kind,
            ", ".join(keys) or "no fields",
        )
