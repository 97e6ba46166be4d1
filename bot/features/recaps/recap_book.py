"""The recaps of large servers, kept in memory and counted anew in the background.

A server with 9,000 matches in a quarter takes half a second to count, so a press finds its records
counted.  They may be an hour old, but whoever hides or is forgotten is left out at once.
"""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from functools import partial
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

import discord

from bot.background.priority import BackgroundLock, when_idle
from bot.discord_ui.handlers.context import Services
from bot.features.recaps.recap import bounds_of, offered_periods
from bot.model.enums import ALL_SHARDS, ShardRange
from bot.store import StorageTrouble, Store
from bot.store.queries.recaps import RecapMarks, RecapRecords, RecapScope

log = logging.getLogger(__name__)

_MANY_MATCHES: Final = 500  # counted in 25 ms of processor (tools/bench/history.py)
_SECONDS_KEPT: Final = 3600
_LOOK_SECONDS: Final = 30
_REVIEWED_AFTER: Final = 7 * 86_400  # seconds: until then a deal may still be reviewed
_MOST_KEPT: Final = 200  # records: a year takes up to 150 KB


class _Kept(NamedTuple):
    """Records of a server, when they were counted, and the marks before that."""

    records: RecapRecords
    at: int
    marks: RecapMarks

    def is_due(self, scope: RecapScope, now: int) -> bool:
        """Return True if matches or reviews may have been added since."""
        is_last = self.at < scope.until <= now
        return is_last or (
            now >= self.at + _SECONDS_KEPT and self.at < scope.until + _REVIEWED_AFTER
        )


class RecapBook:
    """Records by server and time.  ``is_wanted``: a press found some that are no longer right."""

    def __init__(self, store: Store) -> None:
        self.is_wanted = False
        self._store = store
        self._kept: OrderedDict[RecapScope, _Kept] = OrderedDict()
        self._changed: set[RecapScope] = set()
        self._locks: dict[RecapScope, BackgroundLock] = {}

    async def records(self, scope: RecapScope, now: int) -> RecapRecords | None:
        """Return what a time is remembered for; None without any match.  Raises StorageTrouble."""
        kept = None if scope.user_id else self._kept.get(scope)
        if kept is None:
            return await self._count(scope, now, in_background=False)
        named = kept.records.people_named()
        unnamed = await self._store.recaps.unnamed(scope.guild_id, named)
        if unnamed or await self._store.recaps.marks(scope.guild_id) != kept.marks:
            self._changed.add(scope)
        if scope in self._changed or kept.is_due(scope, now):
            self.is_wanted = True
        return kept.records.without(unnamed)

    async def count_if_due(self, scope: RecapScope, now: int) -> None:
        """Count records that are kept and no longer right.  Raises StorageTrouble."""
        kept = self._kept.get(scope)
        if kept is not None and (scope in self._changed or kept.is_due(scope, now)):
            await self._count(scope, now, in_background=True)

    async def count_all(self, now: int, owned: ShardRange = ALL_SHARDS) -> None:
        """Count what is due of all large servers, the newest time first.  Raises StorageTrouble."""
        self.is_wanted = False
        async for guild_id in when_idle(await self._store.history_check.servers(owned)):
            for scope in _large(guild_id, await self._store.recaps.matches_by_season(guild_id)):
                await self.count_if_due(scope, now)
                if scope not in self._kept and len(self._kept) < _MOST_KEPT:
                    await self._count(scope, now, in_background=True)

    async def _count(
        self, scope: RecapScope, now: int, *, in_background: bool
    ) -> RecapRecords | None:
        before = self._kept.get(scope)
        lock = self._locks.setdefault(scope, BackgroundLock())
        async with lock.held(in_background=in_background):
            kept = self._kept.get(scope)
            if kept is not None and kept is not before:  # counted while this waited
                return kept.records
            marks = await self._store.recaps.marks(scope.guild_id)
            records = await self._store.recaps.records(scope, partial(_in_steps, lock))
            self._changed.discard(scope)
            self._kept.pop(scope, None)
            if records is not None and records.matches >= _MANY_MATCHES and not scope.user_id:
                self._kept[scope] = _Kept(records, now, marks)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        self._locks.pop(scope, None)
        return records


async def _in_steps(lock: BackgroundLock, parts: Iterable[RecapScope]) -> AsyncIterator[RecapScope]:
    for part in parts:
        yield part
        await lock.pause()


def _large(guild_id: int, seasons: dict[str, int]) -> tuple[RecapScope, ...]:
    """Return the seasons and years of a server with many matches, the newest first."""
    matches = Counter(seasons)
    for season, number in seasons.items():
        matches[season[:4]] += number
    periods = (one for one in offered_periods(seasons) if matches[one] >= _MANY_MATCHES)
    return tuple(RecapScope(guild_id, *bounds_of(period)) for period in periods)


_BOOKS: Final = WeakKeyDictionary[Store, RecapBook]()


def recap_book_of(store: Store) -> RecapBook:
    """Return the records of a store, which live as long as it."""
    return _BOOKS.get(store) or _BOOKS.setdefault(store, RecapBook(store))


def count_in_background(services: Services, _: discord.Client) -> Callable[[], Awaitable[None]]:
    """Count the records of large servers now, hourly, and when wanted; return what stops that."""
    task = asyncio.create_task(_keep_counting(services))

    async def stop() -> None:
        task.cancel()
        await asyncio.wait([task])

    return stop


async def _keep_counting(services: Services) -> None:
    book, tables, counted_at = recap_book_of(services.store), services.tables.services, 0
    while True:
        if book.is_wanted or tables.now() >= counted_at + _SECONDS_KEPT:
            counted_at = tables.now()
            try:
                await book.count_all(counted_at, tables.owned)
            except StorageTrouble as trouble:
                log.warning("recaps are counted later: %s", trouble)
            except Exception as error:  # a press counts what it wants
                log.error("recaps could not be counted: %s", type(error).__name__)
        await asyncio.sleep(_LOOK_SECONDS)
