"""What an open store stands on, whichever database it is."""

import asyncio
from contextlib import AsyncExitStack
from typing import NamedTuple, Protocol

from bot.store.database import Database
from bot.store.writer import Writer


class Surroundings(Protocol):
    """What the database rests on."""

    def look(self) -> bool:
        """Whether there is little room left."""


class Opened(NamedTuple):
    """``db`` is the connection of the ``writer``; ``aside`` only reads, so that no move waits for
    questions about all the past.  Each has its gate.  ``held`` lets go of all of it, in order.
    """

    db: Database
    gate: asyncio.Lock
    writer: Writer
    aside: Database
    beside: asyncio.Lock
    room: Surroundings
    held: AsyncExitStack
