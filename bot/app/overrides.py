"""Overrides for tests and the playground: clock, RNG, pace, optional features."""

import time
from collections.abc import Callable
from random import Random, SystemRandom
from types import SimpleNamespace
from typing import TypedDict

import aiohttp
import discord

from bot.background.table_tasks import SteadyClock
from bot.discord_ui.messages.pictures import DrawPicture
from bot.fleet.coordinator import FleetCoordinator, SingleProcess
from bot.model.values import Record, field
from bot.monitoring import Metrics
from bot.tables import DeckSource


def discord_time() -> float:
    """Return unix seconds by the clock discord.py uses."""
    return discord.utils.utcnow().timestamp()


class ClientOptions(TypedDict, total=False):
    """Keyword arguments of the discord.py client."""

    shard_count: int | None
    shard_ids: list[int]
    http_trace: aiohttp.TraceConfig


class BotOverrides(Record):
    """Overrides of the client: clock, RNG, pace, command sync, optional features.

    ``rng`` draws the dealer, ``decks`` supplies the decks.
    """

    clock: SteadyClock = field(default_factory=lambda: SteadyClock(discord_time, time.monotonic))
    rng: Random = field(default_factory=SystemRandom)
    decks: DeckSource = field(default_factory=DeckSource)
    robot_pace: float = 1.0
    always_sync: bool = False
    shard_count: int | None = None
    has_reviews: bool = True  # analyse every deal after it was played
    draw_picture: DrawPicture | None = None  # by default in a worker process
    draws_tables: bool = True  # else tables and hands go out in words
    start_workers_eagerly: bool = True  # at startup, else with their first job
    requests_per_second: float | None = None  # to Discord; None: as in the settings
    defer_after: float = 1.5  # seconds until an interaction without a response is deferred
    metrics: Metrics = field(default_factory=Metrics)
    fleet: FleetCoordinator = field(default_factory=SingleProcess)

    @property
    def now(self) -> Callable[[], int]:
        """The clock of all tables, in unix seconds."""
        return self.clock.now

    def client_options(self, *, counted: bool) -> ClientOptions:
        """Return the client's shards, and a trace of its requests if one is needed.

        The trace counts requests, and rejects them after a lost lease; it runs at eight points of
        every request.
        """
        owned = self.fleet.owned
        options = ClientOptions(shard_count=self.shard_count)
        if not owned.is_all:
            options = ClientOptions(shard_count=owned.total, shard_ids=list(owned.shards))
        if not counted and isinstance(self.fleet, SingleProcess):
            return options
        trace = self.metrics.request_tracer() if counted else aiohttp.TraceConfig()
        trace.on_request_start.append(self._refuse_without_lease)
        return {**options, "http_trace": trace}

    async def _refuse_without_lease(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, ___: aiohttp.TraceRequestStartParams
    ) -> None:
        if not self.fleet.may_act():
            raise aiohttp.ClientConnectionError("another process answers for these servers now")
