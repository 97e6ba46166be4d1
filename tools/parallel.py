"""Long computations of the tools, shared among processes of this machine.

Results come in the order of the items, so they are those of one process.
"""

import argparse
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Final, TypeVar

Item = TypeVar("Item")
Found = TypeVar("Found")

_AHEAD: Final = 3  # chunks under way for each process: none waits, and few are in vain at the end


def shared(
    job: Callable[[Item], Found], items: Iterable[Item], processes: int, chunk: int = 1
) -> Iterator[Found]:
    """Yield the job's result for every item, in their order.

    ``chunk`` items go together.  ``job`` and items are importable and picklable.
    """
    if processes == 1:
        yield from map(job, items)
        return
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
    try:
        submit = partial(pool.submit, partial(_each, job))
        yield from _in_order(submit, iter(items), chunk, processes)
    finally:
        pool.shutdown(cancel_futures=True)


def _in_order(
    submit: Callable[[Sequence[Item]], Future[tuple[Found, ...]]],
    items: Iterator[Item],
    chunk: int,
    processes: int,
) -> Iterator[Found]:
    """Yield results, a few chunks ahead of what is asked for: items may have no end."""
    futures: deque[Future[tuple[Found, ...]]] = deque()
    while True:
        while len(futures) < _AHEAD * processes and (some := tuple(islice(items, chunk))):
            futures.append(submit(some))
        if not futures:
            return
        found = futures[0].result()
        futures.popleft()
        yield from found


def _each(job: Callable[[Item], Found], items: Sequence[Item]) -> tuple[Found, ...]:
    return tuple(map(job, items))


def add_processes(parser: argparse.ArgumentParser) -> None:
    """Add ``--processes``, the number of processes of a tool."""
    parser.add_argument("--processes", type=int, default=2)
