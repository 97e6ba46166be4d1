"""Answers on the loopback, for whoever watches over the bot: ``/metrics`` and ``/health``.

Only this machine (or the container) can ask, since nobody is asked who he is. Ready is a bot that
hears clicks and can store what comes of them; whether it can is tried, not guessed.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from bot.metrics import Metrics
from bot.store import StorageTrouble, Store
from bot.terms import EVERYWHERE, OPEN, Owned
from bot.workers import Kind, Workers

HOST: Final = "127.0.0.1"
_PATIENCE: Final = 2.0  # seconds a commit may take before the store counts as stuck
_BEAT: Final = 1.0  # seconds between two looks at how late the event loop wakes


@dataclass(frozen=True, slots=True)
class Watched:
    """``connected`` says whether clicks reach the bot now, ``now`` gives unix seconds.

    ``asking`` is how many requests wait for their turn at Discord.
    """

    connected: Callable[[], bool]
    store: Store
    workers: Workers
    metrics: Metrics
    now: Callable[[], int]
    asking: Callable[[], int]
    owned: Owned = EVERYWHERE

    async def health(self) -> web.Response:
        """200 when ready, 503 when not; either way what is so."""
        gateway, writable = self.connected(), await self._writable()
        ready = gateway and writable
        said = {
            "ready": ready,
            "gateway": gateway,
            "store": writable,
            "last_commit": self.metrics.last_commit,
        }
        return web.json_response(said, status=200 if ready else 503)

    async def numbers(self) -> web.Response:
        """What Prometheus reads; without the tables while the store cannot be read."""
        waiting = {kind.name.lower(): self.workers.waiting(kind) for kind in Kind}
        text = self.metrics.text(await self._tables(), waiting, self.asking())
        return web.Response(body=text, headers={"Content-Type": "text/plain; version=0.0.4"})

    async def _tables(self) -> dict[str, int]:
        try:
            counted = await self.store.lists.count_open(self.owned)
        except StorageTrouble:
            return {}
        return {status.value: counted.get(status, 0) for status in OPEN}

    def _key(self) -> str:
        """A row of its own, so that no process waits for another one's."""
        return "health" if self.owned.is_all else f"health:{self.owned}"

    async def _writable(self) -> bool:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self.store.wishes.set_setting(self._key(), str(self.now()))
        except (StorageTrouble, TimeoutError):
            return False
        return True


@dataclass(slots=True)
class Window:
    """Through which one looks: nothing is watched while a process stands by for another one."""

    watched: Watched | None = None

    async def health(self, _: web.Request) -> web.Response:
        """Standing by is as it should be, only not ready."""
        if self.watched is None:
            return web.json_response({"ready": False, "standby": True})
        return await self.watched.health()

    async def numbers(self, _: web.Request) -> web.Response:
        """None of who stands by."""
        return web.Response() if self.watched is None else await self.watched.numbers()


@asynccontextmanager
async def answering(port: int, window: Window) -> AsyncIterator[int]:
    """Answer while inside; the port, which the system chooses where 0 is given.  Raises OSError."""
    app = web.Application()
    app.router.add_get("/health", window.health)
    app.router.add_get("/metrics", window.numbers)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    beat = asyncio.create_task(_listen_to_the_loop(window))
    try:
        await web.TCPSite(runner, HOST, port).start()
        yield runner.addresses[0][1]
    finally:
        beat.cancel()
        await runner.cleanup()


async def _listen_to_the_loop(window: Window) -> None:
    while True:
        due = time.perf_counter() + _BEAT
        await asyncio.sleep(_BEAT)
        if window.watched is not None:
            window.watched.metrics.woke_late(time.perf_counter() - due)
