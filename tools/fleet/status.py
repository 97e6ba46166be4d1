"""Synchronous reads of the fleet's state in PostgreSQL, for tools without an event loop.

The siege reads the games synchronously in many places; this module therefore runs its queries on an
event loop of its own, in a thread.
"""

import asyncio
import re
import threading
from collections.abc import Coroutine
from itertools import count
from typing import Any, Final, TypeVar

import asyncpg

T = TypeVar("T")
_PATIENCE: Final = 30.0  # seconds


class Reader:
    """``SELECT`` as SQLite words it: a question mark is a value."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._db: asyncpg.Connection[asyncpg.Record] | None = None

    def rows(self, sql: str, *values: object) -> list[Any]:
        """All of them."""
        return [tuple(row) for row in self._wait(self._fetch(_numbered(sql), values))]

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
            self._db = await asyncpg.connect(self._url, server_settings=path)
        return await self._db.fetch(sql, *values)

    async def _hang_up(self) -> None:
        if self._db is not None:
            await self._db.close()


def _numbered(sql: str) -> str:
    numbers = count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", sql)
