"""Who may use a process next: decisions tables wait for go before the questions of people.

One process is never given to a question (unless there is only one), so a slow analysis delays
nobody's game; and a question that was passed over often enough goes first.
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


# more than this would wait for many seconds: a robot then plays the plain move, a person is told
WAITING: Final = {Kind.DECISION: 32, Kind.QUESTION: 16}
_PATIENCE: Final = 8  # decisions a waiting question lets pass


class Line:
    """The free processes, and those who wait for one."""

    def __init__(self, workers: tuple[Worker, ...]) -> None:
        self._free = list(workers)
        self._waiting: dict[Kind, deque[asyncio.Future[Worker]]] = {k: deque() for k in Kind}
        self._questions = max(1, len(workers) - 1)  # processes that may be given to questions now
        self._passed_over = 0

    async def turn(self, kind: Kind) -> Worker:
        """Wait for a process.  Raises Refused when too many wait already."""
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
        """How many have no process yet."""
        return len(self._waiting[kind])

    def leave(self, worker: Worker, kind: Kind) -> None:
        """The process is free again."""
        self._free.append(worker)
        self._questions += kind is Kind.QUESTION
        self._serve()

    def close(self, error: Exception) -> None:
        """Nobody gets a process any more; whoever waits hears this."""
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
