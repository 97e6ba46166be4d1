"""Queue for free worker processes: decisions of tables go before questions of users.

One process is reserved for decisions (unless there is only one), so a slow analysis delays no
game; and a question that was passed over often enough goes first.
"""

import asyncio
from collections import deque
from enum import Enum
from typing import Final

from bot.refusals import Refusal, Refused
from bot.workers.process import WorkerProcess


class JobKind(Enum):
    DECISION = 0
    QUESTION = 1


# a longer queue would take many seconds: robots then play the plain move, users are refused
MAX_WAITING: Final = {JobKind.DECISION: 32, JobKind.QUESTION: 16}
_MAX_PASSED_OVER: Final = 8  # decisions that may overtake a waiting question


class JobQueue:
    """The free processes, and the queues of tasks waiting for one."""

    def __init__(self, workers: tuple[WorkerProcess, ...]) -> None:
        self._free = list(workers)
        self._waiting: dict[JobKind, deque[asyncio.Future[WorkerProcess]]] = {
            k: deque() for k in JobKind
        }
        self._questions = max(1, len(workers) - 1)  # processes that questions may take now
        self._passed_over = 0

    async def acquire(self, kind: JobKind) -> WorkerProcess:
        """Wait for a process.  Raises Refused when the queue is full."""
        waiting = self._waiting[kind]
        if len(waiting) >= MAX_WAITING[kind]:
            raise Refused(Refusal.BUSY)
        turn: asyncio.Future[WorkerProcess] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        self._serve()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn in waiting:
                waiting.remove(turn)
            if turn.done() and not turn.cancelled():
                self.release(turn.result(), kind)
            raise

    def waiting(self, kind: JobKind) -> int:
        """Return the number of tasks waiting for a process."""
        return len(self._waiting[kind])

    def release(self, worker: WorkerProcess, kind: JobKind) -> None:
        """Return a process to the free ones."""
        self._free.append(worker)
        self._questions += kind is JobKind.QUESTION
        self._serve()

    def close(self, error: Exception) -> None:
        """Close the queue; every waiting task gets this error."""
        for waiting in self._waiting.values():
            while waiting:
                turn = waiting.popleft()
                if not turn.done():
                    turn.set_exception(error)

    def _serve(self) -> None:
        while self._free and (kind := self._next()) is not None:
            is_passed = kind is JobKind.DECISION and bool(self._waiting[JobKind.QUESTION])
            self._passed_over = self._passed_over + 1 if is_passed else 0
            self._questions -= kind is JobKind.QUESTION
            self._waiting[kind].popleft().set_result(self._free.pop())

    def _next(self) -> JobKind | None:
        for waiting in self._waiting.values():
            while waiting and waiting[0].done():  # cancelled
                waiting.popleft()
        may_ask = self._waiting[JobKind.QUESTION] and self._questions
        if may_ask and self._passed_over >= _MAX_PASSED_OVER:
            return JobKind.QUESTION
        if self._waiting[JobKind.DECISION]:
            return JobKind.DECISION
        return JobKind.QUESTION if may_ask else None
