"""What became of a transaction whose line was lost while it was being committed.

Every transaction notes its number beside what it writes, in a row of this writer alone.  Whoever
comes back ends the session he lost, waits until its transaction is over, and reads the number.  A
transaction number of PostgreSQL's own would not do: after a crash it may be given out again.
"""

import secrets
from typing import Final

from bot.store.errors import StorageTrouble, Trouble
from bot.store.postgres.session import Session

NOTE: Final = (
    "INSERT INTO written (writer, number) VALUES ($1, $2)"
    " ON CONFLICT (writer) DO UPDATE SET number = excluded.number, at = now()"
)
_WHO: Final = "SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()"
_END: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE pid = $1 AND backend_start::text = $2"
)
_READ: Final = "SELECT number FROM written WHERE writer = $1 FOR UPDATE"
_FORGET: Final = "DELETE FROM written WHERE writer = $1 OR at < now() - interval '7 days'"


class Doubt:
    """Of one writer."""

    def __init__(self) -> None:
        self._writer = secrets.token_hex(8)
        self._number = 0  # of the newest transaction
        self._kept = 0  # the newest that is known to be stored
        self._before: tuple[int, str] | None = None

    async def settle(self, session: Session) -> None:
        """Of a new session, before anything else: nothing of an older one is under way any more.

        LockNotAvailableError while it still is.
        """
        if self._before is not None:
            await session.execute(_END, *self._before)
            async with session.transaction():
                await session.execute("SET LOCAL synchronous_commit = off")  # it changes nothing
                self._kept = int(await session.fetchval(_READ, self._writer) or 0)
        row = await session.fetchrow(_WHO)
        assert row is not None
        self._before = (row[0], row[1])

    async def note(self, session: Session) -> None:
        """The last statement before a COMMIT."""
        self._number += 1
        await session.execute(NOTE, self._writer, self._number)

    def decide(self) -> None:
        """After ``settle``: nothing, if the newest transaction is stored; StorageTrouble if not."""
        if self._kept != self._number:
            raise StorageTrouble(Trouble.UNREACHABLE)

    async def forget(self, session: Session) -> None:
        """At the end; what others left long ago goes as well."""
        await session.execute(_FORGET, self._writer)
