"""Limits of processor time that hold on a slow machine, and beside the other tests of a process.

The seconds of a limit are those of the machine it was set on.  Another one may be slower, and the
same one is, by a factor of two, while something else runs on its core; so each time is divided by
that of a fixed piece of Python just before and after it.
"""

from collections.abc import Callable
from time import process_time
from typing import Final, TypeVar

T = TypeVar("T")
_TIMES: Final = 4
_PIECE_SECONDS: Final = 0.002  # what the piece took on the machine of the limits
_PIECES: Final = 3


def result_within(seconds: float, work: Callable[[], T]) -> T:
    """Return what the work returns; AssertionError where it never takes less processor time.

    One time of four suffices, because the garbage of other tests may be collected in the rest.
    """
    spent = []
    for _ in range(_TIMES):
        result, took = timed(work)
        spent.append(took)
        if took < seconds:
            return result
    raise AssertionError(spent)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return what the work returns, and its seconds on the machine of the limits."""
    before = _slowness()
    began = process_time()
    result = work()
    took = process_time() - began
    return result, took / max(before, _slowness())


def _slowness() -> float:
    """Return how many times as long as on the machine of the limits a piece takes, at least 1."""
    return max(1.0, min(_piece() for _ in range(_PIECES)) / _PIECE_SECONDS)


def _piece() -> float:
    """Return the seconds of what Python does most: look up, add and store."""
    began = process_time()
    kept: dict[int, int] = {}
    for number in range(20_000):
        kept[number % 97] = kept.get(number % 89, 0) + number
    return process_time() - began
