"""A limit of processor time for one job, where the system can count it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class OutOfTime(Exception):
    """The job has used its processor time."""


@contextmanager
def processor_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTime within the block once it has used that much processor time.

    Only for the main thread, which runs the jobs of a worker process.  Windows cannot count it;
    there the time limit of the pool remains.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_: int, __: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
