"""Jobs on other machines: the workers of a Dask scheduler, else the local processes."""

import asyncio
import logging
import pickle
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager, nullcontext, suppress
from contextvars import Context
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeVar
from uuid import uuid4

from bot.workers.dask_worker import VersionMismatch, code_digest, run_task
from bot.workers.pool import JobKind, WorkerPool
from bot.workers.worker_main import JobResult

if TYPE_CHECKING:
    from distributed import Client  # an optional extra: needed only with an address

log = logging.getLogger(__name__)

# An event loop in a thread of its own, for a library that always has pending tasks.
#
# The bot's loop sees only the results: no timer, no socket, no task. The simulated Discord of the
# tests, which waits until the bot's loop is idle, depends on that.

T = TypeVar("T")


class LoopStopped(Exception):
    """The loop was stopped before the work was done."""


@dataclass(frozen=True, slots=True)
class _Failed:
    """An error as a value: asyncio would log an exception that nobody awaits any more."""

    error: Exception


async def _outcome(work: Coroutine[object, object, T]) -> T | _Failed:
    try:
        return await work
    except Exception as error:
        return _Failed(error)


class LoopThread:
    """Event loop in a thread, started by the first ``run``, ended by ``stop``."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._stopping = asyncio.Event()
        self._thread = Thread(target=self._run_loop, name=name, daemon=True)

    async def run(self, work: Coroutine[object, object, T]) -> T:
        """Await a coroutine on the other loop; cancellation is passed on.  Raises LoopStopped."""
        if not self._thread.is_alive():
            self._thread.start()
        # in a context of its own: context variables of the caller do not apply there
        future = Context().run(asyncio.run_coroutine_threadsafe, _outcome(work), self._loop)
        try:
            outcome = await asyncio.wrap_future(future)
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise LoopStopped from error
        if isinstance(outcome, _Failed):
            raise outcome.error
        return outcome

    async def stop(self) -> None:
        """Cancel all pending tasks of the loop and end its thread."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stopping.set)
            await asyncio.to_thread(self._thread.join)
        else:
            self._loop.close()

    def _run_loop(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._stopping.wait())


# Client of a cluster's scheduler: connects, sends jobs, and reconnects after a loss.
#
# All of it runs on the event loop of ``LoopThread``; other threads only read ``is_connected`` and
# ``jobs_done``.


_CONNECT: Final = 3.0  # seconds to connect
_PAUSES: Final = (1.0, 60.0)  # seconds between two attempts: the first, the longest
_QUEUE: Final = 1.0  # seconds a job may wait for a worker, added to its own limit
_PRIORITY: Final = {JobKind.PICTURE: 10, JobKind.DECISION: 10, JobKind.QUESTION: 0}


class ClusterUnavailable(Exception):
    """The cluster did not do the job; the cause is unknown."""


class SchedulerClient:
    """Connection to the scheduler at ``address`` (``tcp://scheduler:8786``), made on demand."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Client | None = None
        self._lost = asyncio.Event()
        self._found = asyncio.Event()
        self._pause = _PAUSES[0]
        self._keeping: asyncio.Task[None] | None = None
        self.jobs_done = 0  # jobs done by the cluster

    @property
    def is_connected(self) -> bool:
        """True while the scheduler is connected."""
        return self._client is not None

    async def start_connecting(self) -> None:
        """Start to connect, and to reconnect after every loss."""
        if self._keeping is None:
            self._keeping = asyncio.create_task(self._keep_connected(), name="thinkers")

    async def wait_connected(self) -> bool:
        """Wait for a connection; False on a timeout."""
        await self.start_connecting()
        with suppress(TimeoutError):
            async with asyncio.timeout(_CONNECT):
                await self._found.wait()
        return self.is_connected

    async def disconnect(self) -> None:
        """Disconnect."""
        if self._keeping is not None:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeping

    async def submit(self, kind: JobKind, seconds: float, request: bytes) -> JobResult:
        """Run a pickled job on a Dask worker.  Raises ClusterUnavailable."""
        client, before = self._client, self.jobs_done
        if client is None:
            raise ClusterUnavailable
        try:
            answer = await _submit(client, kind, seconds, request)
        except ClusterUnavailable:
            if self.jobs_done == before:  # else the cluster works, and only this job was late
                self._drop(client)
            raise
        if isinstance(answer.error, VersionMismatch):
            log.warning("the thinkers at %s run another version", self._address)
            self._pause = _PAUSES[1]  # an update is probably in progress
            self._drop(client)
            raise ClusterUnavailable
        self.jobs_done += 1
        self._pause = _PAUSES[0]
        return answer

    def _drop(self, client: "Client") -> None:
        if self._client is client:
            self._client = None
            self._lost.set()

    async def _keep_connected(self) -> None:
        """Connect, and reconnect after a loss; the pause grows until a job is done."""
        while True:
            client = await self._connect()
            if client is not None:
                self._client = client
                self._found.set()
                try:
                    await self._lost.wait()
                finally:
                    self._client = None
                    await _close(client)
                log.warning("the thinkers at %s are left alone: thinking here", self._address)
                self._lost.clear()
            await asyncio.sleep(self._pause)
            self._pause = min(2 * self._pause, _PAUSES[1])

    async def _connect(self) -> "Client | None":
        from distributed import Client  # sets the level of its log on import

        for name in ("distributed", "distributed.client"):  # logged by this module
            logging.getLogger(name).setLevel(logging.CRITICAL)
        client = Client(
            self._address, asynchronous=True, timeout=_CONNECT, set_as_default=False, name="bot"
        )
        threads = 0
        try:
            await asyncio.to_thread(code_digest)  # reads all source files, once
            await client
            threads = sum((await client.nthreads()).values())
        except Exception as error:  # of any kind: the next attempt may succeed
            log.info("no scheduler at %s: %s", self._address, type(error).__name__)
        finally:
            if not threads:
                await _close(client)
        if not threads:
            return None
        log.info("%d processes think at %s", threads, self._address)
        return client


async def _submit(client: "Client", kind: JobKind, seconds: float, request: bytes) -> JobResult:
    """Submit one task and return its answer.  Raises ClusterUnavailable on any failure."""
    if client.status != "running":
        raise ClusterUnavailable
    future = client.submit(
        *(run_task, kind, seconds, request, code_digest()),
        key=f"{kind.name.lower()}-{uuid4()}",
        priority=_PRIORITY[kind],
        pure=False,
    )
    try:
        async with asyncio.timeout(seconds + _QUEUE):
            answer = await future
    except asyncio.CancelledError as error:  # by the caller, or by the cluster
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        raise ClusterUnavailable from error
    except Exception as error:
        raise ClusterUnavailable from error
    finally:
        with suppress(Exception):  # the connection may be gone
            future.release()
    assert isinstance(answer, JobResult)
    return answer


async def _close(client: "Client") -> None:
    """Close a client in any state."""
    with suppress(Exception):
        async with asyncio.timeout(1):
            await client.close(timeout=1)


# Jobs on other machines: the workers of a Dask scheduler, with local processes as a fallback.
#
# A Dask worker is ``python -m bot think`` (bot/workers/dask_worker.py): it enforces the same
# limits of time and memory as the local processes, so the answer is the same wherever it was
# computed. The local processes do a job that the cluster cannot take; if they fail too, the table
# plays on.

# jobs beyond these run locally instead of waiting in the cluster; drawing is faster than sending
_MAX_PENDING: Final = {JobKind.PICTURE: 0, JobKind.DECISION: 256, JobKind.QUESTION: 64}


class Cluster(WorkerPool):
    """Worker pool that tries a cluster first; ``address`` as ``tcp://scheduler:8786``."""

    def __init__(
        self,
        address: str,
        count: int = 2,
        watch: Callable[[str], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        super().__init__(count, watch)
        self._scheduler = SchedulerClient(address)
        self._loop_thread = LoopThread("thinkers")
        self._is_connecting = False
        self._pending = dict.fromkeys(JobKind, 0)

    @property
    def is_connected(self) -> bool:
        """True while the cluster is connected."""
        return self._scheduler.is_connected

    @property
    def jobs_done(self) -> int:
        """The number of jobs done by the cluster."""
        return self._scheduler.jobs_done

    async def warm(self) -> None:
        """Connect; if the scheduler does not answer, start the local processes."""
        self._is_connecting = True
        with suppress(LoopStopped):  # stopped meanwhile
            if not await self._loop_thread.run(self._scheduler.wait_connected()):
                await super().warm()

    async def stop(self) -> None:
        """Disconnect from the cluster, and end the local processes."""
        self._stopped = True
        if self._is_connecting:
            self._is_connecting = False
            await self._loop_thread.run(self._scheduler.disconnect())
        await self._loop_thread.stop()
        await super().stop()

    async def _run_job(self, kind: JobKind, seconds: float, work: Callable[[], object]) -> object:
        try:
            answer = await self._run_remotely(kind, seconds, work)
        except (ClusterUnavailable, LoopStopped):
            return await super()._run_job(kind, seconds, work)
        if answer.error is not None:
            raise answer.error
        return answer.value

    async def _run_remotely(
        self, kind: JobKind, seconds: float, work: Callable[[], object]
    ) -> JobResult:
        """Return a Dask worker's answer.

        Raises ClusterUnavailable, LoopStopped, and errors of pickling.
        """
        if not (self._is_connecting or self._stopped):
            self._is_connecting = True
            await self._loop_thread.run(self._scheduler.start_connecting())
        if not self.is_connected or self._pending[kind] >= _MAX_PENDING[kind]:
            raise ClusterUnavailable
        request = pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        self._pending[kind] += 1
        try:
            with self._watch(kind.name.lower()):
                return await self._loop_thread.run(self._scheduler.submit(kind, seconds, request))
        finally:
            self._pending[kind] -= 1
