"""Prometheus metrics of the bot: counts and durations, no personal data.

A label is a word of a closed list (a refusal, a status, a kind), never a game, user, server or
card. Imported only where METRICS_PORT is set, for the memory that its library takes.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Final

import aiohttp
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from bot.monitoring import Metrics

_FAST_BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_SLOW_BUCKETS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
_SEPARATE_STATUSES: Final = (401, 403, 404, 429)
_NON_HUMAN_ACTORS: Final = ("table", "robot", "hurried robot", "clock")


class PrometheusMetrics(Metrics):
    """All metrics in a registry of their own; ``now`` gives unix seconds."""

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
        self._drawings = timer("painting", "Public messages and hands drawn", _SLOW_BUCKETS)
        self._jobs = timer("thought", "Jobs of the worker processes", _SLOW_BUCKETS, "kind")
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
        self._lines_written[by if by in _NON_HUMAN_ACTORS else "person"].inc()

    def count_refusal(self, reason: str) -> None:
        self._refusals[reason].inc()

    def count_picture(self, outcome: str) -> None:
        self._pictures[outcome].inc()

    def count_quiet_board(self, reason: str) -> None:
        self._quiet_boards[reason].inc()

    def count_bad_answer(self) -> None:
        self._bad_answers.inc()

    def count_unreadable_event(self, event: str) -> None:
        self._unreadable[event].inc()

    def record_backup(self, newest: float | None, *, is_missing: bool) -> None:
        self._backup_time.set(newest or 0)
        self._backup_missing.set(is_missing)

    @contextmanager
    def measure_commit(self) -> Iterator[None]:
        with self._commits.measure():
            yield
        self.last_commit = self._now()
        self._last_commit_time.set(self.last_commit)

    def measure_drawing(self) -> AbstractContextManager[None]:
        return self._drawings.measure()

    def measure_job(self, kind: str) -> AbstractContextManager[None]:
        return self._jobs.measure(kind)

    def record_loop_lag(self, seconds: float) -> None:
        self._lag.observe(max(0.0, seconds))

    def request_tracer(self) -> aiohttp.TraceConfig:
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._count_response)
        trace.on_request_exception.append(self._count_request_error)
        return trace

    def prometheus_text(
        self, tables: Mapping[str, int], waiting: Mapping[str, int], waiting_requests: int
    ) -> bytes:
        self._requests_waiting.set(waiting_requests)
        for gauge, numbers in ((self._tables, tables), (self._jobs_waiting, waiting)):
            gauge.clear()
            for label, number in numbers.items():
                gauge.labels(label).set(number)
        return generate_latest(self.registry)

    async def _count_response(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        self._requests[_outcome(end.response.status)].inc()

    async def _count_request_error(
        self,
        _: aiohttp.ClientSession,
        __: SimpleNamespace,
        fault: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        if not isinstance(fault.exception, asyncio.CancelledError):
            self._requests["unreachable"].inc()


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


class _LabelledCounter(dict[str, Counter]):
    """The counters of one label's values; the library would look each up under a lock."""

    def __init__(self, registry: CollectorRegistry, name: str, what: str, label: str) -> None:
        super().__init__()
        self._counter = _counter(registry, name, what, label)

    def __missing__(self, label: str) -> Counter:
        found = self[label] = self._counter.labels(label)
        return found


def _counter(registry: CollectorRegistry, name: str, what: str, *labels: str) -> Counter:
    return Counter(f"preferans_{name}", what, labels, registry=registry)


def _gauge(registry: CollectorRegistry, name: str, what: str, *labels: str) -> Gauge:
    return Gauge(f"preferans_{name}", what, labels, registry=registry)


def _outcome(status: int) -> str:
    if status < 400:
        return "ok"
    return str(status) if status in _SEPARATE_STATUSES else f"{status // 100}xx"
