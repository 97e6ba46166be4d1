"""Jobs on other machines: the workers of a Dask scheduler, with local processes as a fallback.

A Dask worker is ``python -m bot think`` (bot/workers/dask_worker.py): it enforces the same limits
of time and memory as the local processes, so the answer is the same wherever it was computed.  The
local processes do a job that the cluster cannot take; if they fail too, the table plays on.
"""

import pickle
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Final

from bot.workers.apart import Apart, Ended
from bot.workers.child import Answer
from bot.workers.line import Kind
from bot.workers.pool import Workers
from bot.workers.scheduler import Away, Scheduler

# jobs beyond these run locally instead of waiting in the cluster
_MOST: Final = {Kind.DECISION: 256, Kind.QUESTION: 64}


class Cluster(Workers):
    """Worker pool that tries a cluster first; ``address`` as ``tcp://scheduler:8786``."""

    def __init__(
        self,
        address: str,
        count: int = 2,
        watch: Callable[[str], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        super().__init__(count, watch)
        self._scheduler = Scheduler(address)
        self._apart = Apart("thinkers")
        self._looking = False
        self._asked = dict.fromkeys(Kind, 0)

    @property
    def is_there(self) -> bool:
        """True while the cluster is connected."""
        return self._scheduler.is_there

    @property
    def answered(self) -> int:
        """The number of jobs done by the cluster."""
        return self._scheduler.answered

    async def warm(self) -> None:
        """Connect; if the scheduler does not answer, start the local processes."""
        self._looking = True
        with suppress(Ended):  # stopped meanwhile
            if not await self._apart.run(self._scheduler.found()):
                await super().warm()

    async def stop(self) -> None:
        """Disconnect from the cluster, and end the local processes."""
        self._stopped = True
        if self._looking:
            self._looking = False
            await self._apart.run(self._scheduler.leave())
        await self._apart.stop()
        await super().stop()

    async def _done(self, kind: Kind, seconds: float, work: Callable[[], object]) -> object:
        try:
            answer = await self._there(kind, seconds, work)
        except (Away, Ended):
            return await super()._done(kind, seconds, work)
        if answer.error is not None:
            raise answer.error
        return answer.value

    async def _there(self, kind: Kind, seconds: float, work: Callable[[], object]) -> Answer:
        """Return a Dask worker's answer.  Raises Away, Ended, and errors of pickling."""
        if not (self._looking or self._stopped):
            self._looking = True
            await self._apart.run(self._scheduler.look())
        if not self.is_there or self._asked[kind] >= _MOST[kind]:
            raise Away
        request = pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        self._asked[kind] += 1
        try:
            with self._watch(kind.name.lower()):
                return await self._apart.run(self._scheduler.ask(kind, seconds, request))
        finally:
            self._asked[kind] -= 1
