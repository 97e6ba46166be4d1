"""The ratings of all servers, kept in memory and brought up to date whenever they are read.

Nothing is stored: the results are the truth. A page reads the matches since the last look; where an
earlier result has changed (a match corrected, somebody forgotten), all of them are read again.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from bot.background.table_tasks import BackgroundLock, when_idle
from bot.features.rankings.rating import Ratings
from bot.model.enums import ALL_SHARDS, ShardRange
from bot.presets import Presets, load_presets
from bot.store import StorageTrouble, Store
from bot.store.integrity.guard import HistoryCheck
from bot.store.queries import leaderboards
from bot.store.queries.leaderboards import MatchPosition, RatedMatches, RatedScope

_MOST_KEPT: Final = 200  # ratings in memory: 24 members take about 10 KiB and 24 bytes a match
_NOTHING: Final = (0, 0, 0)
_START: Final = MatchPosition()


class _Key(NamedTuple):
    guild_id: int
    scope: RatedScope


@dataclass(slots=True)
class _Kept:
    """Ratings by number of players up to a match, and the fingerprint of all results until then."""

    ratings: Mapping[int, Ratings]
    until: MatchPosition = _START
    fingerprint: leaderboards.Fingerprint = _NOTHING


class RatingBook:
    """Ratings by server, family, kind of match and number of players."""

    def __init__(self, matches: RatedMatches, presets: Presets) -> None:
        self._matches = matches
        self._presets = presets
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()
        self._locks: dict[_Key, BackgroundLock] = {}

    async def ratings(
        self, guild_id: int, scope: RatedScope, players: int | None = None
    ) -> Ratings:
        """Return the ratings in matches of so many players, after the last one.

        ``players`` is None for the number of which the server has most matches.  Raises
        StorageTrouble.
        """
        found = await self.by_players(guild_id, scope)
        return found[usual_players(found) if players is None else players]

    async def by_players(
        self, guild_id: int, scope: RatedScope, *, in_background: bool = False
    ) -> Mapping[int, Ratings]:
        """Return the ratings after the last match by number of players.

        ``in_background``: nobody waits for them, so the matches are read when the loop is idle.
        Raises StorageTrouble.
        """
        key = _Key(guild_id, scope)
        lock = self._locks.setdefault(key, BackgroundLock())
        async with lock.held(in_background=in_background):
            wanted = await self._matches.fingerprint(guild_id, scope)
            kept = self._kept.pop(key, None) or self._nothing_yet(scope)
            if kept.fingerprint != wanted:
                await self._read_further(key, kept, lock)
            if kept.fingerprint != wanted:  # an earlier result has changed
                kept = self._nothing_yet(scope)
                await self._read_further(key, kept, lock)
            self._kept[key] = kept
            while len(self._kept) > _MOST_KEPT:
                self._locks.pop(self._kept.popitem(last=False)[0], None)
        return kept.ratings

    async def recomputed(self, guild_id: int, scope: RatedScope) -> Mapping[int, Ratings]:
        """Return what ``by_players`` does from the first match on.  Raises StorageTrouble."""
        kept, lock = self._nothing_yet(scope), BackgroundLock()
        async with lock.held(in_background=False):
            await self._read_further(_Key(guild_id, scope), kept, lock)
        return kept.ratings

    async def _read_further(self, key: _Key, kept: _Kept, lock: BackgroundLock) -> None:
        """Take in the matches after the last one, some at a time."""
        while since := await self._matches.matches_after(*key, kept.until):
            for match in since:
                kept.ratings[match.players].take(match)
            kept.until = MatchPosition(since[-1].ended_at, since[-1].game_id)
            added = leaderboards.fingerprint_of(since)
            count, balances, users = kept.fingerprint
            kept.fingerprint = (count + added[0], balances + added[1], users + added[2])
            await lock.pause()

    def _nothing_yet(self, scope: RatedScope) -> _Kept:
        """Return empty ratings in the points of the family's first preset."""
        presets = self._presets
        own = (name for name in presets.names() if presets.family_key(name) == scope.family)
        unit = presets.spread(min(own, key=presets.number))
        numbers = (2,) if scope.of_two else (3, 4)
        return _Kept({number: Ratings(presets, unit) for number in numbers})


def usual_players(ratings: Mapping[int, Ratings]) -> int:
    """Return the number of players of most of these matches; the smaller one of two alike."""
    return min(ratings, key=lambda players: (-ratings[players].matches, players))


_BOOKS: Final = WeakKeyDictionary[Store, RatingBook]()


def book_of(store: Store, presets: Presets) -> RatingBook:
    """Return the ratings of a store, which live as long as it."""
    book = _BOOKS.get(store)
    if book is None:
        book = _BOOKS[store] = RatingBook(store.rated_matches, presets)
    return book


# Background work after startup, before a leaderboard needs it: past results, and ratings.

log = logging.getLogger(__name__)


@asynccontextmanager
async def history_check_running(
    store: Store, owned: ShardRange = ALL_SHARDS
) -> AsyncIterator[None]:
    """Run the verification during the block.

    No progress is stored.  What the pass has not reached is verified on first read, and the next
    start begins again, unless startup has verified everything.
    """
    task = asyncio.create_task(_check_and_log(store, owned))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


async def check_history(check: HistoryCheck, owned: ShardRange = ALL_SHARDS) -> None:
    """Verify all closed games on the owned servers, slice by slice.  Raises StorageTrouble."""
    async for part in when_idle(await check.slices()):
        await check.verify_slice(part, owned)
    async for guild_id in when_idle(await check.servers(owned)):
        await check.finish_server(guild_id)


async def read_ratings(store: Store, owned: ShardRange) -> None:
    """Read the ratings of all owned servers, so that no page waits for it.  StorageTrouble."""
    book = book_of(store, load_presets())
    for guild_id in await store.history_check.servers(owned):
        async for scope in when_idle(await store.rated_matches.scopes(guild_id)):
            await book.by_players(guild_id, scope, in_background=True)


async def _check_and_log(store: Store, owned: ShardRange) -> None:
    try:
        await check_history(store.history_check, owned)
        await read_ratings(store, owned)
    except StorageTrouble as trouble:  # a query of a leaderboard verifies them instead
        log.warning("not all results were verified: %s", trouble)
    except Exception as error:  # the servers not finished stay unverified
        log.error("not all results could be verified: %s", type(error).__name__)
