"""How long a write waits while another program holds the file: one deadline for a whole request.

Discord waits three seconds for an answer. A request may queue at a table, write twice and have its
refusal worded; if each of these waited by itself, nobody would be told in time.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import perf_counter
from typing import Final

PATIENCE: Final = 2.0  # seconds

_UNTIL: Final[ContextVar[float]] = ContextVar("until", default=-inf)


@contextmanager
def one_request() -> Iterator[None]:
    """All that is written inside shares one deadline."""
    with waiting_until(perf_counter() + PATIENCE):
        yield


@contextmanager
def waiting_until(moment: float) -> Iterator[None]:
    """Somebody who waits until then, by ``perf_counter``, has to be told by then."""
    token = _UNTIL.set(moment)
    try:
        yield
    finally:
        _UNTIL.reset(token)


def deadline() -> float:
    """Until when a write that is submitted now may wait, by ``perf_counter``.

    A task may outlive the request that started it by far; then it has a time of its own.
    """
    until, now = _UNTIL.get(), perf_counter()
    return until if now < until + PATIENCE else now + PATIENCE
