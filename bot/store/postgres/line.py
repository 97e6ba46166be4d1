"""Reconnecting connection to PostgreSQL: a lost session is replaced at once, in the background.

During the first second of an outage a caller waits, because a restarting server is back by then;
after that the caller gets an error.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import perf_counter
from typing import Final, Self

from bot.address import UnrecoverableError
from bot.store.errors import StorageTrouble, StoreError, Trouble
from bot.store.patience import current_deadline
from bot.store.postgres.errors import POSTGRES_ERRORS
from bot.store.postgres.session import Session, close_session

_log = logging.getLogger(__name__)

RECONNECT_GRACE: Final = 1.0  # seconds
_SHORTEST_PAUSE: Final = 0.05  # between two attempts, doubled up to the longest
_LONGEST_PAUSE: Final = 5.0


class ReconnectingSession:
    """One session after another; ``enter`` opens a session and prepares it.

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
        """Return the connection with its first session; raises whatever ``enter`` raises."""
        line = cls(connect)
        line._adopt(await connect())
        return line

    async def acquire(self, max_wait: float | None = None) -> Session:
        """Return the session; StorageTrouble UNREACHABLE when none is found in time after a loss.

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
                self._reconnecting = asyncio.create_task(self._reconnect(), name="store line")
                for hear in self.on_loss:
                    hear()
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
        _log.warning("the line to the database is lost")
        self._adopt(await self._next_session())
        _log.info("the database is reached again")
        for hear in self.on_reconnect:
            hear()

    def _report_permanent_loss(self, error: Exception) -> None:
        if isinstance(error, UnrecoverableError):
            for hear in self.on_permanent_loss:
                hear()

    async def _next_session(self) -> Session:
        pause, told = _SHORTEST_PAUSE, ""
        while True:
            try:
                return await self._connect()
            except (*POSTGRES_ERRORS, UnrecoverableError, StoreError, StorageTrouble) as error:
                said = str(error) if isinstance(error, UnrecoverableError) else type(error).__name__
                if said != told:
                    _log.warning("the database cannot be reached yet (%s)", said)
                told = said
                self._report_permanent_loss(error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
