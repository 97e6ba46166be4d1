"""The endpoint that watches a running process: ``/health`` and ``/metrics`` on the loopback.

Only this machine (or container) can reach them, since they require no authentication. The bot is
ready if it receives interactions and can store their results; a test write decides the latter.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

import aiohttp
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from bot.model.enums import ALL_SHARDS, OPEN_STATUSES, ShardRange
from bot.model.values import Record
from bot.store import StorageTrouble, Store
from bot.store.admin.host_commands import BackupFolder
from bot.workers import JobKind, WorkerPool

if TYPE_CHECKING:
    from aiohttp import web

# Prometheus metrics of the bot: counts and durations, no personal data.
#
# A label is a word of a closed list (a refusal, a status, a kind), never a game, user, server or
# card. The measured packages do not import this module: they get a callback or a context manager.

_FAST_BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_SLOW_BUCKETS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
_SEPARATE_STATUSES: Final = (401, 403, 404, 429)
_NON_HUMAN_ACTORS: Final = ("table", "robot", "hurried robot", "clock")


class Metrics:
    """All metrics in a registry of their own; ``now`` gives unix seconds."""

    last_commit: float | None = None

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        counter, gauge = partial(_LabelledCounter, registry), partial(_gauge, registry)
        timer = partial(_OperationTimer, registry)
        self._lines_written = counter("acts", "Lines written into the logs of games", "by")
        self._refusals = counter("refusals", "Refusals that were said", "reason")
        self._requests = counter("discord_requests", "Requests to Discord", "outcome")
        self._pictures = counter("pictures", "Pictures that messages were to show", "outcome")
        self._quiet_boards = counter("quiet_boards", "Edits saved by quiet boards", "reason")
        self._commits = timer("commit", "Transactions of the store", _FAST_BUCKETS)
        drawings = timer("painting", "Public messages and hands drawn", _SLOW_BUCKETS)
        jobs = timer("thought", "Jobs of the worker processes", _SLOW_BUCKETS, "kind")
        self.measure_drawing, self.measure_job = drawings.measure, jobs.measure
        self._bad_answers = _counter(
            registry, "bad_thinker_answers", "Answers of thinkers that were dropped"
        )
        self._unreadable = counter("unreadable_events", "Unreadable events of Discord", "event")
        self._lag = Histogram(
            "preferans_loop_lag_seconds",
            "How late the event loop wakes",
            registry=registry,
            buckets=_FAST_BUCKETS,
        )
        self._last_commit_time = gauge("last_commit_timestamp_seconds", "When last stored")
        self._backup_time = gauge("last_backup_timestamp_seconds", "When last backed up, else 0")
        self._backup_missing = gauge("backup_missing", "1 if the newest backup is too old or none")
        self._tables = gauge("tables", "Open tables", "status")
        self._jobs_waiting = gauge("thoughts_waiting", "Jobs without a worker yet", "kind")
        self._requests_waiting = gauge("requests_waiting", "Requests to Discord not sent yet")

    def count_line(self, by: str) -> None:
        """Count a stored line; ``by`` as in the log, where a user is a number."""
        self._lines_written.inc(by if by in _NON_HUMAN_ACTORS else "person")

    def count_refusal(self, reason: str) -> None:
        """Count a refusal shown to a user."""
        self._refusals.inc(reason)

    def count_picture(self, outcome: str) -> None:
        """Count a picture of a message: drawn, cached, late, skipped or failed."""
        self._pictures.inc(outcome)

    def count_quiet_board(self, reason: str) -> None:
        """Count an edit that waits for the end of a trick: chosen by the server, or behind."""
        self._quiet_boards.inc(reason)

    def count_bad_answer(self) -> None:
        """Count an answer of a thinker that is no legal action or no answer at all."""
        self._bad_answers.inc()

    def count_unreadable_event(self, event: str) -> None:
        """Count a gateway event that was dropped; ``event`` is its name in Discord's protocol."""
        self._unreadable.inc(event)

    def record_backup(self, newest: float | None, *, is_missing: bool) -> None:
        """Record the time of the newest backup, and whether a newer one is overdue."""
        self._backup_time.set(newest or 0)
        self._backup_missing.set(is_missing)

    @contextmanager
    def measure_commit(self) -> Iterator[None]:
        """Measure a transaction."""
        with self._commits.measure():
            yield
        self.last_commit = self._now()
        self._last_commit_time.set(self.last_commit)

    def record_loop_lag(self, seconds: float) -> None:
        """Record the lag of the event loop."""
        self._lag.observe(max(0.0, seconds))

    def request_tracer(self) -> aiohttp.TraceConfig:
        """Return a trace that counts every request of a session by its outcome."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._count_response)
        trace.on_request_exception.append(self._count_request_error)
        return trace

    def prometheus_text(
        self, tables: Mapping[str, int], waiting: Mapping[str, int], waiting_requests: int
    ) -> bytes:
        """Return everything in the Prometheus text format, with the current gauges."""
        self._requests_waiting.set(waiting_requests)
        for gauge, numbers in ((self._tables, tables), (self._jobs_waiting, waiting)):
            gauge.clear()
            for label, number in numbers.items():
                gauge.labels(label).set(number)
        return generate_latest(self.registry)

    async def _count_response(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        self._requests.inc(_outcome(end.response.status))

    async def _count_request_error(
        self,
        _: aiohttp.ClientSession,
        __: SimpleNamespace,
        fault: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        if not isinstance(fault.exception, asyncio.CancelledError):
            self._requests.inc("unreachable")


class _OperationTimer:
    """Count, duration and failures of an operation."""

    def __init__(
        self,
        registry: CollectorRegistry,
        name: str,
        what: str,
        buckets: tuple[float, ...],
        *labels: str,
    ) -> None:
        self._seconds = Histogram(
            f"preferans_{name}_seconds", what, labels, registry=registry, buckets=buckets
        )
        self._failed = _counter(registry, f"{name}_failures", f"{what}, in vain", *labels)

    @contextmanager
    def measure(self, *labels: str) -> Iterator[None]:
        seconds = self._seconds.labels(*labels) if labels else self._seconds
        failed = self._failed.labels(*labels) if labels else self._failed
        began = time.perf_counter()
        try:
            yield
        except Exception:
            failed.inc()
            raise
        finally:
            seconds.observe(time.perf_counter() - began)


class _LabelledCounter:
    """A counter with one label; the library would look each label up under a lock."""

    def __init__(self, registry: CollectorRegistry, name: str, what: str, label: str) -> None:
        self._counter = _counter(registry, name, what, label)
        self._by_label: dict[str, Counter] = {}

    def inc(self, label: str) -> None:
        found = self._by_label.get(label)
        if found is None:
            found = self._by_label[label] = self._counter.labels(label)
        found.inc()


def _counter(registry: CollectorRegistry, name: str, what: str, *labels: str) -> Counter:
    return Counter(f"preferans_{name}", what, labels, registry=registry)


def _gauge(registry: CollectorRegistry, name: str, what: str, *labels: str) -> Gauge:
    return Gauge(f"preferans_{name}", what, labels, registry=registry)


def _outcome(status: int) -> str:
    if status < 400:
        return "ok"
    return str(status) if status in _SEPARATE_STATUSES else f"{status // 100}xx"


LOOPBACK: Final = "127.0.0.1"
_COMMIT_TIMEOUT: Final = 2.0  # seconds a commit may take before the store counts as stuck
_LAG_INTERVAL: Final = 1.0  # seconds between two measurements of event loop lag


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
