"""The metrics of a running process, and its endpoint: ``/health`` and ``/metrics`` on the loopback.

Only this machine (or container) can reach them, since they require no authentication. The bot is
ready if it receives interactions and can store their results; a test write decides the latter.
The measured packages do not import this one: they get a callback or a context manager.
``prometheus`` has the metrics that are kept, and is imported only where they are served.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import aiohttp

from bot.model.enums import ALL_SHARDS, OPEN_STATUSES, ShardRange
from bot.model.values import Record
from bot.store import StorageTrouble, Store
from bot.store.admin.host_commands import BackupFolder
from bot.workers import JobKind, WorkerPool

if TYPE_CHECKING:
    from aiohttp import web

LOOPBACK: Final = "127.0.0.1"
_COMMIT_TIMEOUT: Final = 2.0  # seconds a commit may take before the store counts as stuck
_LAG_INTERVAL: Final = 1.0  # seconds between two measurements of event loop lag


class Metrics:
    """Metrics of a bot without METRICS_PORT: every call is accepted, nothing is kept.

    ``last_commit`` is the unix second of the last transaction, None where that is not kept.
    """

    last_commit: float | None = None

    def count_line(self, by: str) -> None:
        """Count a stored line; ``by`` as in the log, where a user is a number."""

    def count_refusal(self, reason: str) -> None:
        """Count a refusal shown to a user."""

    def count_picture(self, outcome: str) -> None:
        """Count a picture of a message: drawn, cached, late, skipped or failed."""

    def count_quiet_board(self, reason: str) -> None:
        """Count an edit that waits for the end of a trick: chosen by the server, or behind."""

    def count_bad_answer(self) -> None:
        """Count an answer of a thinker that is no legal action or no answer at all."""

    def count_unreadable_event(self, event: str) -> None:
        """Count a gateway event that was dropped; ``event`` is its name in Discord's protocol."""

    def record_backup(self, newest: float | None, *, is_missing: bool) -> None:
        """Record the time of the newest backup, and whether a newer one is overdue."""

    def record_loop_lag(self, seconds: float) -> None:
        """Record the lag of the event loop."""

    def measure_commit(self) -> AbstractContextManager[None]:
        """Measure a transaction."""
        return nullcontext()

    def measure_drawing(self) -> AbstractContextManager[None]:
        """Measure the drawing of a public message or a hand."""
        return nullcontext()

    def measure_job(self, kind: str) -> AbstractContextManager[None]:
        """Measure a job of the worker processes."""
        return nullcontext()

    def request_tracer(self) -> aiohttp.TraceConfig:
        """Return a trace that counts every request of a session by its outcome."""
        return aiohttp.TraceConfig()

    def prometheus_text(
        self,
        tables: Mapping[str, int],
        waiting: Mapping[str, int],
        waiting_requests: int,
    ) -> bytes:
        """Return everything in the Prometheus text format, with the current gauges."""
        return b""


class MonitoredBot(Record):
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

    async def health(self) -> tuple[bool, str]:
        """Return True when the bot is ready, and the details as JSON."""
        gateway, writable = self.is_connected(), await self._is_writable()
        ready = gateway and writable
        said = {
            "ready": ready,
            "gateway": gateway,
            "store": writable,
            "last_commit": self.metrics.last_commit,
        }
        return ready, json.dumps(said)

    async def prometheus(self) -> bytes:
        """Return the Prometheus metrics; without the tables while the store cannot be read."""
        if self.backups is not None:
            newest, now = await asyncio.to_thread(self.backups.newest), self.now()
            self.metrics.record_backup(newest, is_missing=self.backups.is_missing(now))
        waiting = {kind.name.lower(): self.workers.waiting(kind) for kind in JobKind}
        return self.metrics.prometheus_text(
            await self._count_open_tables(), waiting, self.count_waiting_requests()
        )

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

    async def health(self, _: "web.Request") -> "web.Response":
        """Return status 200 when ready and on standby, else 503; the body gives the details."""
        from aiohttp import web

        is_well, text = await self._health()
        return web.Response(
            text=text, status=200 if is_well else 503, content_type="application/json"
        )

    async def prometheus(self, _: "web.Request") -> "web.Response":
        """Return the metrics; empty on standby."""
        from aiohttp import web

        if self.monitored is None:
            return web.Response()
        text = await self.monitored.prometheus()
        return web.Response(body=text, headers={"Content-Type": "text/plain; version=0.0.4"})

    async def _health(self) -> tuple[bool, str]:
        """Return the health as JSON: standby is healthy but not ready, a refusal is neither."""
        if self.refusal is not None:
            return False, json.dumps({"ready": False, "refused": self.refusal})
        if self.monitored is None:
            return True, json.dumps({"ready": False, "standby": True})
        return await self.monitored.health()


@asynccontextmanager
async def serve_monitoring(port: int, endpoint: MonitoringEndpoint) -> AsyncIterator[int]:
    """Serve inside the context; yields the port (the system chooses for 0). Raises OSError."""
    from aiohttp import web  # a web server that only those have who watch their bot

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
