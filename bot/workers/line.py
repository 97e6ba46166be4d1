"""Queue for free worker processes: decisions of tables go before questions of users.

One process is reserved for decisions (unless there is only one), so a slow analysis delays no
game; and a question that was passed over often enough goes first.
"""

import asyncio
from collections import deque
from enum import Enum
from typing import Final

from bot.refusals import Refusal, Refused
from bot.workers.process import Worker


class Kind(Enum):
    DECISION = 0
    QUESTION = 1


# a longer queue would take many seconds: robots then play the plain move, users are refused
WAITING: Final = {Kind.DECISION: 32, Kind.QUESTION: 16}
_PATIENCE: Final = 8  # decisions that may overtake a waiting question


class Line:
    """The free processes, and the queues of tasks waiting for one."""

    def __init__(self, workers: tuple[Worker, ...]) -> None:
        self._free = list(workers)
        self._waiting: dict[Kind, deque[asyncio.Future[Worker]]] = {k: deque() for k in Kind}
        self._questions = max(1, len(workers) - 1)  # processes that questions may take now
        self._passed_over = 0

    async def turn(self, kind: Kind) -> Worker:
        """Wait for a process.  Raises Refused when the queue is full."""
        waiting = self._waiting[kind]
        if len(waiting) >= WAITING[kind]:
            raise Refused(Refusal.BUSY)
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        self._serve()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn in waiting:
                waiting.remove(turn)
            if turn.done() and not turn.cancelled():
                self.leave(turn.result(), kind)
            raise

    def waiting(self, kind: Kind) -> int:
        """Return the number of tasks waiting for a process."""
        return len(self._waiting[kind])

    def leave(self, worker: Worker, kind: Kind) -> None:
        """Return a process to the free ones."""
        self._free.append(worker)
        self._questions += kind is Kind.QUESTION
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
            is_passed = kind is Kind.DECISION and bool(self._waiting[Kind.QUESTION])
            self._passed_over = self._passed_over + 1 if is_passed else 0
            self._questions -= kind is Kind.QUESTION
            self._waiting[kind].popleft().set_result(self._free.pop())

    def _next(self) -> Kind | None:
        for waiting in self._waiting.values():
            while waiting and waiting[0].done():  # cancelled
                waiting.popleft()
        may_ask = self._waiting[Kind.QUESTION] and self._questions
        if may_ask and self._passed_over >= _PATIENCE:
            return Kind.QUESTION
        if self._waiting[Kind.DECISION]:
            return Kind.DECISION
        return Kind.QUESTION if may_ask else None
