"""Overrides for tests and the playground: clock, RNG, pace, optional features."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random, SystemRandom
from types import SimpleNamespace
from typing import TypedDict

import aiohttp
import discord

from bot.fleet.fellows import Alone, Fellows
from bot.front.pictures import Draw
from bot.metrics import Metrics
from bot.tables import Decks


def discord_now() -> int:
    """Return unix seconds by the clock discord.py uses."""
    return int(discord.utils.utcnow().timestamp())


class Traced(TypedDict, total=False):
    """Keyword arguments of the discord.py client."""

    http_trace: aiohttp.TraceConfig


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Overrides of the client: clock, RNG, pace, command sync, optional features.

    ``chance`` draws the dealer, ``decks`` supplies the decks.
    """

    now: Callable[[], int] = discord_now
    chance: Random = field(default_factory=SystemRandom)
    decks: Decks = field(default_factory=Decks)
    pace: float = 1.0
    always_sync: bool = False
    shard_count: int | None = None
    reviews: bool = True  # analyse every deal after it was played
    draw: Draw | None = None  # renders sheets to images; by default in a worker process
    warm: bool = True  # start the worker processes eagerly
    requests: float | None = None  # requests to Discord per second; None: as in the settings
    metrics: Metrics = field(default_factory=Metrics)
    fleet: Fellows = field(default_factory=Alone)

    def traced(self, *, counted: bool) -> Traced:
        """Return client options that count requests, and reject them after a lost lease.

        Empty if neither is needed: a trace runs at eight points of every request.
        """
        if not counted and isinstance(self.fleet, Alone):
            return {}
        trace = self.metrics.requests() if counted else aiohttp.TraceConfig()
        trace.on_request_start.append(self._held_back)
        return {"http_trace": trace}

    async def _held_back(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, ___: aiohttp.TraceRequestStartParams
    ) -> None:
        if not self.fleet.may_act():
            raise aiohttp.ClientConnectionError("another process answers for these servers now")
