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

from bot.model.enums import ALL_SHARDS, OPEN_STATUSES, ShardRange
from bot.monitoring.metrics import Metrics
from bot.store import StorageTrouble, Store
from bot.store.admin.host_commands import BackupFolder
from bot.workers import JobKind, WorkerPool

LOOPBACK: Final = "127.0.0.1"
_COMMIT_TIMEOUT: Final = 2.0  # seconds a commit may take before the store counts as stuck
_LAG_INTERVAL: Final = 1.0  # seconds between two measurements of event loop lag


@dataclass(frozen=True, slots=True)
class MonitoredBot:
    """``is_connected`` returns True if interactions arrive, ``now`` gives unix seconds.

    ``count_waiting_requests`` returns the number of requests queued for Discord.
    """

    is_connected: Callable[[], bool]
    store: Store
    workers: WorkerPool
    metrics: Metrics
    now: Callable[[], int]
    count_waiting_requests: Callable[[], int]
    owned: ShardRange = ALL_SHARDS
    backups: BackupFolder | None = None

    async def health(self) -> web.Response:
        """Return status 200 when ready, 503 when not; the body gives the details."""
        gateway, writable = self.is_connected(), await self._is_writable()
        ready = gateway and writable
        said = {
            "ready": ready,
            "gateway": gateway,
            "store": writable,
            "last_commit": self.metrics.last_commit,
        }
        return web.json_response(said, status=200 if ready else 503)

    async def prometheus(self) -> web.Response:
        """Return the Prometheus metrics; without the tables while the store cannot be read."""
        if self.backups is not None:
            newest, now = await asyncio.to_thread(self.backups.newest), self.now()
            self.metrics.record_backup(newest, is_missing=self.backups.is_missing(now))
        waiting = {kind.name.lower(): self.workers.waiting(kind) for kind in JobKind}
        text = self.metrics.prometheus_text(
            await self._count_open_tables(), waiting, self.count_waiting_requests()
        )
        return web.Response(body=text, headers={"Content-Type": "text/plain; version=0.0.4"})

    async def _count_open_tables(self) -> dict[str, int]:
        try:
            counted = await self.store.game_queries.count_open(self.owned)
        except StorageTrouble:
            return {}
        return {status.value: counted.get(status, 0) for status in OPEN_STATUSES}

    def _setting_key(self) -> str:
        """Return the settings key of this process: its row is locked by no other process."""
        return "health" if self.owned.is_all else f"health:{self.owned}"

    async def _is_writable(self) -> bool:
        try:
            async with asyncio.timeout(_COMMIT_TIMEOUT):
                await self.store.preferences.set_bot_fact(self._setting_key(), str(self.now()))
        except (StorageTrouble, TimeoutError):
            return False
        return True


@dataclass(slots=True)
class MonitoringEndpoint:
    """The endpoint handlers; ``monitored`` is None while the process stands by.

    ``refusal`` is why the process hosts nothing until a person has put it right, if so.
    """

    monitored: MonitoredBot | None = None
    refusal: str | None = None

    async def health(self, _: web.Request) -> web.Response:
        """Return status 200 on standby, which is healthy but not ready, 503 after a refusal."""
        if self.refusal is not None:
            return web.json_response({"ready": False, "refused": self.refusal}, status=503)
        if self.monitored is None:
            return web.json_response({"ready": False, "standby": True})
        return await self.monitored.health()

    async def prometheus(self, _: web.Request) -> web.Response:
        """Return the metrics; empty on standby."""
        return web.Response() if self.monitored is None else await self.monitored.prometheus()


@asynccontextmanager
async def serve_monitoring(port: int, endpoint: MonitoringEndpoint) -> AsyncIterator[int]:
    """Serve inside the context; yields the port (the system chooses for 0). Raises OSError."""
    app = web.Application()
    app.router.add_get("/health", endpoint.health)
    app.router.add_get("/metrics", endpoint.prometheus)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    beat = asyncio.create_task(_measure_loop_lag(endpoint))
    try:
        await web.TCPSite(runner, LOOPBACK, port).start()
        yield runner.addresses[0][1]
    finally:
        beat.cancel()
        await runner.cleanup()


async def _measure_loop_lag(endpoint: MonitoringEndpoint) -> None:
    while True:
        due = time.perf_counter() + _LAG_INTERVAL
        await asyncio.sleep(_LAG_INTERVAL)
        if endpoint.monitored is not None:
            endpoint.monitored.metrics.record_loop_lag(time.perf_counter() - due)
