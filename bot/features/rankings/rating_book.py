"""The ratings of all servers, kept in memory and brought up to date whenever they are read.

Nothing is stored: the results are the truth. A page reads the matches since the last look; where an
earlier result has changed (a match corrected, somebody forgotten), all of them are read again.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from bot.features.rankings.rating import Ratings
from bot.presets import Presets
from bot.store import Store
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
    """Ratings up to a match, and the fingerprint of all results until then."""

    ratings: Ratings
    until: MatchPosition = _START
    fingerprint: leaderboards.Fingerprint = _NOTHING


class RatingBook:
    """Ratings by server, family and kind of match."""

    def __init__(self, matches: RatedMatches, presets: Presets) -> None:
        self._matches = matches
        self._presets = presets
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()
        self._locks: dict[_Key, asyncio.Lock] = {}

    async def ratings(self, guild_id: int, scope: RatedScope) -> Ratings:
        """Return the ratings after the last match.  Raises StorageTrouble."""
        key = _Key(guild_id, scope)
        async with self._locks.setdefault(key, asyncio.Lock()):
            wanted = await self._matches.fingerprint(guild_id, scope)
            kept = self._kept.pop(key, None) or self._nothing_yet(scope)
            if kept.fingerprint != wanted:
                await self._read_further(key, kept)
            if kept.fingerprint != wanted:  # an earlier result has changed
                kept = self._nothing_yet(scope)
                await self._read_further(key, kept)
            self._kept[key] = kept
            while len(self._kept) > _MOST_KEPT:
                self._locks.pop(self._kept.popitem(last=False)[0], None)
        return kept.ratings

    async def recomputed(self, guild_id: int, scope: RatedScope) -> Ratings:
        """Return the ratings from the first match on, whatever is kept.  Raises StorageTrouble."""
        kept = self._nothing_yet(scope)
        await self._read_further(_Key(guild_id, scope), kept)
        return kept.ratings

    async def _read_further(self, key: _Key, kept: _Kept) -> None:
        """Take in the matches after the last one, some at a time."""
        while since := await self._matches.matches_after(*key, kept.until):
            kept.ratings.take_all(since)
            kept.until = MatchPosition(since[-1].ended_at, since[-1].game_id)
            added = leaderboards.fingerprint_of(since)
            count, balances, users = kept.fingerprint
            kept.fingerprint = (count + added[0], balances + added[1], users + added[2])
            await asyncio.sleep(0)

    def _nothing_yet(self, scope: RatedScope) -> _Kept:
        """Return empty ratings in the points of the family's first preset."""
        presets = self._presets
        own = (name for name in presets.names() if presets.family_key(name) == scope.family)
        return _Kept(Ratings(presets, presets.spread(min(own, key=presets.number))))


_BOOKS: Final = WeakKeyDictionary[Store, RatingBook]()


def book_of(store: Store, presets: Presets) -> RatingBook:
    """Return the ratings of a store, which live as long as it."""
    book = _BOOKS.get(store)
    if book is None:
        book = _BOOKS[store] = RatingBook(store.rated_matches, presets)
    return book
