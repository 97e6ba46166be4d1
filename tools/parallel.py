"""Long computations of the tools, shared among processes of this machine or thinkers of a cluster.

Results come in the order of the items, so they are those of one process, whoever did them; what a
cluster loses is done again by another thinker, or here.
"""

import argparse
import hashlib
import logging
import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import cache, partial
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, cast

from bot.workers.dask_worker import VersionMismatch, code_digest, run_task
from bot.workers.pool import JobKind, TooSlow
from bot.workers.worker_main import JobResult

if TYPE_CHECKING:
    from distributed import Client

Item = TypeVar("Item")
Found = TypeVar("Found")
Found_co = TypeVar("Found_co", covariant=True)

_HOME: Final = Path(__file__).parents[1]
_AHEAD: Final = 3  # chunks under way for each process: none waits, and few are in vain at the end
_SECONDS: Final = 3600.0  # for one chunk
_CONNECT: Final = 10.0  # seconds until a scheduler must have answered
_LOOK: Final = 5.0  # seconds until it is asked whether anybody still thinks
_PRIORITY: Final = -10  # moves and questions of bots go first


class Away(Exception):
    """The cluster no longer answers."""


class Future(Protocol[Found_co]):
    """The interface that both ways of sharing implement."""

    def result(self) -> Found_co:
        """Wait for it."""


def shared(
    job: Callable[[Item], Found],
    items: Iterable[Item],
    processes: int,
    on: str | None = None,
    chunk: int = 1,
) -> Iterator[Found]:
    """The job done for every item, in their order; ``on`` is the address of a scheduler.

    ``chunk`` items go together.  ``job`` and items are importable and picklable.
    """
    rest = iter(items)
    if on is not None:
        open_chunks: deque[Sequence[Item]] = deque()
        try:
            yield from _there(job, rest, on, chunk, open_chunks)
        except Away:
            print(f"{on} is away: going on here", file=sys.stderr, flush=True)
        else:
            return
        rest = chain(chain.from_iterable(open_chunks), rest)
    yield from _here(job, rest, processes, chunk)


def _here(
    job: Callable[[Item], Found], items: Iterator[Item], processes: int, chunk: int
) -> Iterator[Found]:
    if processes == 1:
        yield from map(job, items)
        return
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
    try:
        submit = partial(_submitted, pool, job)
        yield from _in_order(submit, items, chunk, processes, deque())
    finally:
        pool.shutdown(cancel_futures=True)


def _there(
    job: Callable[[Item], Found],
    items: Iterator[Item],
    address: str,
    chunk: int,
    under_way: deque[Sequence[Item]],
) -> Iterator[Found]:
    """``running_count``: what has been asked for and not yet given.  Raises Away."""
    from distributed import Client

    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what matters is said here
    with ExitStack() as stack:
        try:
            client = stack.enter_context(Client(address, timeout=_CONNECT, set_as_default=False))
            threads = sum(client.nthreads().values())
        except (OSError, TimeoutError) as error:
            raise Away from error
        if not threads:
            raise Away
        submit = partial(_Far, client, job)
        yield from _in_order(submit, items, chunk, threads, under_way)


def _in_order(
    submit: Callable[[Sequence[Item]], Future[Sequence[Found]]],
    items: Iterator[Item],
    chunk: int,
    processes: int,
    under_way: deque[Sequence[Item]],
) -> Iterator[Found]:
    """A few chunks ahead of what is asked for, so that items may have no end."""
    futures: deque[Future[Sequence[Found]]] = deque()
    while True:
        while len(futures) < _AHEAD * processes and (some := tuple(islice(items, chunk))):
            under_way.append(some)
            futures.append(submit(some))
        if not futures:
            return
        found = futures[0].result()
        futures.popleft()
        under_way.popleft()
        yield from found


def _submitted(
    pool: ProcessPoolExecutor, job: Callable[[Item], Found], items: Sequence[Item]
) -> Future[Sequence[Found]]:
    return pool.submit(_each, job, items)


def _each(job: Callable[[Item], Found], items: Sequence[Item]) -> tuple[Found, ...]:
    return tuple(map(job, items))


class _Far(Future[Sequence[Found]]):
    """A chunk with the thinkers."""

    def __init__(
        self, client: "Client", job: Callable[[Item], Found], items: Sequence[Item]
    ) -> None:
        self._work = partial(_each, job, items)
        request = pickle.dumps(partial(_checked, sources(), self._work))
        ask = (run_task, JobKind.DECISION, _SECONDS, request, code_digest())  # by any process there
        self._client, self._future = client, client.submit(*ask, pure=False, priority=_PRIORITY)

    def result(self) -> Sequence[Found]:
        """Done here where it takes a thinker too much.  Raises Away, OtherCode."""
        try:
            answer = self._answer()
        except Exception as error:  # of whatever kind: the cluster's, a job's is in its answer
            raise Away from error
        assert isinstance(answer, JobResult)
        if isinstance(answer.error, TooSlow):
            return self._work()
        if answer.error is not None:
            raise answer.error
        return cast(Sequence[Found], answer.value)

    def _answer(self) -> object:
        while True:
            try:
                return self._future.result(timeout=_LOOK)
            except TimeoutError:
                if not self._client.nthreads():
                    raise


def _checked(version: str, work: Callable[[], Found]) -> Found:
    """There: the tools must be of one version, as the bot's modules are."""
    if version != sources():
        raise VersionMismatch
    return work()


def add_places(parser: argparse.ArgumentParser) -> None:
    """``--processes`` and ``--on``: where a tool thinks."""
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--on", metavar="ADDRESS", help="a scheduler, as tcp://10.0.0.5:8786")


@cache
def sources() -> str:
    """One digest of everything the tools are made of, beside what ``code`` knows."""
    digest = hashlib.sha256()
    for file in sorted([*(_HOME / "tools").rglob("*.py"), *(_HOME / "tests").rglob("*.py")]):
        digest.update(f"\n{file.relative_to(_HOME).as_posix()}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()
