"""Synchronous reads of the fleet's state in PostgreSQL, for tools without an event loop.

The siege reads the games synchronously in many places; this module therefore runs its queries on an
event loop of its own, in a thread.
"""

import asyncio
import re
import threading
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any, Final, TypeVar

import asyncpg

T = TypeVar("T")
_AWAY: Final = (
    *(OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError),
    *(asyncpg.OperatorInterventionError, asyncpg.CannotConnectNowError),
)
_PATIENCE: Final = 30.0  # seconds


class DatabaseAway(Exception):
    """The database could not be asked, or did not answer."""


class Reader:
    """``SELECT`` as SQLite words it: a question mark is a value.

    ``url`` is asked for the server of the moment; it leads through nothing that needs the loop of
    the caller, who waits for the answer.
    """

    def __init__(self, url: Callable[[], str]) -> None:
        self._url = url
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._db: asyncpg.Connection[asyncpg.Record] | None = None

    def rows(self, sql: str, *values: object) -> list[Any]:
        """All of them.  Raises DatabaseAway."""
        try:
            return [tuple(row) for row in self._wait(self._fetch(_numbered(sql), values))]
        except _AWAY as error:
            raise DatabaseAway from error

    def close(self) -> None:
        self._wait(self._hang_up())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _wait(self, work: Coroutine[None, None, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(_PATIENCE)

    async def _fetch(self, sql: str, values: tuple[object, ...]) -> list[asyncpg.Record]:
        if self._db is None or self._db.is_closed():
            path = {"search_path": "preferans"}
            self._db = await asyncpg.connect(self._url(), server_settings=path)
        return await self._db.fetch(sql, *values)

    async def _hang_up(self) -> None:
        if self._db is not None:
            await self._db.close()


def _numbered(sql: str) -> str:
    numbers = count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", sql)
