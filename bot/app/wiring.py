"""Wiring of the bot: builds every part from the settings, the store and the overrides.

Parts are built in the order in which they need each other.  Only the registry is built before its
users: they subscribe to ``TableListeners``.
"""

from typing import Final

import discord

from bot import presets
from bot.app.gateway_connection import GatewayConnection
from bot.app.overrides import BotOverrides
from bot.background.data_retention import DataRetention
from bot.background.downtime import Downtime
from bot.background.driver import ClaimAdjudicator, Driver, DriverCallbacks
from bot.background.reviewer import Reviewer, SameDeckComparer
from bot.background.ruling_writer import RulingWriter
from bot.background.table_tasks import IdleGate, SteadyClock
from bot.background.weekly_tables import WeeklyCallbacks, WeeklyOpener
from bot.config.settings import Settings
from bot.discord_ui.channels import TableChannels, TableThreads
from bot.discord_ui.delivery import RateLimiter
from bot.discord_ui.event_lists import ScheduledStarts, ServerEvents
from bot.discord_ui.gateway_events import GatewayEvents
from bot.discord_ui.handlers import InteractionHandler
from bot.discord_ui.handlers.context import Services
from bot.discord_ui.messages import layout, pictures
from bot.discord_ui.messages.announcements import Announcements, ChannelServices
from bot.discord_ui.messages.live_hands import LiveHands
from bot.discord_ui.messages.notifier import Notifier
from bot.discord_ui.messages.painter import Painter, PublicMessages
from bot.discord_ui.people import NameCache, PreferenceCache
from bot.discord_ui.quotas import InvitationQuota, UserQuotas
from bot.discord_ui.responses import Responder
from bot.discord_ui.start_times import zone_of
from bot.discord_ui.table_data import TableDataLoader
from bot.model.enums import ROBOT_LEVELS
from bot.model.values import Record
from bot.monitoring import Metrics
from bot.render.families import presenter_of
from bot.render.words import Catalogue, load_catalogue
from bot.store import Store
from bot.tables import TableListeners, TableRegistry, TableServices
from bot.workers import WorkerPool, create_workers

_DRAWING_WORKERS: Final = 2  # with fewer, tables would wait behind the robots that think


class Foundation(Record):
    """Parts that need neither messages nor background, and the tables."""

    client: discord.AutoShardedClient
    settings: Settings
    store: Store
    overrides: BotOverrides
    listeners: TableListeners
    tables: TableRegistry
    preferences: PreferenceCache
    names: NameCache
    table_data: TableDataLoader
    workers: WorkerPool
    assets: layout.Assets
    channel_services: ChannelServices


class Messages(Record):
    """Parts that show tables on Discord: messages, private hands, threads, scheduled starts."""

    public_messages: PublicMessages
    live_hands: LiveHands
    painter: Painter
    threads: TableThreads
    scheduled_starts: ScheduledStarts
    server_events: ServerEvents


class Background(Record):
    """Parts that act while nobody clicks."""

    downtime: Downtime
    driver: Driver
    weekly_tables: WeeklyOpener
    reviewer: Reviewer
    comparer: SameDeckComparer
    ruling_writer: RulingWriter
    gateway: GatewayConnection


class BotParts(Record):
    """All parts of one bot, each with one job.  ``assets`` fill up after the start."""

    store: Store
    tables: TableRegistry
    catalogue: Catalogue
    preferences: PreferenceCache
    names: NameCache
    table_data: TableDataLoader
    workers: WorkerPool
    assets: layout.Assets
    rate_limiter: RateLimiter
    painter: Painter
    downtime: Downtime
    driver: Driver
    weekly_tables: WeeklyOpener
    server_events: ServerEvents
    reviewer: Reviewer
    comparer: SameDeckComparer
    ruling_writer: RulingWriter
    gateway: GatewayConnection
    handler: InteractionHandler
    data_retention: DataRetention
    events: GatewayEvents


def build(
    client: discord.AutoShardedClient, settings: Settings, store: Store, overrides: BotOverrides
) -> BotParts:
    """Build the parts of a bot that speaks through ``client``; none of them runs yet."""
    base = _build_foundation(client, settings, store, overrides)
    messages = _build_messages(base)
    background = _build_background(base, messages)
    services = _build_handler_services(base, messages, background)
    data_retention = DataRetention(
        base.tables, settings.retention_days, services.forget, base.preferences.forget_server
    )
    return BotParts(
        store=store,
        tables=base.tables,
        catalogue=base.preferences.catalogue,
        preferences=base.preferences,
        names=base.names,
        table_data=base.table_data,
        workers=base.workers,
        assets=base.assets,
        rate_limiter=base.channel_services.rate_limiter,
        painter=messages.painter,
        downtime=background.downtime,
        driver=background.driver,
        weekly_tables=background.weekly_tables,
        server_events=messages.server_events,
        reviewer=background.reviewer,
        comparer=background.comparer,
        ruling_writer=background.ruling_writer,
        gateway=background.gateway,
        handler=InteractionHandler(services),
        data_retention=data_retention,
        events=_build_gateway_events(base, messages, background, data_retention),
    )


def _build_gateway_events(
    base: Foundation, messages: Messages, background: Background, data_retention: DataRetention
) -> GatewayEvents:
    painter, events = messages.painter, messages.server_events
    return GatewayEvents(base.tables, painter, background.weekly_tables, events, data_retention)


def _build_foundation(
    client: discord.AutoShardedClient, settings: Settings, store: Store, overrides: BotOverrides
) -> Foundation:
    listeners, assets = TableListeners(), layout.Assets()
    tables = _build_tables(settings, store, overrides, listeners)
    preferences = PreferenceCache(store, load_catalogue(), settings.default_language)
    workers = _build_workers(settings, overrides.metrics)
    names = NameCache(store)
    rate = settings.requests_per_second * overrides.fleet.owned.fraction
    channel_services = ChannelServices(
        channels=TableChannels(client, preferences),
        assets=assets,
        pictures=_build_picture_sender(settings, overrides, workers),
        rate_limiter=RateLimiter(overrides.requests_per_second or rate),
        idle_gate=IdleGate(),
        measure_drawing=overrides.metrics.measure_drawing,
        count_quiet_board=overrides.metrics.count_quiet_board,
    )
    return Foundation(
        client=client,
        settings=settings,
        store=store,
        overrides=overrides,
        listeners=listeners,
        tables=tables,
        preferences=preferences,
        names=names,
        table_data=TableDataLoader(tables.services, names),
        workers=workers,
        assets=assets,
        channel_services=channel_services,
    )


def _build_picture_sender(
    settings: Settings, overrides: BotOverrides, workers: WorkerPool
) -> pictures.PictureSender:
    return pictures.PictureSender(
        overrides.draw_picture or pictures.worker_drawing(workers),
        overrides.metrics.count_picture,
        draws_tables=overrides.draws_tables and settings.workers >= _DRAWING_WORKERS,
    )


def _build_tables(
    settings: Settings, store: Store, overrides: BotOverrides, listeners: TableListeners
) -> TableRegistry:
    known = presets.load_presets()
    presenter_of(known.rules(presets.DEFAULT_PRESET))  # imports the family that most servers play
    services = TableServices(
        store,
        known,
        overrides.now,
        listeners.notify,
        settings.lobby_minutes * 60,
        levels=ROBOT_LEVELS,
        default_level=settings.robot_level,
        on_action=overrides.metrics.count_line,
        decks=overrides.decks,
        owned=overrides.fleet.owned,
    )
    return TableRegistry(services)


def _build_workers(settings: Settings, metrics: Metrics) -> WorkerPool:
    return create_workers(
        settings.workers,
        metrics.measure_job,
        settings.thinker_addresses(),
        settings.thinkers_tls,
        metrics.count_bad_answer,
    )


def _build_messages(base: Foundation) -> Messages:
    shared, tables, table_data = base.channel_services, base.tables, base.table_data
    public_messages = PublicMessages(tables, table_data, shared.pictures)
    live_hands = LiveHands(
        table_data, base.preferences, base.assets, shared.idle_gate, shared.pictures
    )
    notifier = Notifier(tables, shared, base.preferences)
    announcements = Announcements(shared, table_data, base.preferences, notifier.record_lobby_call)
    painter = Painter(
        tables,
        shared,
        public_messages,
        live_hands,
        announcements,
        notifier,
        base.preferences,
    )
    base.listeners.subscribe(painter.poke)
    threads = TableThreads(base.store, base.preferences, table_data, shared.rate_limiter)
    starts = ScheduledStarts(base.client, tables, painter, announcements, threads)
    events = ServerEvents(base.client, tables, base.preferences, shared.rate_limiter)
    base.listeners.subscribe(events.poke_table)
    return Messages(public_messages, live_hands, painter, threads, starts, events)


def _build_background(base: Foundation, messages: Messages) -> Background:
    client, tables, overrides = base.client, base.tables, base.overrides
    downtime = _build_downtime(client, tables, base.overrides.clock)
    driver = _build_driver(base, messages, downtime)
    base.listeners.subscribe(driver.tasks.poke)
    reviewer = Reviewer(tables, base.workers, messages.painter.show_review)
    if overrides.has_reviews:
        base.listeners.subscribe(reviewer.poke)
    ruling_writer = RulingWriter(tables, messages.painter.announcements.announce_ruling)
    base.listeners.subscribe(ruling_writer.tasks.poke, ruling_writer.waiting)
    weekly_tables = _build_weekly_tables(tables, messages, downtime)

    def rearm_timers() -> None:
        driver.rearm()
        weekly_tables.rearm()

    gateway = GatewayConnection(client, base.store, downtime, rearm_timers)
    comparer = SameDeckComparer(tables, base.workers, base.settings.same_deck_minutes)
    return Background(downtime, driver, weekly_tables, reviewer, comparer, ruling_writer, gateway)


def _build_downtime(
    client: discord.AutoShardedClient, tables: TableRegistry, clock: SteadyClock
) -> Downtime:
    def is_shard_open(shard_id: int) -> bool:
        return (shard := client.get_shard(shard_id)) is not None and not shard.is_closed()

    return Downtime(tables, lambda: client.shard_count or 1, is_shard_open, clock)


def _build_driver(base: Foundation, messages: Messages, downtime: Downtime) -> Driver:
    painter = messages.painter

    async def wants_forced_cards(user_id: int) -> bool:
        return (await base.preferences.person(user_id)).forced_cards

    callbacks = DriverCallbacks(
        on_late=painter.notifier.tasks.poke,
        on_moved_for=painter.announcements.announce_clock_move,
        on_gather=painter.announcements.mention_seated_users,
        start_lobby=messages.scheduled_starts.start_match,
        is_disconnected=downtime.is_disconnected,
        wants_forced_cards=wants_forced_cards,
    )
    return Driver(
        base.tables,
        base.workers,
        callbacks,
        ClaimAdjudicator(base.workers, painter.announce_proof),
        rng=base.overrides.rng,
        pace=base.overrides.robot_pace,
    )


def _build_weekly_tables(
    tables: TableRegistry, messages: Messages, downtime: Downtime
) -> WeeklyOpener:
    starts = messages.scheduled_starts

    def is_disconnected(guild_id: int) -> bool:
        return downtime.is_disconnected(guild_id) or starts.is_server_unavailable(guild_id)

    callbacks = WeeklyCallbacks(
        starts.can_post_weekly, starts.announce_weekly, messages.server_events.poke, zone_of
    )
    return WeeklyOpener(tables, callbacks, is_disconnected)


def _build_handler_services(
    base: Foundation, messages: Messages, background: Background
) -> Services:
    shared, overrides = base.channel_services, base.overrides
    return Services(
        tables=base.tables,
        preferences=base.preferences,
        names=base.names,
        table_data=base.table_data,
        public_messages=messages.public_messages,
        live_hands=messages.live_hands,
        responder=Responder(
            base.preferences,
            base.assets,
            shared.pictures,
            overrides.metrics.count_refusal,
            shared.idle_gate,
            overrides.defer_after,
        ),
        painter=messages.painter,
        driver=background.driver,
        workers=base.workers,
        quotas=UserQuotas(overrides.now, overrides.fleet.spend_quota, base.settings.quota_limits()),
        threads=messages.threads,
        weekly_tables=background.weekly_tables,
        ruling_writer=background.ruling_writer,
        server_events=messages.server_events,
        invitation_quota=InvitationQuota(overrides.now),
        rate_limiter=shared.rate_limiter,
        replay_url=base.settings.replay_url or "",
    )
