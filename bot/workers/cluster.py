"""Jobs on other machines: the workers of a Dask scheduler, with local processes as a fallback.

A Dask worker is ``python -m bot think`` (bot/workers/dask_worker.py): it enforces the same limits
of time and memory as the local processes, so the answer is the same wherever it was computed.  The
local processes do a job that the cluster cannot take; if they fail too, the table plays on.
"""

import pickle
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Final

from bot.workers.apart import LoopStopped, LoopThread
from bot.workers.child import JobResult
from bot.workers.line import JobKind
from bot.workers.pool import WorkerPool
from bot.workers.scheduler import ClusterUnavailable, SchedulerClient

# jobs beyond these run locally instead of waiting in the cluster
_MAX_PENDING: Final = {JobKind.DECISION: 256, JobKind.QUESTION: 64}


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
        """Return a Dask worker's answer.  Raises Away, Ended, and errors of pickling."""
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
