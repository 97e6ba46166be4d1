"""Deadlines of writes that wait for another program's lock: one deadline per request.

Discord waits three seconds for a response. A request may queue at a table, write twice and have its
refusal rendered; separate timeouts would add up to more than that.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import perf_counter
from typing import Final

WRITE_TIMEOUT: Final = 2.0  # seconds

_DEADLINE: Final[ContextVar[float]] = ContextVar("until", default=-inf)


@contextmanager
def request_deadline() -> Iterator[None]:
    """Share one deadline among all writes inside."""
    with deadline_at(perf_counter() + WRITE_TIMEOUT):
        yield


@contextmanager
def deadline_at(moment: float) -> Iterator[None]:
    """Set the deadline of all writes inside, in terms of ``perf_counter``."""
    token = _DEADLINE.set(moment)
    try:
        yield
    finally:
        _DEADLINE.reset(token)


def current_deadline() -> float:
    """Return how long a write that is submitted now may wait, in terms of ``perf_counter``.

    A task may outlive the request that started it; its later writes get a new deadline.
    """
    until, now = _DEADLINE.get(), perf_counter()
    return until if now < until + WRITE_TIMEOUT else now + WRITE_TIMEOUT
