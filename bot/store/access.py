"""Committed reads, and writes through the one writer.

Most reads use the writer's connection, so they would see a transaction half done and perhaps rolled
back later. Both therefore take the same gate: what is read is committed.  Questions about all the
past have a connection of their own that only reads, with a gate of its own (bot/store/past.py).
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import aiosqlite

from bot.store.errors import StorageTrouble, Trouble, trouble_of
from bot.store.writer import Writer

T = TypeVar("T")
Value = str | int | float | bytes | None


async def fetch(db: aiosqlite.Connection, sql: str, *values: Value) -> list[sqlite3.Row]:
    """All rows in one hop; a cancelled caller leaves no half-read cursor behind."""
    return list(await db.execute_fetchall(sql, values))


class Access:
    """What every part of the store needs: committed reads and serialised writes."""

    def __init__(self, db: aiosqlite.Connection, gate: asyncio.Lock, writer: Writer) -> None:
        self._db = db
        self._gate = gate
        self._writer = writer

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[aiosqlite.Connection]:
        """One consistent answer, even of several queries; StorageTrouble when the disk fails."""
        async with self._gate:
            if self._writer.closed:
                raise StorageTrouble(Trouble.CLOSED)
            self._writer.guard.check_files()
            try:
                yield self._db
            except sqlite3.Error as error:
                trouble = trouble_of(error)
                if trouble is None:
                    raise
                self._writer.guard.doubts |= trouble is Trouble.DAMAGED
                raise StorageTrouble(trouble) from error

    async def _sound(self, db: aiosqlite.Connection, game_id: int) -> None:
        """GameDamaged unless the game is what was written; looked at when it is first read."""
        await self._writer.guard.check_game(db, game_id)

    async def _rows_of(self, game_id: int, sql: str, *values: Value) -> list[sqlite3.Row]:
        """The rows of a single query about a sound game; its number is the first value."""
        async with self._reading() as db:
            await self._sound(db, game_id)
            return await fetch(db, sql, game_id, *values)

    async def _rows(self, sql: str, *values: Value) -> list[sqlite3.Row]:
        """The rows of a single query."""
        async with self._reading() as db:
            return await fetch(db, sql, *values)

    async def _write(self, work: Callable[[aiosqlite.Connection], Awaitable[T]]) -> T:
        """Run ``work`` in the writer's next transaction and wait for the commit."""
        return await self._writer.submit(work)
