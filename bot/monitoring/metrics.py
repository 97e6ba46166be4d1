"""The counts and durations that a running bot reports, and their null form, which keeps nothing.

The measured packages do not import this module: they get a callback or a context manager.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext

import aiohttp


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
