"""Worker pool whose robots' moves are made by thinkers, with the local processes as a fallback.

Only moves leave the machine: they are most of the work, and the bot recognises an answer that is no
legal action.  Reviews, hints, drawings and proofs stay with the local processes.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from ssl import SSLContext
from threading import Thread
from typing import Final, TypeVar

from bot.engine.view import GameView
from bot.model.codec_fields import ThinkerAddress
from bot.workers.jobs import choose_move, offer_or_choose
from bot.workers.move_messages import MoveRequest
from bot.workers.pool import JobKind, WorkerPool
from bot.workers.thinker import Side, tls_context
from bot.workers.thinker_client import NoThinker, ThinkerClient

_NETWORK_SECONDS: Final = 0.5  # for the way there and back, added to a job's own limit


def _ignore() -> None:
    """Count nothing."""


class RemotePool(WorkerPool):
    """Worker pool that asks thinkers first; ``on_bad_answer`` counts the answers it dropped."""

    def __init__(
        self,
        addresses: Sequence[ThinkerAddress],
        tls: SSLContext | None = None,
        count: int = 2,
        watch: Callable[[str], AbstractContextManager[object]] = nullcontext,
        on_bad_answer: Callable[[], None] = _ignore,
    ) -> None:
        super().__init__(count, watch)
        self._client = ThinkerClient(addresses, tls, on_bad_answer)
        self._loop_thread = LoopThread("thinkers")
        self._is_started = False

    @property
    def thinking_processes(self) -> int:
        """The number of processes of all thinkers that answer."""
        return self._client.processes

    @property
    def moves_made(self) -> int:
        """The number of moves that thinkers have made."""
        return self._client.moves_made

    async def warm(self, prepare: Callable[[], object] | None = None) -> None:
        """Look for the thinkers; if none answers, start the local processes."""
        self._is_started = True
        with suppress(LoopStopped):  # stopped meanwhile
            if not await self._loop_thread.run(self._client.first_look()):
                await super().warm(prepare)

    async def stop(self) -> None:
        """Close the connections to the thinkers, and end the local processes."""
        self._stopped = True
        if self._is_started:
            self._is_started = False
            await self._loop_thread.run(self._client.stop())
        await self._loop_thread.stop()
        await super().stop()

    async def _run_job(self, kind: JobKind, seconds: float, work: Callable[[], object]) -> object:
        request = _move_request(work)
        if request is not None and not self._stopped:
            try:
                return await self._ask(kind, seconds, request)
            except (NoThinker, LoopStopped):
                pass  # the local processes do it
        return await super()._run_job(kind, seconds, work)

    async def _ask(self, kind: JobKind, seconds: float, request: MoveRequest) -> object:
        if not self._is_started:
            self._is_started = True
            await self._loop_thread.run(self._client.start())
        with self._watch(kind.name.lower()):
            return await self._loop_thread.run(
                self._client.move(request, seconds + _NETWORK_SECONDS)
            )


def _move_request(work: Callable[[], object]) -> MoveRequest | None:
    """Return the request of a job that chooses a robot's move; None for every other job."""
    if not isinstance(work, partial) or work.func not in (choose_move, offer_or_choose):
        return None
    level, view, seed = work.args
    assert isinstance(level, str)
    assert isinstance(view, GameView)
    assert isinstance(seed, int)
    return MoveRequest(level, view, seed, work.func is offer_or_choose)


def create_workers(
    count: int,
    watch: Callable[[str], AbstractContextManager[object]],
    addresses: Sequence[ThinkerAddress] = (),
    tls_folder: Path | None = None,
    on_bad_answer: Callable[[], None] = _ignore,
) -> WorkerPool:
    """Return a pool of ``count`` local processes, behind thinkers if there are addresses.

    Raises OSError, ssl.SSLError for certificates that are missing or bad.
    """
    if not addresses:
        return WorkerPool(count, watch)
    tls = None if tls_folder is None else tls_context(tls_folder, Side.BOT)
    return RemotePool(addresses, tls, count, watch, on_bad_answer)


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
