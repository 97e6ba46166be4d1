"""Handles of an open store, for either database."""

import asyncio
from contextlib import AsyncExitStack
from typing import NamedTuple, Protocol

from bot.store.database import Database
from bot.store.writer import Writer


class DiskSpace(Protocol):
    """The disk space under the database."""

    def is_running_low(self) -> bool:
        """Return True if little space is left."""


class Handles(NamedTuple):
    """Everything an open store holds.

    ``db`` is the connection of the ``writer``; ``reader`` is read-only, so that no move waits for
    an aggregate query. Each connection has its own lock (``lock``, ``reader_lock``). Closing
    ``resources`` releases all of it in order.
    """

    db: Database
    lock: asyncio.Lock
    writer: Writer
    reader: Database
    reader_lock: asyncio.Lock
    disk_space: DiskSpace
    resources: AsyncExitStack
