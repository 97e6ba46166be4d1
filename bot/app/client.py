"""The Discord client: construction of all parts, start-up, and orderly shutdown."""

import asyncio
import logging
from contextlib import suppress
from functools import partial

import discord
import yarl
from discord.ext import commands

from bot.app.line import Line, buckets
from bot.app.surroundings import Surroundings
from bot.cogs import COGS, Pref
from bot.fleet.fellows import Kind
from bot.front.allowance import Allowance
from bot.front.answers import Answers
from bot.front.appointments import Appointments
from bot.front.components import register
from bot.front.crier import Crier
from bot.front.desk import Desk
from bot.front.desk.context import Office
from bot.front.emojis import find_tiles, upload_in_turn
from bot.front.events import Events
from bot.front.facts import Facts
from bot.front.failures import FAILED
from bot.front.hands import Hands
from bot.front.invitations import Invitations
from bot.front.languages import Languages
from bot.front.limits import Limits
from bot.front.messages import Messages
from bot.front.names import Names
from bot.front.notices import Notices
from bot.front.painter import Painter
from bot.front.pictures import Pictures, by_worker
from bot.front.places import Places
from bot.front.syncing import sync
from bot.front.threads import Threads
from bot.front.translator import CommandWords
from bot.front.zones import zone_of
from bot.health import Watched
from bot.keepers.arbiter import Arbiter
from bot.keepers.breath import Gaps, one_by_one
from bot.keepers.calendar import Calendar
from bot.keepers.calendar import Places as WeeklyPlaces
from bot.keepers.driver import Driver, Told
from bot.keepers.forgetting import Forgetting
from bot.keepers.outage import Outages
from bot.keepers.reviewer import Reviewer
from bot.presets import load_presets
from bot.render.words import load_catalogue
from bot.robots import ROBOTS
from bot.settings import Settings
from bot.store import Store
from bot.tables import Services, Tables
from bot.terms import Status
from bot.workers import workers

log = logging.getLogger(__name__)

_STOP = 3.0  # seconds to close the connection; the painter has a timeout of its own
_REPAINT_ENDED = 24 * 3600  # seconds: games that ended more recently are repainted after a start


class PreferansBot(commands.AutoShardedBot):
    """One process with one store; every attribute is a part with one job."""

    def __init__(
        self, settings: Settings, store: Store, around: Surroundings | None = None
    ) -> None:
        around = around or Surroundings(pace=settings.robot_pace_seconds)
        owned = around.fleet.owned
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            shard_count=around.shard_count if owned.is_all else owned.of,
            **around.traced(counted=settings.metrics_port is not None),
        )
        self.shard_ids = None if owned.is_all else list(owned.shards)
        metrics = around.metrics
        self.settings, self.store, self.around = settings, store, around
        self.presets = load_presets()
        self.catalogue = load_catalogue()
        self.tile_emojis: dict[str, discord.PartialEmoji] = {}
        self.upload: asyncio.Task[None] | None = None
        self.tables = Tables(
            Services(
                store,
                self.presets,
                around.now,
                self._changed,
                settings.lobby_minutes * 60,
                levels=tuple(ROBOTS),
                level=settings.robot_level,
                acted=metrics.acted,
                decks=around.decks,
                owned=owned,
            )
        )
        self.languages = Languages(store, self.catalogue, settings.default_language)
        self.workers = workers(settings.workers, metrics.thinking, settings.thinkers)
        pictures = Pictures(around.draw or by_worker(self.workers))
        self.names = names = Names(store)
        self.facts = Facts(self.tables.services, names)
        self.messages = Messages(self.facts, self.presets)
        gaps = Gaps()
        self.hands = Hands(self.facts, self.languages, self.tile_emojis, gaps)
        places = Places(self, self.languages)
        self.allowance = Allowance(around.requests or settings.requests_per_second * owned.share)
        notices = Notices(places, self.facts, self.languages, self.tile_emojis, self.allowance)
        self.crier = Crier(self.tables, places, self.languages, self.allowance)
        self.painter = Painter(
            self.tables,
            places,
            self.facts,
            self.messages,
            self.hands,
            notices,
            self.crier,
            self.tile_emojis,
            pictures,
            metrics.painting,
            gaps,
            self.allowance,
        )
        threads = Threads(store, self.languages, self.facts, self.allowance)
        appointments = Appointments(self, self.tables, self.painter, notices, threads)
        told = Told(self.crier.poke, notices.moved_for, notices.gather)
        arbiter = Arbiter(self.workers, notices.proved)
        self.outages = Outages(self.tables, lambda: self.shard_count or 1, self._is_open)
        is_away = self.outages.is_away
        self.driver = Driver(
            self.tables,
            told,
            self.workers,
            around.chance,
            around.pace,
            arbiter,
            is_away,
            appointments.begin,
        )
        opens = WeeklyPlaces(appointments.is_there, appointments.opened, zone_of)
        self.calendar = Calendar(
            self.tables, opens, lambda guild: is_away(guild) or appointments.is_away(guild)
        )
        self.line = Line(self, store, self.outages, self._rearm)
        self.reviewer = Reviewer(self.tables, self.workers, self.painter.reviewed)
        office = Office(
            self.tables,
            self.languages,
            names,
            self.facts,
            self.messages,
            self.hands,
            Answers(self.languages, self.tile_emojis, pictures, metrics.refused, gaps),
            self.painter,
            self.driver,
            self.workers,
            Limits(around.now, around.fleet.spend, settings.rates()),
            threads,
            self.calendar,
            Invitations(around.now),
            self.allowance,
        )
        self.desk = Desk(office)
        self.tree.error(self.desk.command_failed)
        days = settings.retention_days
        self.forgetting = Forgetting(self.tables, days, office.forget, self.languages.forget_server)
        self.events = Events(self.tables, self.painter, self.calendar, self.forgetting)

    def _changed(self, game_id: int) -> None:
        """Notify the parts about a commit; the store has saved it before."""
        self.painter.poke(game_id)
        self.driver.poke(game_id)
        if self.around.reviews:
            self.reviewer.poke(game_id)

    def _rearm(self) -> None:
        self.driver.rearm()
        self.calendar.rearm()

    def connected(self) -> bool:
        """Return True if the bot receives interactions from all its servers now."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    def watched(self) -> Watched:
        """Return the data behind the monitoring endpoint."""
        metrics, now, owned = self.around.metrics, self.around.now, self.around.fleet.owned
        asking = self.allowance.waiting
        return Watched(self.connected, self.store, self.workers, metrics, now, asking, owned)

    async def setup_hook(self) -> None:
        await self.around.fleet.listen(self._heard)
        if not self.around.fleet.owned.is_all:
            self.around.fleet.at_once = await buckets(self)
        register(self, self.desk.pressed)
        for cog in COGS:
            await self.add_cog(cog(self.desk))
        self.tree.add_command(Pref(self.desk))
        await self.add_cog(self.events)
        await self.tree.set_translator(CommandWords(self.catalogue))
        async with self.around.fleet.only_one("commands") as is_mine:
            if is_mine:  # else another process is syncing the commands
                await sync(self, self.store, always=self.around.always_sync)
        await self.line.started()
        if self.settings.card_emojis:
            await self._load_tiles()

    async def on_ready(self) -> None:
        """Resume all tables; the library itself would only log a read error."""
        self.forgetting.start(lambda: [guild.id for guild in self.guilds])
        await self.line.patiently("the tables", self._go_on)

    async def _go_on(self) -> None:
        """Repaint stored but unpainted states; a repetition changes nothing."""
        since, owned = self.around.now() - _REPAINT_ENDED, self.around.fleet.owned
        behind = await self.store.lists.unpainted(since, owned)
        in_play = await self.store.lists.of_status(Status.PLAYING, owned)
        called = await self.crier.games()
        self._rearm()
        games = dict.fromkeys((*behind, *in_play, *called))
        async for game_id in one_by_one(games, self.painter.rounds.under_way):
            self.painter.poke(game_id)
            self.driver.poke(game_id)
        log.info("ready in %s servers", len(self.guilds))
        for guild_id in await self.store.lists.servers(owned):
            if self.get_guild(guild_id) is None:  # removed during downtime
                await self.events.server_is_gone(guild_id)
        if self.around.warm:
            await self.workers.warm()
        if self.around.reviews:
            await self.reviewer.catch_up()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Handle modals and unknown buttons, which the library would leave unanswered."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.desk.filled_in(interaction)
        else:
            await self.desk.unknown(interaction)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Wait before connecting: Discord closes connections that do not identify in time."""
        await self.around.fleet.turn(shard_id, initial=initial)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        await self.outages.connecting()
        await self.around.fleet.identify(shard_id or 0)

    async def on_shard_connect(self, shard_id: int) -> None:
        await self.line.found(shard_id)

    on_shard_resumed = on_shard_connect

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.outages.lost(shard_id)

    def _is_open(self, shard_id: int) -> bool:
        return (shard := self.get_shard(shard_id)) is not None and not shard.is_closed()

    async def _load_tiles(self) -> None:
        """Load existing emojis before the first drawing; upload the rest in the background."""
        with suppress(*FAILED):
            await find_tiles(self, self.tile_emojis)
        only_one = partial(self.around.fleet.only_one, "tiles")
        self.upload = asyncio.create_task(
            upload_in_turn(self, self.tile_emojis, only_one, self.allowance)
        )

    def _heard(self, kind: Kind, number: int) -> None:
        """Drop cached data that another process has changed for a user or server."""
        if kind is Kind.GUILD:
            self.languages.forget_server(number)
        else:
            self.languages.forget(number)
            self.names.forget(number)

    async def close(self) -> None:
        """Record the time, finish open drawings, and shut down within ten seconds."""
        if self.upload is not None:
            self.upload.cancel()
        await self.line.left()
        await self.line.hang_up(self.painter.gaps.given)
        await self.forgetting.stop()
        await self.driver.stop()
        await self.calendar.stop()
        await self.reviewer.stop()
        await self.workers.stop()
        await self.painter.stop()
        try:
            async with asyncio.timeout(_STOP):
                await super().close()
        except TimeoutError:
            log.warning("Discord did not take leave in time")
