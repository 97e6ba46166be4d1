"""Reconnecting PostgreSQL connection, and the outcome of commits lost with a session."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import perf_counter
from typing import Final, Self

from bot.config.database_url import UnrecoverableError
from bot.store.errors import StorageTrouble, StoreError, Trouble
from bot.store.postgres.session import POSTGRES_ERRORS, Session, close_session
from bot.store.writer import current_deadline

_log = logging.getLogger(__name__)

# Determines the outcome of a transaction whose connection was lost during the commit.
#
# Every transaction writes its number into a row that belongs to this writer. After a reconnection
# the writer terminates its lost session, waits until that session's transaction is over, and reads
# the number. PostgreSQL's own transaction ids would not do: after a crash one may be reused.

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


# Reconnecting connection to PostgreSQL: a lost session is replaced at once, in the background.
#
# During the first second of an outage a caller waits, because a restarting server is back by then;
# after that the caller gets an error.


RECONNECT_GRACE: Final = 1.0  # seconds
_SHORTEST_PAUSE: Final = 0.05  # between two attempts, doubled up to the longest
_LONGEST_PAUSE: Final = 5.0


class ReconnectingSession:
    """One session after another; ``connect`` opens a session and prepares it.

    ``on_reconnect``: callbacks for every session but the first; what was cached may be stale.
    ``on_loss``: callbacks for every session that is lost.
    ``on_permanent_loss``: callbacks when retrying cannot help.
    """

    def __init__(self, connect: Callable[[], Awaitable[Session]]) -> None:
        self._connect = connect
        self._session: Session | None = None
        self._is_connected = asyncio.Event()
        self._lost_at = 0.0
        self._reconnecting: asyncio.Task[None] | None = None
        self._closing = False
        self.on_reconnect: list[Callable[[], None]] = []
        self.on_loss: list[Callable[[], None]] = []
        self.on_permanent_loss: list[Callable[[], None]] = []

    @classmethod
    async def open(cls, connect: Callable[[], Awaitable[Session]]) -> Self:
        """Return the connection with its first session.  Raises whatever ``connect`` raises."""
        opened = cls(connect)
        opened._adopt(await connect())
        return opened

    async def acquire(self, max_wait: float | None = None) -> Session:
        """Return the session.  Raises StorageTrouble if a lost one is not replaced in time.

        By default it waits for the grace period, but not beyond the caller's deadline.
        """
        if self._session is None:
            until = self._lost_at + (max_wait or RECONNECT_GRACE)
            if max_wait is None:
                until = min(until, current_deadline())
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, until - perf_counter())):
                    await self._is_connected.wait()
        if self._session is None:
            raise StorageTrouble(Trouble.CLOSED if self._closing else Trouble.UNREACHABLE)
        return self._session

    def drop(self, session: Session) -> None:
        """Discard this session and start to reconnect."""
        if session is self._session:
            self._session = None
            self._is_connected.clear()
            self._lost_at = perf_counter()
            if not self._closing:
                self._reconnecting = asyncio.create_task(self._reconnect(), name="store reconnect")
                for notify in self.on_loss:
                    notify()
        session.terminate()

    def drop_current(self) -> None:
        """Discard a suspect session: its pending queries fail, and another one is opened."""
        if self._session is not None:
            self.drop(self._session)

    async def close(self) -> None:
        """Close the connection; closing twice is harmless."""
        self._closing = True
        if self._reconnecting is not None:
            self._reconnecting.cancel()
            await asyncio.wait([self._reconnecting])
        session, self._session = self._session, None
        if session is not None:
            await close_session(session)

    def _adopt(self, session: Session) -> None:
        self._session = session
        session.add_termination_listener(lambda _: self.drop(session))  # even while idle
        self._is_connected.set()

    async def _reconnect(self) -> None:
        _log.warning("the connection to the database is lost")
        self._adopt(await self._next_session())
        _log.info("the database is reached again")
        for notify in self.on_reconnect:
            notify()

    def _report_permanent_loss(self, error: Exception) -> None:
        if isinstance(error, UnrecoverableError):
            for notify in self.on_permanent_loss:
                notify()

    async def _next_session(self) -> Session:
        pause, logged = _SHORTEST_PAUSE, ""
        while True:
            try:
                return await self._connect()
            except (*POSTGRES_ERRORS, UnrecoverableError, StoreError, StorageTrouble) as error:
                is_final = isinstance(error, UnrecoverableError)
                reason = str(error) if is_final else type(error).__name__
                if reason != logged:
                    _log.warning("the database cannot be reached yet (%s)", reason)
                logged = reason
                self._report_permanent_loss(error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
