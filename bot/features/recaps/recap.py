"""The recap of a season or a year as values, and the book that keeps those of large servers.

A server with 9,000 matches in a quarter takes half a second to count, so the book counts in the
background, and a press finds its records counted.  They may be an hour old, but whoever hides or is
forgotten is left out at once.
"""

import asyncio
import logging
import re
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

import discord

from bot.background.table_tasks import BackgroundLock, when_idle
from bot.discord_ui.handlers.context import Services
from bot.engine.cards import Card
from bot.model.enums import ALL_SHARDS, ShardRange
from bot.model.values import Record
from bot.store import StorageTrouble, Store
from bot.store.queries.recaps import (
    CloseMatch,
    DealMoment,
    Partnership,
    RecapMarks,
    RecapRecords,
    RecapScope,
    Rivalry,
)

HOURS_OF_DAY: Final = 24
_SEASON: Final = re.compile(r"(\d{4})-Q([1-4])")


class DearCard(NamedTuple):
    """The card that gave away most points, in the deal of its moment."""

    moment: DealMoment
    card: Card
    points: int


class Recap(Record):
    """A season or a year of a server, or of one member there.

    ``period`` is a season as results name it, or a year.  ``name`` is the safe name of the member
    or of the server.  ``hours`` are deals by the hour of the day.  ``names`` are the safe names of
    all people in it.  ``is_open``: all members may open the server's matches; one that keeps them
    to their players has no moments.
    """

    period: str
    name: str
    of_server: bool
    matches: int
    deals: int
    wins: int
    people: int
    preset: str
    preset_matches: int
    hours: tuple[int, ...]
    misere: DealMoment | None = None
    dearest: DearCard | None = None
    lucky: DealMoment | None = None
    closest: CloseMatch | None = None
    rivals: Rivalry | None = None
    partners: Partnership | None = None
    names: tuple[tuple[int, str], ...] = ()
    is_open: bool = True

    def name_of(self, user_id: int) -> str:
        """Return the safe name of somebody in it."""
        return dict(self.names)[user_id]


def bounds_of(period: str) -> tuple[int, int]:
    """Return the times, in unix seconds, at which a season or a year begins and ends (UTC)."""
    season = _SEASON.fullmatch(period)
    if season is None:
        year = int(period)
        return _start(year, 1), _start(year + 1, 1)
    year, quarter = int(season[1]), int(season[2])
    following = (year, quarter + 1) if quarter < 4 else (year + 1, 1)
    return _start(year, quarter), _start(*following)


def _start(year: int, quarter: int) -> int:
    return int(datetime(year, 3 * quarter - 2, 1, tzinfo=UTC).timestamp())


def is_year(period: str) -> bool:
    return period.isdecimal()


def offered_periods(seasons: Iterable[str]) -> tuple[str, ...]:
    """Return the periods with results, newest first: seasons, each year after its own."""
    found = dict[str, None]()
    for year in sorted({season[:4] for season in seasons if _SEASON.fullmatch(season)}):
        own = [one for one in seasons if one.startswith(f"{year}-")]
        found = dict.fromkeys((*sorted(own, reverse=True), year, *found))
    return tuple(found)


def deals_by_hour(
    hours: Iterable[int], hourly_deals: Iterable[int], zone: tzinfo
) -> tuple[int, ...]:
    """Return the deals of each hour of the day in a zone; hours are counted from 1970 in UTC."""
    found = [0] * HOURS_OF_DAY
    for hour, deals in zip(hours, hourly_deals, strict=True):
        found[datetime.fromtimestamp(hour * 3600, zone).hour] += deals
    return tuple(found)


async def compose_recap(
    records: RecapRecords,
    head: tuple[str, str, bool],
    zone: tzinfo,
    dearest: DearCard | None,
    name_of: Callable[[int], Awaitable[str]],
    *,
    is_open: bool,
) -> Recap:
    """Return the recap; ``head`` is the period, the name, and whether it is the server's."""
    period, name, of_server = head
    has_moments = is_open or not of_server
    misere = next(iter(records.miseres), None) if has_moments else None
    lucky = next(iter(records.lucky), None) if has_moments else None
    dearest = dearest if has_moments else None
    people = _people(
        (misere, lucky, dearest and dearest.moment),
        (records.closest, records.rivals, records.partners),
    )
    hours = deals_by_hour(records.hours, records.hourly_deals, zone)
    return Recap(
        period=period,
        name=name,
        of_server=of_server,
        matches=records.matches,
        deals=sum(hours),
        wins=records.wins,
        people=records.people,
        preset=records.preset,
        preset_matches=records.preset_matches,
        hours=hours,
        misere=misere,
        dearest=dearest,
        lucky=lucky,
        closest=records.closest,
        rivals=records.rivals,
        partners=records.partners,
        names=tuple([(user, await name_of(user)) for user in people]),
        is_open=is_open,
    )


def _people(
    moments: Iterable[DealMoment | None],
    pairs: Iterable[CloseMatch | Rivalry | Partnership | None],
) -> tuple[int, ...]:
    """Return everybody who is named."""
    found = [moment.user_id for moment in moments if moment is not None]
    found += [user for pair in pairs if pair is not None for user in (pair.first, pair.second)]
    return tuple(dict.fromkeys(found))


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
