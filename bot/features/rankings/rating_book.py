"""The ratings of all servers, kept in memory and brought up to date when somebody looks.

Nothing is stored: the results are the truth.  A page reads the matches since the last look; where
an earlier result has changed (a match corrected, somebody forgotten), all of them are read again.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.features.rankings.rating import Ratings
from bot.presets import Presets
from bot.store.queries.rated_matches import MatchPosition, RatedMatches, RatedScope

_MOST_KEPT: Final = 200  # ratings in memory: 24 members take about 10 KiB

Fingerprint = tuple[int, int, int]


class _Key(NamedTuple):
    guild_id: int
    scope: RatedScope


@dataclass(slots=True)
class _Kept:
    """Ratings up to a match, and what tells whether the results before it are still the same."""

    ratings: Ratings
    until: MatchPosition
    fingerprint: Fingerprint


class RatingBook:
    """Ratings by server, family and kind of match."""

    def __init__(self, matches: RatedMatches, presets: Presets) -> None:
        self._matches = matches
        self._presets = presets
        self._kept: OrderedDict[_Key, _Kept] = OrderedDict()

    async def ratings(self, guild_id: int, scope: RatedScope) -> Ratings:
        """Return the ratings after the last match.  Raises StorageTrouble."""
        key = _Key(guild_id, scope)
        kept = self._kept.get(key)
        if kept is not None and await self._fingerprint(key, kept.until) != kept.fingerprint:
            kept = None
        if kept is None:
            kept = _Kept(self._new_ratings(scope), MatchPosition(), (0, 0, 0))
        since = await self._matches.matches_after(guild_id, scope, kept.until)
        if since:
            kept.ratings.take_all(since)
            kept.until = MatchPosition(since[-1].ended_at, since[-1].game_id)
            kept.fingerprint = await self._fingerprint(key, kept.until)
        self._keep(key, kept)
        return kept.ratings

    async def recomputed(self, guild_id: int, scope: RatedScope) -> Ratings:
        """Return the ratings from the first match on, whatever is kept.  Raises StorageTrouble."""
        ratings = self._new_ratings(scope)
        ratings.take_all(await self._matches.matches_after(guild_id, scope, MatchPosition()))
        return ratings

    def _new_ratings(self, scope: RatedScope) -> Ratings:
        """Return no ratings yet, in the points of the family's first preset."""
        presets = self._presets
        own = (name for name in presets.names() if presets.family_key(name) == scope.family)
        return Ratings(presets, presets.spread(min(own, key=presets.number)))

    async def _fingerprint(self, key: _Key, until: MatchPosition) -> Fingerprint:
        return await self._matches.fingerprint(key.guild_id, key.scope, until)

    def _keep(self, key: _Key, kept: _Kept) -> None:
        self._kept[key] = kept
        self._kept.move_to_end(key)
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
