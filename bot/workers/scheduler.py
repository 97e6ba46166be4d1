"""Client of a cluster's scheduler: connects, sends jobs, and reconnects after a loss.

All of it runs on the event loop of ``LoopThread``; other threads only read ``is_connected`` and
``jobs_done``.
"""

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from bot.workers.child import JobResult
from bot.workers.line import JobKind
from bot.workers.thinker import VersionMismatch, code_digest, run_task

if TYPE_CHECKING:
    from distributed import Client  # an optional extra: needed only with an address

log = logging.getLogger(__name__)

_CONNECT: Final = 3.0  # seconds to connect
_PAUSES: Final = (1.0, 60.0)  # seconds between two attempts: the first, the longest
_QUEUE: Final = 1.0  # seconds a job may wait for a worker, added to its own limit
_PRIORITY: Final = {JobKind.DECISION: 10, JobKind.QUESTION: 0}


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
        """Run a pickled job on a Dask worker.  Raises Away."""
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
    """Submit one task and return its answer.  Raises Away on any failure of the cluster."""
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
