"""Thinking on other machines: the thinkers of a Dask scheduler, or this one where it is away.

A thinker is ``python -m bot think`` (bot/workers/thinker.py): it keeps the limits of time and of
memory as the own processes do, so what comes back is the same answer, whoever gave it. A job that
the cluster cannot take is done here, and where that fails too the table plays on as ever.
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

# more than this is done here: it would only wait there
_MOST: Final = {Kind.DECISION: 256, Kind.QUESTION: 64}


class Cluster(Workers):
    """Workers that ask a cluster first; ``address`` as ``tcp://scheduler:8786``."""

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
        """Whether the cluster is asked now."""
        return self._scheduler.is_there

    @property
    def answered(self) -> int:
        """Jobs that were done there."""
        return self._scheduler.answered

    async def warm(self) -> None:
        """Connect; where nobody answers, start the own processes."""
        self._looking = True
        with suppress(Ended):  # stopped meanwhile
            if not await self._apart.run(self._scheduler.found()):
                await super().warm()

    async def stop(self) -> None:
        """Let go of the cluster, and end the own processes."""
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
        """What a thinker says.  Raises Away, Ended, and why the work cannot be sent."""
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
