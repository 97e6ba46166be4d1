"""What a process of the bot asks of the fleet, and the answers where it is alone."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from enum import StrEnum
from typing import Final, Protocol

from bot.terms import EVERYWHERE, Often, Owned

PACE: Final = 5.0  # seconds between two that identify themselves with Discord's gateway


class Kind(StrEnum):
    """What was changed by another process, with the number of whom."""

    PERSON = "person"
    GUILD = "guild"


class Parted(Exception):
    """The shards are another process's by now."""


Hear = Callable[[Kind, int], None]


class Fellows(Protocol):
    """``owned`` are the servers this process answers for.

    ``at_once`` shards may identify themselves with Discord within five seconds, one of a bucket.
    """

    owned: Owned
    at_once: int

    def may_act(self) -> bool:
        """Whether it still does, now."""

    async def parted(self) -> None:
        """Return when it does no more; never for who is alone."""

    def only_one(self, work: str) -> AbstractAsyncContextManager[bool]:
        """True for one process at a time, for the others False."""

    async def turn(self, shard: int, *, initial: bool) -> None:
        """Wait until a shard may connect and identify itself with Discord.  Raises Parted.

        ``initial``: the first of this process.
        """

    async def identify(self, shard: int) -> None:
        """Connected; wait once more only where the turn is over by now, or never was waited for."""

    async def listen(self, hear: Hear) -> None:
        """Be told from now on of what others change."""

    async def spend(self, what: str, who: int, often: Often, now: int) -> int | None:
        """One time more, counted for all processes; when the next is free (unix seconds).

        After ``now``: it was not free, and nothing is counted.  None: nobody else counts.
        """


class Alone:
    """The only process there is: it owns all, and nobody tells it anything."""

    owned: Owned = EVERYWHERE
    at_once = 1

    def __init__(self) -> None:
        self._turns: set[int] = set()  # the shards that have theirs

    def may_act(self) -> bool:
        return True

    async def parted(self) -> None:
        await asyncio.Event().wait()

    @asynccontextmanager
    async def only_one(self, work: str) -> AsyncIterator[bool]:
        yield True

    async def turn(self, shard: int, *, initial: bool) -> None:
        """As the library does: the first at once, each other after a pause."""
        if not initial:
            await asyncio.sleep(PACE)
        self._turns.add(shard)

    async def identify(self, shard: int) -> None:
        if shard not in self._turns:
            await asyncio.sleep(PACE)
        self._turns.discard(shard)

    async def listen(self, hear: Hear) -> None:
        """There is nothing to be heard."""

    async def spend(self, what: str, who: int, often: Often, now: int) -> int | None:
        return None
