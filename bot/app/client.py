"""The Discord client: construction of all parts, start-up, and orderly shutdown."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

import discord
import yarl
from discord.ext import commands, tasks

from bot.app.overrides import BotOverrides
from bot.background.adjudication import ClaimAdjudicator
from bot.background.data_retention import DataRetention
from bot.background.driver import Driver, DriverCallbacks
from bot.background.priority import IdleGate, when_idle
from bot.background.reviewer import Reviewer
from bot.background.table_tasks import is_permanent
from bot.background.unreachable import Downtime
from bot.background.weekly_tables import WeeklyCallbacks as WeeklyPlaces
from bot.background.weekly_tables import WeeklyOpener
from bot.cogs import COGS, PrefGroup
from bot.config.settings import Settings
from bot.discord_ui.app_setup import (
    CommandTranslator,
    find_tiles,
    sync_commands,
    upload_by_one_process,
)
from bot.discord_ui.channels import TableChannels, TableThreads
from bot.discord_ui.components import register_components
from bot.discord_ui.failures import REQUEST_ERRORS
from bot.discord_ui.gateway_events import GatewayEvents
from bot.discord_ui.handlers import InteractionHandler
from bot.discord_ui.handlers.context import Services
from bot.discord_ui.messages.announcements import Announcements
from bot.discord_ui.messages.layout import PictureSender, worker_drawing
from bot.discord_ui.messages.live_hands import LiveHands
from bot.discord_ui.messages.notifier import Notifier
from bot.discord_ui.messages.painter import Painter
from bot.discord_ui.messages.public_messages import PublicMessages
from bot.discord_ui.people import NameCache, PreferenceCache
from bot.discord_ui.quotas import InvitationQuota, UserQuotas
from bot.discord_ui.rate_limiter import RateLimiter
from bot.discord_ui.responses import Responder
from bot.discord_ui.scheduling import ScheduledStarts
from bot.discord_ui.table_data import TableDataLoader
from bot.discord_ui.time_parsing import zone_of
from bot.fleet.coordinator import ChangedRecord
from bot.model.enums import Status
from bot.monitoring.health import MonitoredBot
from bot.presets import load_presets
from bot.render.words import load_catalogue
from bot.robots import ROBOTS
from bot.store import StorageTrouble, Store
from bot.tables import TableRegistry, TableServices
from bot.workers import create_workers

log = logging.getLogger(__name__)

_CLOSE_SECONDS = 3.0  # seconds to close the connection; the painter has a timeout of its own
_REPAINT_ENDED_SECONDS = (
    24 * 3600
)  # seconds: games that ended more recently are repainted after a start


class PreferansBot(commands.AutoShardedBot):
    """One process with one store; every attribute is a part with one job."""

    def __init__(
        self, settings: Settings, store: Store, overrides: BotOverrides | None = None
    ) -> None:
        overrides = overrides or BotOverrides(robot_pace=settings.robot_pace_seconds)
        owned = overrides.fleet.owned
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            shard_count=overrides.shard_count if owned.is_all else owned.total,
            **overrides.client_options(counted=settings.metrics_port is not None),
        )
        self.shard_ids = None if owned.is_all else list(owned.shards)
        metrics = overrides.metrics
        self.settings, self.store, self.overrides = settings, store, overrides
        self.presets = load_presets()
        self.catalogue = load_catalogue()
        self.tile_emojis: dict[str, discord.PartialEmoji] = {}
        self.tile_upload: asyncio.Task[None] | None = None
        self.tables = TableRegistry(
            TableServices(
                store,
                self.presets,
                overrides.now,
                self._on_table_changed,
                settings.lobby_minutes * 60,
                levels=tuple(ROBOTS),
                default_level=settings.robot_level,
                on_action=metrics.count_line,
                decks=overrides.decks,
                owned=owned,
            )
        )
        self.preferences = PreferenceCache(store, self.catalogue, settings.default_language)
        self.workers = create_workers(settings.workers, metrics.measure_job, settings.thinkers)
        pictures = PictureSender(overrides.render_sheet or worker_drawing(self.workers))
        self.names = names = NameCache(store)
        self.table_data = TableDataLoader(self.tables.services, names)
        self.public_messages = PublicMessages(self.table_data, self.presets)
        gaps = IdleGate()
        self.live_hands = LiveHands(self.table_data, self.preferences, self.tile_emojis, gaps)
        places = TableChannels(self, self.preferences)
        self.rate_limiter = RateLimiter(
            overrides.requests_per_second or settings.requests_per_second * owned.fraction
        )
        notices = Announcements(
            places, self.table_data, self.preferences, self.tile_emojis, self.rate_limiter
        )
        self.notifier = Notifier(self.tables, places, self.preferences, self.rate_limiter)
        self.painter = Painter(
            self.tables,
            places,
            self.table_data,
            self.public_messages,
            self.live_hands,
            notices,
            self.notifier,
            self.tile_emojis,
            pictures,
            metrics.measure_drawing,
            gaps,
            self.rate_limiter,
        )
        threads = TableThreads(store, self.preferences, self.table_data, self.rate_limiter)
        appointments = ScheduledStarts(self, self.tables, self.painter, notices, threads)
        told = DriverCallbacks(
            self.notifier.poke, notices.announce_clock_move, notices.mention_seated_users
        )
        arbiter = ClaimAdjudicator(self.workers, notices.announce_proof)
        self.downtime = Downtime(self.tables, lambda: self.shard_count or 1, self._is_shard_open)
        is_away = self.downtime.is_away
        self.driver = Driver(
            self.tables,
            told,
            self.workers,
            overrides.rng,
            overrides.robot_pace,
            arbiter,
            is_away,
            appointments.start_match,
        )
        opens = WeeklyPlaces(appointments.can_post_weekly, appointments.announce_weekly, zone_of)
        self.weekly_tables = WeeklyOpener(
            self.tables,
            opens,
            lambda guild: is_away(guild) or appointments.is_server_unavailable(guild),
        )
        self.gateway = GatewayConnection(self, store, self.downtime, self._rearm_timers)
        self.reviewer = Reviewer(self.tables, self.workers, self.painter.show_review)
        office = Services(
            self.tables,
            self.preferences,
            names,
            self.table_data,
            self.public_messages,
            self.live_hands,
            Responder(self.preferences, self.tile_emojis, pictures, metrics.count_refusal, gaps),
            self.painter,
            self.driver,
            self.workers,
            UserQuotas(overrides.now, overrides.fleet.spend_quota, settings.quota_limits()),
            threads,
            self.weekly_tables,
            InvitationQuota(overrides.now),
            self.rate_limiter,
        )
        self.handler = InteractionHandler(office)
        self.tree.error(self.handler.on_command_error)
        days = settings.retention_days
        self.data_retention = DataRetention(
            self.tables, days, office.forget, self.preferences.forget_server
        )
        self.events = GatewayEvents(
            self.tables, self.painter, self.weekly_tables, self.data_retention
        )

    def _on_table_changed(self, game_id: int) -> None:
        """Notify the parts about a commit; the store has saved it before."""
        self.painter.poke(game_id)
        self.driver.poke(game_id)
        if self.overrides.has_reviews:
            self.reviewer.poke(game_id)

    def _rearm_timers(self) -> None:
        self.driver.rearm()
        self.weekly_tables.rearm()

    def is_connected(self) -> bool:
        """Return True if the bot receives interactions from all its servers now."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    def monitored(self) -> MonitoredBot:
        """Return the data behind the monitoring endpoint."""
        metrics, now, owned = self.overrides.metrics, self.overrides.now, self.overrides.fleet.owned
        asking = self.rate_limiter.queue_length
        return MonitoredBot(
            self.is_connected, self.store, self.workers, metrics, now, asking, owned
        )

    async def setup_hook(self) -> None:
        await self.overrides.fleet.listen(self._on_remote_change)
        if not self.overrides.fleet.owned.is_all:
            self.overrides.fleet.max_concurrency = await fetch_max_concurrency(self)
        register_components(self, self.handler.on_press)
        for cog in COGS:
            await self.add_cog(cog(self.handler))
        self.tree.add_command(PrefGroup(self.handler))
        await self.add_cog(self.events)
        await self.tree.set_translator(CommandTranslator(self.catalogue))
        async with self.overrides.fleet.exclusively("commands") as is_mine:
            if is_mine:  # else another process is syncing the commands
                await sync_commands(self, self.store, force=self.overrides.always_sync)
        await self.gateway.start()
        if self.settings.card_emojis:
            await self._load_tiles()

    async def on_ready(self) -> None:
        """Resume all tables; the library itself would only log a read error."""
        self.data_retention.start(lambda: [guild.id for guild in self.guilds])
        await self.gateway.retry_while_storage_fails("the tables", self._resume_tables)

    async def _resume_tables(self) -> None:
        """Repaint stored but unpainted states; a repetition changes nothing."""
        since, owned = self.overrides.now() - _REPAINT_ENDED_SECONDS, self.overrides.fleet.owned
        behind = await self.store.game_queries.unpainted(since, owned)
        in_play = await self.store.game_queries.games_in_status(Status.PLAYING, owned)
        called = await self.notifier.notified_games()
        self._rearm_timers()
        games = dict.fromkeys((*behind, *in_play, *called))
        async for game_id in when_idle(games, self.painter.table_tasks.running_count):
            self.painter.poke(game_id)
            self.driver.poke(game_id)
        log.info("ready in %s servers", len(self.guilds))
        for guild_id in await self.store.game_queries.servers(owned):
            if self.get_guild(guild_id) is None:  # removed during downtime
                await self.events.close_server_tables(guild_id)
        if self.overrides.start_workers_eagerly:
            await self.workers.warm()
        if self.overrides.has_reviews:
            await self.reviewer.catch_up()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Handle modals and unknown buttons, which the library would leave unanswered."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.handler.on_modal(interaction)
        else:
            await self.handler.on_unknown_component(interaction)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Wait before connecting: Discord closes connections that do not identify in time."""
        await self.overrides.fleet.wait_to_connect(shard_id, initial=initial)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        await self.downtime.count_connection()
        await self.overrides.fleet.wait_to_identify(shard_id or 0)

    async def on_shard_connect(self, shard_id: int) -> None:
        await self.gateway.resume_shard(shard_id)

    on_shard_resumed = on_shard_connect

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.downtime.on_disconnected(shard_id)

    def _is_shard_open(self, shard_id: int) -> bool:
        return (shard := self.get_shard(shard_id)) is not None and not shard.is_closed()

    async def _load_tiles(self) -> None:
        """Load existing emojis before the first drawing; upload the rest in the background."""
        with suppress(*REQUEST_ERRORS):
            await find_tiles(self, self.tile_emojis)
        only_one = partial(self.overrides.fleet.exclusively, "tiles")
        self.tile_upload = asyncio.create_task(
            upload_by_one_process(self, self.tile_emojis, only_one, self.rate_limiter)
        )

    def _on_remote_change(self, kind: ChangedRecord, number: int) -> None:
        """Drop cached data that another process has changed for a user or server."""
        if kind is ChangedRecord.GUILD:
            self.preferences.forget_server(number)
        else:
            self.preferences.forget(number)
            self.names.forget(number)

    async def close(self) -> None:
        """Record the time, finish open drawings, and shut down within ten seconds."""
        if self.tile_upload is not None:
            self.tile_upload.cancel()
        await self.gateway.stop_heartbeats()
        await self.gateway.disconnect(self.painter.idle_gate.wait_all_ended)
        await self.data_retention.stop()
        await self.driver.stop()
        await self.weekly_tables.stop()
        await self.reviewer.stop()
        await self.workers.stop()
        await self.painter.stop()
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await super().close()
        except TimeoutError:
            log.warning("Discord did not take leave in time")


# The connection to Discord: heartbeats while it is up, compensation once it is back.
#
# The loops are discord.py's, which continue after a failed request; ``Downtime`` does their work.

_LAST_RESPONSES_SECONDS: Final = 2.5  # seconds for the last responses
_STORAGE_RETRY_SECONDS: Final = 5  # seconds between retries of the storage


async def fetch_max_concurrency(client: discord.AutoShardedClient) -> int:
    """Return the number of shards that may identify at once; 1 if Discord does not say."""
    try:
        return (await client.fetch_session_start_limits()).max_concurrency
    except (*REQUEST_ERRORS, discord.GatewayNotFound) as error:
        log.warning("shards identify themselves one by one: %s", error)
        return 1


class GatewayConnection:
    """``rearm`` restarts the timers of the tables once their compensation is stored."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        store: Store,
        outages: Downtime,
        rearm: Callable[[], None],
    ) -> None:
        self._client, self._store, self._downtime = client, store, outages
        self._rearm = rearm

    async def start(self) -> None:
        """Compensate the clocks for the time since the last heartbeat, and start heartbeats."""
        await self._downtime.on_started()
        self._send_heartbeat.start()
        self._check_shards.start()

    async def resume_shard(self, shard_id: int) -> None:
        """Compensate the clocks of a shard that is connected again, then restart the timers."""
        if await self.retry_while_storage_fails(
            "the clocks", partial(self._downtime.on_connected, shard_id)
        ):
            self._rearm()

    async def retry_while_storage_fails(
        self, waiting: str, work: Callable[[], Awaitable[None]]
    ) -> bool:
        """Retry the work while the storage is in trouble; return False if it failed for good."""
        while not self._client.is_closed():
            try:
                await work()
            except StorageTrouble as trouble:
                log.warning("%s wait for the storage: %s", waiting, trouble)
                if is_permanent(trouble):
                    return False
                await asyncio.sleep(_STORAGE_RETRY_SECONDS)
            else:
                return True
        return False

    async def stop_heartbeats(self) -> None:
        """Store a last heartbeat; downtime counts from now on."""
        self._send_heartbeat.cancel()
        self._check_shards.cancel()
        try:
            await self._downtime.store_heartbeat()
        except StorageTrouble as trouble:
            log.warning("no last sign of life was stored: %s", trouble)

    async def disconnect(self, wait_for_responses: Callable[[], Awaitable[None]]) -> None:
        """Stop receiving interactions and await the open responses.

        Otherwise the library closes both at once, in the middle of a response. Interactions after
        this point go to the next process.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_RESPONSES_SECONDS):
                shards = self._client.shards.values()
                await asyncio.gather(*(shard.disconnect() for shard in shards))
                await wait_for_responses()

    @tasks.loop(seconds=10)  # the delay of noticing is less than the grace period
    async def _check_shards(self) -> None:
        self._downtime.poll_connections()

    @tasks.loop(seconds=60)
    async def _send_heartbeat(self) -> None:
        self._store.disk_space.is_running_low()
        try:
            await self._downtime.store_heartbeat()
        except StorageTrouble as trouble:
            log.warning("no sign of life was stored: %s", trouble)
