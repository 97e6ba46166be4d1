"""Determines the outcome of a transaction whose connection was lost during the commit.

Every transaction writes its number into a row that belongs to this writer. After a reconnection the
writer terminates its lost session, waits until that session's transaction is over, and reads the
number. PostgreSQL's own transaction ids would not do: after a crash one may be reused.
"""

import secrets
from typing import Final

from bot.store.errors import StorageTrouble, Trouble
from bot.store.postgres.session import Session

WRITE_NUMBER: Final = (
    "INSERT INTO written (writer, number) VALUES ($1, $2)"
    " ON CONFLICT (writer) DO UPDATE SET number = excluded.number, at = now()"
)
_SELECT_BACKEND: Final = (
    "SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()"
)
_TERMINATE: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE pid = $1 AND backend_start::text = $2"
)
_READ_NUMBER: Final = "SELECT number FROM written WHERE writer = $1 FOR UPDATE"
_DELETE_NUMBERS: Final = "DELETE FROM written WHERE writer = $1 OR at < now() - interval '7 days'"


class CommitTracker:
    """The transaction numbers of one writer."""

    def __init__(self) -> None:
        self._writer = secrets.token_hex(8)
        self._number = 0  # number of the newest transaction
        self._stored = 0  # number of the newest transaction known to be stored
        self._backend: tuple[int, str] | None = None

    async def prepare(self, session: Session) -> None:
        """Prepare a new session, before anything else: ensure that the older one is over.

        LockNotAvailableError while it still runs.
        """
        if self._backend is not None:
            await session.execute(_TERMINATE, *self._backend)
            async with session.transaction():
                await session.execute("SET LOCAL synchronous_commit = off")  # writes nothing
                self._stored = int(await session.fetchval(_READ_NUMBER, self._writer) or 0)
        row = await session.fetchrow(_SELECT_BACKEND)
        assert row is not None
        self._backend = (row[0], row[1])

    async def write_number(self, session: Session) -> None:
        """Write the transaction's number, as the last statement before a COMMIT."""
        self._number += 1
        await session.execute(WRITE_NUMBER, self._writer, self._number)

    def check_stored(self) -> None:
        """Raise StorageTrouble if the newest transaction was not stored. Call ``prepare`` first."""
        if self._stored != self._number:
            raise StorageTrouble(Trouble.UNREACHABLE)

    async def delete(self, session: Session) -> None:
        """Delete this writer's row at the end, and rows that others left long ago."""
        await session.execute(_DELETE_NUMBERS, self._writer)
