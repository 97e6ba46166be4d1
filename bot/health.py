"""HTTP endpoints ``/metrics`` and ``/health`` on the loopback interface, for monitoring.

Only this machine (or container) can reach them, since they require no authentication. The bot is
ready if it receives interactions and can store their results; a test write decides the latter.
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
_BEAT: Final = 1.0  # seconds between two measurements of event loop lag


@dataclass(frozen=True, slots=True)
class Watched:
    """``connected`` returns True if interactions arrive, ``now`` gives unix seconds.

    ``asking`` returns the number of requests queued for Discord.
    """

    connected: Callable[[], bool]
    store: Store
    workers: Workers
    metrics: Metrics
    now: Callable[[], int]
    asking: Callable[[], int]
    owned: Owned = EVERYWHERE

    async def health(self) -> web.Response:
        """Return status 200 when ready, 503 when not; the body gives the details."""
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
        """Return the Prometheus metrics; without the tables while the store cannot be read."""
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
        """Return the settings key of this process: its row is locked by no other process."""
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
    """The endpoint handlers; ``watched`` is None while the process stands by."""

    watched: Watched | None = None

    async def health(self, _: web.Request) -> web.Response:
        """Return status 200 on standby, which is healthy but not ready."""
        if self.watched is None:
            return web.json_response({"ready": False, "standby": True})
        return await self.watched.health()

    async def numbers(self, _: web.Request) -> web.Response:
        """Return the metrics; empty on standby."""
        return web.Response() if self.watched is None else await self.watched.numbers()


@asynccontextmanager
async def answering(port: int, window: Window) -> AsyncIterator[int]:
    """Serve inside the context; yields the port (the system chooses for 0). Raises OSError."""
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
