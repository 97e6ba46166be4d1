"""The single writer and committed reads: changes go through a queue, and many share one commit.

A commit waits for the disk, so the writer puts everything queued into one transaction and answers
the callers only after the commit. If a batch fails because one change is wrong, it is rolled back
and its changes run one by one, so that only that one fails. If the disk fails, all fail at once:
retrying each would only make everybody wait. While another program holds the database, or the
connection is lost, each change waits until its own deadline, and reads run in between.

The work belongs to the writer's task. A cancelled caller merely stops waiting; its change is still
written. Writes that were not awaited have no guaranteed order.

Most reads share the writer's connection, so without a lock they would see a half-done transaction
that may be rolled back. Reads and writes therefore take the same lock: a read sees only commits.
Aggregate queries over history use a second, read-only connection with a lock of its own
(bot/store/integrity/guard.py).
"""

import asyncio
import logging
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    MutableMapping,
    Sequence,
)
from contextlib import (
    AbstractContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
    nullcontext,
    suppress,
)
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from math import inf
from time import perf_counter
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from bot.store import errors
from bot.store.database import Database, Row, StatementBatch, Value
from bot.store.errors import StorageTrouble, Trouble
from bot.store.saving import (
    BookkeepingUpdate,
    ChangeStatements,
    StoredVersion,
    TableChange,
    group_statements,
    plan_changes,
    read_versions,
    stored_versions_query,
)

_log = logging.getLogger(__name__)

# Deadlines of writes that wait for another program's lock: one deadline per request.
#
# Discord waits three seconds for a response. A request may queue at a table, write twice and have
# its refusal rendered; separate timeouts would add up to more than that.

WRITE_TIMEOUT: Final = 2.0  # seconds

_DEADLINE: Final[ContextVar[float]] = ContextVar("until", default=-inf)


@contextmanager
def request_deadline(until: float | None = None) -> Iterator[None]:
    """Share one deadline among all writes inside.

    ``until`` is in terms of ``perf_counter``; None is ``WRITE_TIMEOUT`` from now.
    """
    token = _DEADLINE.set(perf_counter() + WRITE_TIMEOUT if until is None else until)
    try:
        yield
    finally:
        _DEADLINE.reset(token)


def current_deadline() -> float:
    """Return how long a write that is submitted now may wait, in terms of ``perf_counter``.

    A task may outlive the request that started it; its later writes get a new deadline.
    """
    until, now = _DEADLINE.get(), perf_counter()
    return until if now < until + WRITE_TIMEOUT else now + WRITE_TIMEOUT


T = TypeVar("T")
_LARGEST_BATCH = 500
Watch = Callable[[], AbstractContextManager[object]]  # wraps something that takes time
_TRANSIENT: Final = (errors.Trouble.LOCKED, errors.Trouble.UNREACHABLE)
_NOTE_SECONDS: Final = 0.5  # at most, until a note is written without another change
_MOST_KNOWN: Final = 1_000  # games, of half a KiB each
_PAUSE: Final = 0.01  # seconds for others between two attempts at a locked file


@dataclass(eq=False)
class _Pending(Generic[T]):
    """A change a caller waits for, until ``until`` if another program holds the database."""

    until: float = field(init=False, default_factory=current_deadline)
    done: asyncio.Future[T] = field(init=False, default_factory=asyncio.Future)

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


@dataclass(eq=False)
class _QueuedWork(_Pending[T]):
    """A change with statements of its own."""

    work: Callable[[Database], Awaitable[T]]
    outcome: Callable[[], None] | None = field(init=False, default=None)

    async def attempt(self, db: Database) -> None:
        """Do the work; a refusal changed nothing and counts as a result, not as a failed batch."""
        try:
            value = await self.work(db)
        except (errors.StaleVersion, errors.WriteRefused) as refusal:
            error = refusal
            self.outcome = lambda: self.done.set_exception(error)
        else:
            self.outcome = lambda: self.done.set_result(value)

    def resolve(self) -> None:
        if self.outcome is not None and not self.done.done():
            self.outcome()
        self.outcome = None  # it refers to this work, which would wait for the garbage collector


@dataclass(eq=False)
class _QueuedSave(_Pending[None]):
    """A queued save of a table; most of them are a line."""

    save: TableChange | BookkeepingUpdate
    refusal: errors.StaleVersion | errors.WriteRefused | None = field(init=False, default=None)

    def resolve(self) -> None:
        if self.refusal is not None:
            self.fail(self.refusal)
        elif not self.done.done():
            self.done.set_result(None)


class _QueuedNote(_QueuedSave):
    """A note nobody waits for; the writer logs its failure."""

    def fail(self, error: Exception) -> None:
        """Drop the note."""


class _AnyQueuedWork(Protocol):
    """A change with a result of any type."""

    until: float

    async def attempt(self, db: Database) -> None: ...
    def resolve(self) -> None: ...
    def fail(self, error: Exception) -> None: ...


_Queued = _AnyQueuedWork | _QueuedSave


class IntegrityGuard(Protocol):
    """Verification before anything is read or written."""

    needs_full_check: bool  # the next startup has to verify the whole file

    def check_files(self) -> None:
        """Raise StorageTrouble GONE when the path no longer leads to the open file."""

    async def check_game(self, db: Database, game_id: int) -> None:
        """Raise GameDamaged when a game fails verification."""

    def begin_history_check(self) -> bool:
        """Return True if closed games should be verified before anybody asks for them."""

    async def finish_server(self, db: Database, guild_id: int) -> frozenset[int]:
        """Return the damaged games of a server whose other rows are verified."""

    async def damaged_games(
        self, db: Database, guild_id: int, user_id: int | None = None
    ) -> frozenset[int]:
        """Return the damaged closed games among those not verified yet."""


class Writer:
    """Drains the queue until closed.

    The writer holds ``lock`` during each transaction, which runs within a ``watch``.  ``guard``
    verifies before anything is read or written.
    """

    def __init__(
        self,
        db: Database,
        lock: asyncio.Lock,
        guard: IntegrityGuard,
        watch: Watch = nullcontext,
    ) -> None:
        self._db = db
        self._lock = lock
        self.guard = guard
        self._watch = watch
        self._queue: asyncio.Queue[_Queued | None] = asyncio.Queue()
        self._notes: dict[int, BookkeepingUpdate] = {}  # by game; they join the next transaction
        self._notes_timer: asyncio.TimerHandle | None = None
        self._have_notes_waited = False  # since the last look at them
        self._stored: dict[int, StoredVersion] = {}  # of the games written last, the newest last
        self._closing = False
        self._task = asyncio.create_task(self._drain(), name="store writer")

    @property
    def is_closed(self) -> bool:
        """True once nothing more is accepted, also if the loop was torn down over an open store."""
        return self._closing or self._task.done()

    async def submit(self, work: Callable[[Database], Awaitable[T]]) -> T:
        """Run ``work`` in the next transaction and return its result, once committed."""
        change = _QueuedWork(work)
        self._enqueue(change)
        return await change.done

    async def save(self, save: TableChange | BookkeepingUpdate) -> None:
        """Write it in the next transaction; returns once committed.

        It replaces an earlier note of the same columns.
        """
        noted = self._notes.get(save.game_id)
        if noted is not None and isinstance(save, BookkeepingUpdate) and noted.sql == save.sql:
            del self._notes[save.game_id]
        saving = _QueuedSave(save)
        self._enqueue(saving)
        await saving.done

    def note(self, update: BookkeepingUpdate) -> None:
        """Write it with the next change, or by itself soon; nobody waits for it.

        The newest note of a game counts.  A kill or a full disk may lose it.
        """
        self._notes[update.game_id] = update
        self._watch_notes()

    def write_notes(self) -> None:
        """Write the notes by themselves."""
        if not self.is_closed:
            for queued in self._take_notes():
                self._enqueue(queued)

    def look_at_notes(self) -> None:
        """Write the notes if one of them has waited since the last look; else look again later."""
        self._notes_timer = None
        if self._have_notes_waited:
            self.write_notes()
        elif self._notes:
            self._have_notes_waited = True
            self._watch_notes()

    def _watch_notes(self) -> None:
        if self._notes_timer is None and not self.is_closed:
            loop = asyncio.get_running_loop()
            self._notes_timer = loop.call_later(_NOTE_SECONDS / 2, self.look_at_notes)

    def _take_notes(self) -> list[_Queued]:
        notes, self._notes = self._notes, {}
        self._have_notes_waited = False
        return [_QueuedNote(update) for update in notes.values()]

    async def close(self) -> None:
        """Write everything queued, then stop; later submissions are refused."""
        if self._notes_timer is not None:
            self._notes_timer.cancel()
        if not self._closing:
            self.write_notes()
            self._closing = True
            self._queue.put_nowait(None)
        await asyncio.wait([self._task])

    def _enqueue(self, pending: _Queued) -> None:
        if self.is_closed:
            raise errors.StorageTrouble(errors.Trouble.CLOSED)
        self._queue.put_nowait(pending)

    async def _drain(self) -> None:
        batch: list[_Queued] = []
        try:
            while (first := await self._queue.get()) is not None:
                batch = [first]
                while batch:
                    batch += self._take_queued()
                    batch += self._take_notes()  # no queued note or save of a game is newer
                    batch = await self._attempt_batch(batch)
        finally:
            # Reached with callers still waiting only when the loop is torn down.
            for pending in (*batch, *self._take_queued()):
                pending.fail(errors.StorageTrouble(errors.Trouble.CLOSED))

    def _take_queued(self) -> list[_Queued]:
        """Return what can join the batch now, leaving the closing sentinel in the queue."""
        taken: list[_Queued] = []
        while len(taken) < _LARGEST_BATCH and not self._queue.empty():
            pending = self._queue.get_nowait()
            if pending is None:
                self._queue.put_nowait(None)
                break
            taken.append(pending)
        return taken

    async def _attempt_batch(self, batch: list[_Queued]) -> list[_Queued]:
        """Attempt the batch once; return the changes that still wait for another program."""
        async with self._lock:
            with request_deadline(min(pending.until for pending in batch)):
                passing = await self._run_batch(batch)
        if passing is None:
            return []
        now = perf_counter()
        late = [pending for pending in batch if pending.until <= now]
        if late:
            self._fail(late, errors.StorageTrouble(passing))
        await asyncio.sleep(_PAUSE)
        return [pending for pending in batch if pending.until > now]

    async def _run_batch(self, batch: Sequence[_Queued]) -> errors.Trouble | None:
        """Run the batch; return a trouble that may pass, in which case nothing has happened."""
        try:
            with self._watch():
                await self._commit(batch)
        except Exception as error:  # each caller gets it; the writer must outlive every error
            await self._roll_back()
            trouble = errors.trouble_of(error)
            if trouble in _TRANSIENT:
                return trouble
            await self._isolate_failure(batch, error)
        else:
            for pending in batch:
                pending.resolve()
        return None

    async def _isolate_failure(self, batch: Sequence[_Queued], error: Exception) -> None:
        trouble = errors.trouble_of(error)
        self.guard.needs_full_check |= trouble is errors.Trouble.DAMAGED
        if trouble is None and len(batch) > 1:
            for pending in batch:
                if (passing := await self._run_batch([pending])) is not None:
                    self._fail([pending], errors.StorageTrouble(passing))
            return
        self._fail(batch, error if trouble is None else errors.StorageTrouble(trouble))

    def _fail(self, batch: Sequence[_Queued], error: Exception) -> None:
        _log.warning("%d changes were not saved: %s", len(batch), error)
        for pending in batch:
            pending.fail(error)

    async def _commit(self, batch: Sequence[_Queued]) -> None:
        """Write the batch in one transaction; table saves first, as the most frequent changes.

        A batch with nothing else takes one thread hop, and the versions that the last such batches
        have stored are not asked for.  They are forgotten after a failure, after a write by another
        program, and after any other change, which may change every game, or erase a user.
        """
        self.guard.check_files()
        if self._db.in_transaction:  # an earlier rollback itself failed
            await self._roll_back()
        savings = [pending for pending in batch if isinstance(pending, _QueuedSave)]
        others = [pending for pending in batch if not isinstance(pending, _QueuedSave)]
        query = stored_versions_query([saving.save for saving in savings])
        known, self._stored = self._stored, {}
        plan = partial(_plan, savings, known)
        if not others:
            is_known = all(saving.save.game_id in known for saving in savings)
            is_changed = await self._db.transact(*query, plan, is_known=is_known)
            self._stored = {} if is_changed else known
            return
        if statements := plan(await self._db.begin(*query)):
            await self._db.execute_all(statements)
        for pending in others:
            await pending.attempt(self._db)
        await self._db.commit()

    async def _roll_back(self) -> None:
        if self._db.in_transaction:
            with suppress(errors.StorageTrouble, errors.StatementFault):
                await self._db.rollback()


def _plan(
    savings: Sequence[_QueuedSave],
    known: MutableMapping[int, StoredVersion],
    found: Sequence[Row] | None,
) -> list[StatementBatch]:
    """Return the statements of the accepted saves, and note the refusals of the others.

    ``known`` are the versions before, where ``found`` is None, and in any case those after.
    """
    games = [saving.save.game_id for saving in savings]
    stored = {game: known[game] for game in games} if found is None else read_versions(found)
    steps, after = plan_changes([saving.save for saving in savings], stored)
    for saving, step in zip(savings, steps, strict=True):
        saving.refusal = None if isinstance(step, ChangeStatements) else step
    for game_id, version in after.items():
        known.pop(game_id, None)
        known[game_id] = version
    while len(known) > _MOST_KNOWN:
        del known[next(iter(known))]
    return group_statements(step for step in steps if isinstance(step, ChangeStatements))


class Access:
    """Base of every part of the store: committed reads and serialised writes."""

    def __init__(self, db: Database, lock: asyncio.Lock, writer: Writer) -> None:
        self._db = db
        self._lock = lock
        self._writer = writer

    @asynccontextmanager
    async def _snapshot(self) -> AsyncIterator[Database]:
        """Yield a snapshot for several queries; StorageTrouble when the disk fails."""
        async with self._connection() as db, db.snapshot():
            yield db

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Database]:
        """Yield the connection for a single query, which is consistent by itself."""
        async with self._lock:
            if self._writer.is_closed:
                raise StorageTrouble(Trouble.CLOSED)
            self._writer.guard.check_files()
            try:
                yield self._db
            except StorageTrouble as error:
                self._writer.guard.needs_full_check |= error.trouble is Trouble.DAMAGED
                raise

    async def _verify_game(self, db: Database, game_id: int) -> None:
        """Raise GameDamaged unless the game verifies; it is verified on first read."""
        await self._writer.guard.check_game(db, game_id)

    async def _rows_of_game(self, game_id: int, sql: str, *values: Value) -> list[Row]:
        """Return the rows of one query about a verified game, whose id is the first value."""
        async with self._snapshot() as db:
            await self._verify_game(db, game_id)
            return await db.fetch(sql, (game_id, *values))

    async def _rows(self, sql: str, *values: Value) -> list[Row]:
        """Return the rows of a single query."""
        async with self._connection() as db:
            return await db.fetch(sql, values)

    async def _write(self, work: Callable[[Database], Awaitable[T]]) -> T:
        """Run ``work`` in the writer's next transaction and wait for the commit."""
        return await self._writer.submit(work)


# Handles of an open store, for either database.


class DiskSpace(Protocol):
    """The disk space under the database."""

    def is_running_low(self) -> bool:
        """Return True if little space is left."""


GameRange = tuple[int, int]  # game ids from the first up to the second
Pace = Callable[[Iterable[GameRange]], AsyncIterator[GameRange]]  # when the next ones are due


async def at_once(parts: Iterable[GameRange]) -> AsyncIterator[GameRange]:
    """Yield the ranges without a pause: the pace of commands, during which nobody plays."""
    for part in parts:
        yield part


class FileVerification(Protocol):
    """The part that startup left unverified of a file that was not closed in order."""

    async def verify(self, pace: Pace) -> None:
        """Verify all of it, a few games at a time; damaged games are marked.

        StoreError DAMAGED when no game can be named; StorageTrouble when the disk fails.
        """


class Handles(NamedTuple):
    """Everything an open store holds.

    ``db`` is the connection of the ``writer``; ``reader`` is read-only, so that no move waits for
    an aggregate query. Each connection has its own lock (``lock``, ``reader_lock``). Closing
    ``resources`` releases all of it in order. ``on_erased`` records an erased user for later
    restores; it blocks. ``file_check``: None if startup left nothing unverified.
    """

    db: Database
    lock: asyncio.Lock
    writer: Writer
    reader: Database
    reader_lock: asyncio.Lock
    disk_space: DiskSpace
    resources: AsyncExitStack
    on_erased: Callable[[int], None]
    file_check: FileVerification | None = None
