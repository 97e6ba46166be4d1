"""Limits of processor time that hold beside the other tests of a process."""

from collections.abc import Callable
from time import process_time
from typing import Final, TypeVar

T = TypeVar("T")
_TIMES: Final = 4


def result_within(seconds: float, work: Callable[[], T]) -> T:
    """Return what the work returns; AssertionError where it never takes less processor time.

    One time of four suffices, because the garbage of other tests may be collected in the rest.
    """
    spent = []
    for _ in range(_TIMES):
        began = process_time()
        result = work()
        spent.append(process_time() - began)
        if spent[-1] < seconds:
            return result
    raise AssertionError(spent)
