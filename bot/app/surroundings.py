"""What tests and the playground choose for the client: time, chance, pace, and how much it does."""

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
    """Unix seconds by the clock the library uses."""
    return int(discord.utils.utcnow().timestamp())


class Traced(TypedDict, total=False):
    """An option of the library's client."""

    http_trace: aiohttp.TraceConfig


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What tests and the playground choose: time, chance, pace, and when commands are synced.

    ``chance`` draws for dealer, ``decks`` are dealt.
    """

    now: Callable[[], int] = discord_now
    chance: Random = field(default_factory=SystemRandom)
    decks: Decks = field(default_factory=Decks)
    pace: float = 1.0
    always_sync: bool = False
    shard_count: int | None = None
    reviews: bool = True  # work out after every deal what it was worth
    draw: Draw | None = None  # how sheets become pictures; usually in a worker process
    warm: bool = True  # start the worker processes at once, not when one is first needed
    requests: float | None = None  # a second, to Discord; as set where nothing else is said
    metrics: Metrics = field(default_factory=Metrics)
    fleet: Fellows = field(default_factory=Alone)

    def traced(self, *, counted: bool) -> Traced:
        """What goes to Discord: counted, and held back once this process may not act any more.

        Nothing where neither is asked for: it is looked at eight points of every request.
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
