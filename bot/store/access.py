"""Committed reads, and writes through the single writer.

Most reads share the writer's connection, so without a lock they would see a half-done transaction
that may be rolled back. Reads and writes therefore take the same lock: a read sees only commits.
Aggregate queries over history use a second, read-only connection with a lock of its own
(bot/store/integrity/guard.py).
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import NamedTuple, Protocol, TypeVar

from bot.store.database import Database, Row, Value
from bot.store.errors import StorageTrouble, Trouble
from bot.store.writer import Writer

T = TypeVar("T")


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
