"""The one writer: every change goes through its queue, many changes share one commit.

A commit waits for the disk, so the writer takes all that is queued into one transaction and tells
the callers only after the commit. When a batch fails because one member is wrong, it is rolled
back and its members run one by one, so that only the guilty one fails. When the disk fails, all
fail at once: trying each again would only make everybody wait. While another program holds the
database, or the line to it is lost, each member waits until its own deadline, and reads go on in
between.

The work belongs to the writer's task. A cancelled caller stops waiting, nothing else; what it
submitted is still written. No order is promised between writes that were not awaited.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from time import perf_counter
from typing import Final, Generic, Protocol, TypeVar

from bot.store.database import Database
from bot.store.errors import (
    StaleVersion,
    StatementFault,
    StorageTrouble,
    Trouble,
    WriteRefused,
    trouble_of,
)
from bot.store.patience import deadline, waiting_until
from bot.store.saving import Note, Save, Step, question_of, steps_of, work_of

T = TypeVar("T")
_LARGEST_BATCH = 500
Watch = Callable[[], AbstractContextManager[object]]  # around something that takes time
_PASSING: Final = (Trouble.LOCKED, Trouble.UNREACHABLE)
_PAUSE: Final = 0.01  # seconds for others between two attempts at a file that is held
_log = logging.getLogger(__name__)


class _Pending(Generic[T]):
    """A change somebody waits for; not beyond ``until`` where another program is in the way."""

    def __init__(self) -> None:
        self.until = deadline()
        self.done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class _Change(_Pending[T]):
    """A change in statements of its own."""

    def __init__(self, work: Callable[[Database], Awaitable[T]]) -> None:
        super().__init__()
        self._work = work
        self._outcome: Callable[[], None] | None = None

    async def attempt(self, db: Database) -> None:
        """Do the work; a refusal changed nothing and is an outcome, no failure of the batch."""
        try:
            value = await self._work(db)
        except (StaleVersion, WriteRefused) as refusal:
            error = refusal
            self._outcome = lambda: self.done.set_exception(error)
        else:
            self._outcome = lambda: self.done.set_result(value)

    def settle(self) -> None:
        if self._outcome is not None and not self.done.done():
            self._outcome()


class _Saving(_Pending[None]):
    """A change of a table on its way; most of them are a line."""

    def __init__(self, save: Save | Note) -> None:
        super().__init__()
        self.save = save
        self.refusal: StaleVersion | WriteRefused | None = None

    def settle(self) -> None:
        if self.refusal is not None:
            self.fail(self.refusal)
        elif not self.done.done():
            self.done.set_result(None)


class _AnyChange(Protocol):
    """A change whatever its result."""

    until: float

    async def attempt(self, db: Database) -> None: ...
    def settle(self) -> None: ...
    def fail(self, error: Exception) -> None: ...


_Member = _AnyChange | _Saving


class Guard(Protocol):
    """What is looked at before anything is read or written."""

    doubts: bool  # the next start has to look at all of the file

    def check_files(self) -> None:
        """StorageTrouble GONE when the path no longer leads to the file that is open."""

    async def check_game(self, db: Database, game_id: int) -> None:
        """GameDamaged when a game is not what was written."""

    def goes_over(self) -> bool:
        """Whether closed games are to be looked at before they are asked for."""

    async def settle(self, db: Database, guild_id: int) -> frozenset[int]:
        """The games that may not be counted, of a server of which all else was looked at."""

    async def damaged_past(
        self, db: Database, guild_id: int, user_id: int | None = None
    ) -> frozenset[int]:
        """The closed games that may not be counted, of those that were not looked at yet."""


class Writer:
    """Drains the queue until closed; ``gate`` is held during each transaction, and each happens
    within a ``watch``.  ``guard`` looks before anything is read or written.
    """

    def __init__(
        self,
        db: Database,
        gate: asyncio.Lock,
        guard: Guard,
        watch: Watch = nullcontext,
    ) -> None:
        self._db = db
        self._gate = gate
        self.guard = guard
        self._watch = watch
        self._queue: asyncio.Queue[_Member | None] = asyncio.Queue()
        self._closing = False
        self._task = asyncio.create_task(self._drain(), name="store writer")

    @property
    def closed(self) -> bool:
        """Nothing more is taken; also when the loop was torn down over an open store."""
        return self._closing or self._task.done()

    async def submit(self, work: Callable[[Database], Awaitable[T]]) -> T:
        """Run ``work`` in the next transaction; its result, once committed."""
        change = _Change(work)
        self._put(change)
        return await change.done

    async def save(self, save: Save | Note) -> None:
        """Write it in the next transaction; returns once committed."""
        saving = _Saving(save)
        self._put(saving)
        await saving.done

    async def close(self) -> None:
        """Write what is queued, then stop; later submissions are refused."""
        if not self._closing:
            self._closing = True
            self._queue.put_nowait(None)
        await asyncio.wait([self._task])

    def _put(self, pending: _Member) -> None:
        if self.closed:
            raise StorageTrouble(Trouble.CLOSED)
        self._queue.put_nowait(pending)

    async def _drain(self) -> None:
        batch: list[_Member] = []
        try:
            while (first := await self._queue.get()) is not None:
                batch = [first]
                while batch:
                    batch += self._waiting()
                    batch = await self._round(batch)
        finally:
            # Reached with callers still waiting only when the loop is torn down.
            for pending in (*batch, *self._waiting()):
                pending.fail(StorageTrouble(Trouble.CLOSED))

    def _waiting(self) -> list[_Member]:
        """What can join the batch now; the closing mark stays in the queue."""
        taken: list[_Member] = []
        while len(taken) < _LARGEST_BATCH and not self._queue.empty():
            pending = self._queue.get_nowait()
            if pending is None:
                self._queue.put_nowait(None)
                break
            taken.append(pending)
        return taken

    async def _round(self, batch: list[_Member]) -> list[_Member]:
        """One attempt; who is still waiting for another program after it."""
        async with self._gate:
            with waiting_until(min(pending.until for pending in batch)):
                passing = await self._settle(batch)
        if passing is None:
            return []
        now = perf_counter()
        late = [pending for pending in batch if pending.until <= now]
        if late:
            self._fail(late, StorageTrouble(passing))
        await asyncio.sleep(_PAUSE)
        return [pending for pending in batch if pending.until > now]

    async def _settle(self, batch: Sequence[_Member]) -> Trouble | None:
        """A trouble that may pass, and then nothing has happened."""
        try:
            with self._watch():
                await self._commit(batch)
        except Exception as error:  # each caller gets it; the writer must outlive every error
            await self._roll_back()
            trouble = trouble_of(error)
            if trouble in _PASSING:
                return trouble
            await self._blame(batch, error)
        else:
            for pending in batch:
                pending.settle()
        return None

    async def _blame(self, batch: Sequence[_Member], error: Exception) -> None:
        trouble = trouble_of(error)
        self.guard.doubts |= trouble is Trouble.DAMAGED
        if trouble is None and len(batch) > 1:
            for pending in batch:
                if (passing := await self._settle([pending])) is not None:
                    self._fail([pending], StorageTrouble(passing))
            return
        self._fail(batch, error if trouble is None else StorageTrouble(trouble))

    def _fail(self, batch: Sequence[_Member], error: Exception) -> None:
        _log.warning("%d changes were not saved: %s", len(batch), error)
        for pending in batch:
            pending.fail(error)

    async def _commit(self, batch: Sequence[_Member]) -> None:
        """One transaction; tables first and together, since they are the most and the hottest.

        Where there is nothing else, it begins with one hop and ends with another.
        """
        self.guard.check_files()
        await self._roll_back()  # should an earlier roll-back itself have failed
        savings = [pending for pending in batch if isinstance(pending, _Saving)]
        saves = [saving.save for saving in savings]
        steps = steps_of(saves, await self._db.begin(*question_of(saves)))
        for saving, step in zip(savings, steps, strict=True):
            saving.refusal = None if isinstance(step, Step) else step
        work = work_of(step for step in steps if isinstance(step, Step))
        others = [pending for pending in batch if not isinstance(pending, _Saving)]
        if others:
            await self._db.write(work)
            for pending in others:
                await pending.attempt(self._db)
        await self._db.commit([] if others else work)

    async def _roll_back(self) -> None:
        if self._db.in_transaction:
            with suppress(StorageTrouble, StatementFault):
                await self._db.rollback()
