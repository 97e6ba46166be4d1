"""The store: a writing and a read-only connection, opened with checks and closed in order."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Self

from bot.address import Address
from bot.store.agreements import Agreements
from bot.store.archive import Archive
from bot.store.bygone import Bygone
from bot.store.errors import FileFault, StoreError
from bot.store.etudes import Etudes
from bot.store.games import Games
from bot.store.lists import Lists
from bot.store.opened import Opened
from bot.store.privacy import Privacy
from bot.store.retention import Retention
from bot.store.reviews import Reviews
from bot.store.sqlite.opening import open_file
from bot.store.standings import Standings
from bot.store.summons import SummonsBook
from bot.store.tallies import Tallies
from bot.store.weekly import Weeklies
from bot.store.wishes import Wishes
from bot.store.writer import Watch
from bot.terms import EVERYWHERE, Owned


class Store:
    """All persistent data.  Writes return once committed; reads see only commits.

    Each part is an attribute of its own, so that a caller can depend on that part alone.
    """

    def __init__(self, opened: Opened) -> None:
        moving = (opened.db, opened.gate, opened.writer)
        past = (opened.aside, opened.beside, opened.writer)
        self.games = Games(*moving)
        self.lists = Lists(*moving)
        self.wishes = Wishes(*moving)
        self.agreements = Agreements(*moving)
        self.standings = Standings(*past)
        self.etudes = Etudes(*moving)
        self.reviews = Reviews(*moving)
        self.tallies = Tallies(*past)
        self.bygone = Bygone(*past)
        self.summons = SummonsBook(*moving)
        self.privacy = Privacy(*moving)
        self.retention = Retention(*moving)
        self.weekly = Weeklies(*moving)
        self.archive = Archive(*moving)
        self.room = opened.room
        self._held = opened.held

    @classmethod
    async def open(cls, path: Path, now: int, watch: Watch = nullcontext) -> Self:
        """Open or create the file and migrate it; ``now`` (unix seconds) names a backup.

        Every transaction runs within a ``watch``.  StoreError when the file cannot be used.
        """
        return cls(await open_file(path, now, watch))

    @classmethod
    async def reach(
        cls,
        url: str,
        watch: Watch = nullcontext,
        *,
        alone: bool = False,
        owned: Owned = EVERYWHERE,
        hopeless: Callable[[], None] = lambda: None,
    ) -> Self:
        """Open a PostgreSQL database; ``alone``: exclusively among all processes.

        The open games of ``owned`` servers are verified; ``hopeless`` is called when the connection
        is lost and retrying cannot help.  StoreError when the database cannot be used.
        """
        try:
            from bot.store.postgres.opening import open_database  # the driver is an extra
        except ModuleNotFoundError as error:
            raise StoreError(FileFault.NO_DRIVER, path=str(Address(url))) from error
        return cls(await open_database(url, watch, alone=alone, owned=owned, hopeless=hopeless))

    @classmethod
    @asynccontextmanager
    async def session(cls, path: Path, now: int, watch: Watch = nullcontext) -> AsyncIterator[Self]:
        """Yield an open store and close it at the end."""
        store = await cls.open(path, now, watch)
        try:
            yield store
        finally:
            await store.close()

    async def close(self) -> None:
        """Write everything queued, then close the database; closing twice is harmless."""
        await self._held.aclose()


@asynccontextmanager
async def open_store(
    place: Path | str, now: int, watch: Watch = nullcontext, *, alone: bool = False
) -> AsyncIterator[Store]:
    """Yield the store of a file, or of the PostgreSQL with that address; close it at the end.

    ``alone``: exclusively among all processes, which is always so with a file.
    """
    if isinstance(place, Path):
        store = await Store.open(place, now, watch)
    else:
        store = await Store.reach(place, watch, alone=alone)
    try:
        yield store
    finally:
        await store.close()
