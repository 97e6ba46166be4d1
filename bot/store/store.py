"""The store: a writing and a read-only connection, opened with checks and closed in order."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Self

from bot.config.database_url import DatabaseUrl
from bot.model.enums import ALL_SHARDS, ShardRange
from bot.store.admin import anonymisation, transfer, user_data
from bot.store.errors import FileFault, StoreError
from bot.store.games import Games
from bot.store.integrity.guard import HistoryCheck
from bot.store.queries.daily_deals import DailyDeals
from bot.store.queries.leaderboards import Leaderboards, RatedMatches, Titles
from bot.store.queries.leagues import Leagues
from bot.store.queries.own_deals import OwnDeals
from bot.store.queries.player_statistics import PlayerStatistics
from bot.store.queries.preferences import Preferences, SavedHouseRules
from bot.store.queries.problem_attempts import FirstTryCounts, ProblemAttempts
from bot.store.queries.recaps import Recaps
from bot.store.queries.reviews import Reviews
from bot.store.queries.rulings import Rulings
from bot.store.queries.sent_notifications import (
    HandledInteractions,
    SentNotifications,
    ServerEventRecords,
)
from bot.store.queries.stored_games import GameQueries
from bot.store.queries.weekly_schedule import WeeklySchedule
from bot.store.sqlite.startup import open_file
from bot.store.writer import Handles, Watch, at_once


class Store:
    """All persistent data.  Writes return once committed; reads see only commits.

    Each part is an attribute of its own, so that a caller can depend on that part alone.
    """

    def __init__(self, handles: Handles) -> None:
        moving = (handles.db, handles.lock, handles.writer)
        past = (handles.reader, handles.reader_lock, handles.writer)
        self.games = Games(*moving)
        self.game_queries = GameQueries(*moving)
        self.preferences = Preferences(*moving)
        self.house_rules = SavedHouseRules(*moving)
        self.interactions = HandledInteractions(*moving)
        self.leaderboards = Leaderboards(*past)
        self.rated_matches = RatedMatches(*past)
        self.recaps = Recaps(*past)
        self.problems = ProblemAttempts(*moving)
        self.first_tries = FirstTryCounts(*past)
        self.own_deals = OwnDeals(*moving)
        self.daily_deals = DailyDeals(*moving)
        self.leagues = Leagues(*moving)
        self.reviews = Reviews(*moving)
        self.rulings = Rulings(*moving)
        self.statistics = PlayerStatistics(*past)
        self.history_check = HistoryCheck(*past)
        self.notifications = SentNotifications(*moving)
        self.privacy = user_data.UserDataAccess(*moving, handles.on_erased)
        self.retention = anonymisation.Retention(*moving)
        self.weekly = WeeklySchedule(*moving)
        self.server_events = ServerEventRecords(*moving)
        self.titles = Titles(*moving)
        self.archive = transfer.Archive(*moving)
        self.disk_space = handles.disk_space
        self.file_check = handles.file_check
        self._resources = handles.resources

    @classmethod
    async def open(cls, path: Path, now: int, watch: Watch = nullcontext) -> Self:
        """Open or create the file and migrate it; ``now`` (unix seconds) names a backup.

        Every transaction runs within a ``watch``.  StoreError when the file cannot be used.
        """
        return cls(await open_file(path, now, watch))

    @classmethod
    async def connect(
        cls,
        url: str,
        watch: Watch = nullcontext,
        *,
        alone: bool = False,
        owned: ShardRange = ALL_SHARDS,
        on_permanent_loss: Callable[[], None] = lambda: None,
    ) -> Self:
        """Open a PostgreSQL database; ``alone``: exclusively among all processes.

        The open games of ``owned`` servers are verified; ``on_permanent_loss`` is called when the
        connection is lost and retrying cannot help.  StoreError when the database cannot be used.
        """
        try:
            from bot.store.postgres.startup import open_database  # the driver is an extra
        except ModuleNotFoundError as error:
            raise StoreError(FileFault.NO_DRIVER, path=str(DatabaseUrl(url))) from error
        return cls(
            await open_database(
                url, watch, alone=alone, owned=owned, on_permanent_loss=on_permanent_loss
            )
        )

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
        await self._resources.aclose()


@asynccontextmanager
async def open_store(
    place: Path | str, now: int, watch: Watch = nullcontext, *, alone: bool = False
) -> AsyncIterator[Store]:
    """Yield the store of a file, or of the PostgreSQL with that address; close it at the end.

    For commands: a file is verified completely before anything is read, unless it was closed in
    order.  ``alone``: exclusively among all processes, which is always so with a file.
    """
    if isinstance(place, Path):
        store = await Store.open(place, now, watch)
    else:
        store = await Store.connect(place, watch, alone=alone)
    try:
        if store.file_check is not None:
            await store.file_check.verify(at_once)
        yield store
    finally:
        await store.close()
