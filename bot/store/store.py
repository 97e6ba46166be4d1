"""The store: one connection that writes, one that only reads, opened carefully, closed in order."""

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
    """All that outlives the process. Writes return once committed; reads see only commits.

    Each part is a room of its own, so whoever needs one may ask for that one.
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
        """Open or create the file and bring it up to date; ``now`` (unix seconds) names a backup.

        Every transaction happens within a ``watch``.
        StoreError when the file cannot be used.
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
        """The same on a PostgreSQL; ``alone``: no other process has it open meanwhile.

        The open games of ``owned`` servers are looked at; ``hopeless`` is called when it is lost
        and no waiting would help.  StoreError when it cannot be used.
        """
        try:
            from bot.store.postgres.opening import open_database  # its driver is an extra
        except ModuleNotFoundError as error:
            raise StoreError(FileFault.NO_DRIVER, path=str(Address(url))) from error
        return cls(await open_database(url, watch, alone=alone, owned=owned, hopeless=hopeless))

    @classmethod
    @asynccontextmanager
    async def session(cls, path: Path, now: int, watch: Watch = nullcontext) -> AsyncIterator[Self]:
        """An open store, closed at the end."""
        store = await cls.open(path, now, watch)
        try:
            yield store
        finally:
            await store.close()

    async def close(self) -> None:
        """Write what is queued, then let go of the database; closing twice is closing once."""
        await self._held.aclose()


@asynccontextmanager
async def open_store(
    place: Path | str, now: int, watch: Watch = nullcontext, *, alone: bool = False
) -> AsyncIterator[Store]:
    """The store of a file, or of the PostgreSQL with that address; closed at the end.

    ``alone``: no other process has it open meanwhile, as is always so with a file.
    """
    if isinstance(place, Path):
        store = await Store.open(place, now, watch)
    else:
        store = await Store.reach(place, watch, alone=alone)
    try:
        yield store
    finally:
        await store.close()
