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

from bot.address import Hopeless
from bot.store.errors import StorageTrouble, StoreError, Trouble
from bot.store.patience import deadline
from bot.store.postgres.errors import FAILED
from bot.store.postgres.session import Session, disconnected

_log = logging.getLogger(__name__)

GRACE: Final = 1.0  # seconds
_SHORTEST: Final = 0.05  # between two attempts, doubled up to the longest
_LONGEST: Final = 5.0


class Line:
    """One session after another; ``enter`` opens a session and prepares it.

    ``on_return``: callbacks for every session but the first; what was cached may be stale.
    ``on_loss``: callbacks for every session that is lost.
    ``on_hopeless``: callbacks when retrying cannot help.
    """

    def __init__(self, enter: Callable[[], Awaitable[Session]]) -> None:
        self._enter = enter
        self._session: Session | None = None
        self._there = asyncio.Event()
        self._lost_at = 0.0
        self._search: asyncio.Task[None] | None = None
        self._closing = False
        self.on_return: list[Callable[[], None]] = []
        self.on_loss: list[Callable[[], None]] = []
        self.on_hopeless: list[Callable[[], None]] = []

    @classmethod
    async def open(cls, enter: Callable[[], Awaitable[Session]]) -> Self:
        """Return the connection with its first session; raises whatever ``enter`` raises."""
        line = cls(enter)
        line._take(await enter())
        return line

    async def hold(self, patience: float | None = None) -> Session:
        """Return the session; StorageTrouble UNREACHABLE when none is found in time after a loss.

        By default it waits for the grace period, but not beyond the caller's deadline.
        """
        if self._session is None:
            until = self._lost_at + (patience or GRACE)
            if patience is None:
                until = min(until, deadline())
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, until - perf_counter())):
                    await self._there.wait()
        if self._session is None:
            raise StorageTrouble(Trouble.CLOSED if self._closing else Trouble.UNREACHABLE)
        return self._session

    def drop(self, session: Session) -> None:
        """Discard this session and start to reconnect."""
        if session is self._session:
            self._session = None
            self._there.clear()
            self._lost_at = perf_counter()
            if not self._closing:
                self._search = asyncio.create_task(self._seek(), name="store line")
                for hear in self.on_loss:
                    hear()
        session.terminate()

    def give_up(self) -> None:
        """Discard a suspect session: its pending queries fail, and another one is opened."""
        if self._session is not None:
            self.drop(self._session)

    async def close(self) -> None:
        """Close the connection; closing twice is harmless."""
        self._closing = True
        if self._search is not None:
            self._search.cancel()
            await asyncio.wait([self._search])
        session, self._session = self._session, None
        if session is not None:
            await disconnected(session)

    def _take(self, session: Session) -> None:
        self._session = session
        session.add_termination_listener(lambda _: self.drop(session))  # even while idle
        self._there.set()

    async def _seek(self) -> None:
        _log.warning("the line to the database is lost")
        self._take(await self._found())
        _log.info("the database is reached again")
        for hear in self.on_return:
            hear()

    def _tell_hopeless(self, error: Exception) -> None:
        if isinstance(error, Hopeless):
            for hear in self.on_hopeless:
                hear()

    async def _found(self) -> Session:
        pause, told = _SHORTEST, ""
        while True:
            try:
                return await self._enter()
            except (*FAILED, Hopeless, StoreError, StorageTrouble) as error:
                said = str(error) if isinstance(error, Hopeless) else type(error).__name__
                if said != told:
                    _log.warning("the database cannot be reached yet (%s)", said)
                told = said
                self._tell_hopeless(error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST)
