"""Handles of an open store, for either database."""

import asyncio
from contextlib import AsyncExitStack
from typing import NamedTuple, Protocol

from bot.store.database import Database
from bot.store.writer import Writer


class Surroundings(Protocol):
    """The disk space under the database."""

    def look(self) -> bool:
        """Return True if little space is left."""


class Opened(NamedTuple):
    """Everything an open store holds.

    ``db`` is the connection of the ``writer``; ``aside`` is read-only, so that no move waits for an
    aggregate query. Each connection has its own lock (``gate``, ``beside``). Closing ``held``
    releases all of it in order.
    """

    db: Database
    gate: asyncio.Lock
    writer: Writer
    aside: Database
    beside: asyncio.Lock
    room: Surroundings
    held: AsyncExitStack
