"""The rating: how many points a match a member makes above an average one (docs/ratings.md).

A result of a deal is strength plus luck.  Luck has the standard deviation ``spread`` of the
preset, the strength of members ``_STRENGTH_SPREAD`` of that.  The rating is the expected strength
given all results, the strength of the opponents being their rating before the match: the mean of a
normal distribution, of which each deal makes the error smaller.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from statistics import mean, pstdev
from typing import Final, NamedTuple

from bot.model.leaderboards import RatedMatch, RatedSeat
from bot.presets import Presets
from bot.store.queries.leaderboards import MatchPosition, RatedMatches, RatedScope

DEALS_A_MATCH: Final = 20  # a rating is told for a match of so many deals
_STRENGTH_SPREAD: Final = 0.08  # of the luck of a deal: 2.1 points of 26 in sochi
_PRIOR_DEALS: Final = 1 / _STRENGTH_SPREAD**2  # the prior weighs as much as so many deals
_FEWEST_MEMBERS: Final = 3  # below that no rating is precise enough


@dataclass(slots=True)
class _Strength:
    """The strength of a member as known: the mean of a deal in units of luck, deals, matches."""

    mean: float = 0.0
    deals: int = 0
    matches: int = 0

    def learn(self, strength: float, deals: int) -> None:
        """Take in the mean of further deals; equal to taking all deals together."""
        weight = _PRIOR_DEALS + self.deals
        self.mean = (self.mean * weight + strength * deals) / (weight + deals)
        self.deals += deals
        self.matches += 1

    @property
    def error(self) -> float:
        return 1 / sqrt(_PRIOR_DEALS + self.deals)


class Rating(NamedTuple):
    """A member's rating in points a match, with its error (one standard deviation).

    ``is_provisional``: the error exceeds the standard deviation of all ratings of the list.
    """

    user_id: int
    points: float
    error: float
    matches: int
    deals: int
    is_provisional: bool


@dataclass(slots=True)
class Ratings:
    """The ratings of one server in one family; ``take`` is called for each match in order."""

    presets: Presets
    unit: float  # points of the family in one unit of luck
    _members: dict[int, _Strength] = field(default_factory=dict)

    def take(self, match: RatedMatch) -> Mapping[int, float]:
        """Take in a match; return the change of each member in points."""
        spread = self.presets.spread(match.preset)
        before = {user: self._points(self._members[user].mean) for user in self._members}
        learned = [
            (
                seat.user_id,
                _strength_shown(seat, spread) + self._opposition(match, seat),
                seat.deals,
            )
            for seat in match.seats
            if seat.user_id is not None and seat.deals
        ]
        for user, strength, deals in learned:
            self._members.setdefault(user, _Strength()).learn(strength, deals)
        users = {user for user, _, _ in learned}
        return {
            user: self._points(self._members[user].mean) - before.get(user, 0) for user in users
        }

    def take_all(self, matches: Iterable[RatedMatch]) -> None:
        """Take in matches in their order."""
        for match in matches:
            self.take(match)

    def standings(self, fewest_matches: int = 1) -> tuple[Rating, ...]:
        """Return all members with so many matches, the best first."""
        found = [self._rating(user) for user in self._members]
        known = [rating for rating in found if rating.matches >= fewest_matches]
        return tuple(sorted(known, key=lambda rating: (-rating.points, rating.user_id)))

    def rating_of(self, user_id: int) -> Rating | None:
        """Return the rating of a member; None before their first match."""
        return self._rating(user_id) if user_id in self._members else None

    def _rating(self, user_id: int) -> Rating:
        known = self._members[user_id]
        error = self._points(known.error)
        is_provisional = error > self._deviation()
        return Rating(
            *(user_id, self._points(known.mean), error),
            *(known.matches, known.deals, is_provisional),
        )

    def _deviation(self) -> float:
        """Return the standard deviation of the ratings; 0 for one or two members."""
        means = [self._points(known.mean) for known in self._members.values()]
        return pstdev(means) if len(means) >= _FEWEST_MEMBERS else 0.0

    def _opposition(self, match: RatedMatch, own: RatedSeat) -> float:
        """Return the mean strength of the holders of the other seats at the end."""
        others = [seat for seat in match.seats if seat.is_final and seat.seat != own.seat]
        return mean(self._strength_of(seat, match.preset) for seat in others) if others else 0.0

    def _strength_of(self, seat: RatedSeat, preset: str) -> float:
        if seat.robot is not None:
            return self.presets.robot_strength(preset, seat.robot)
        known = self._members.get(seat.user_id) if seat.user_id is not None else None
        return 0.0 if known is None else known.mean

    def _points(self, strength: float) -> float:
        return strength * self.unit * DEALS_A_MATCH


def _strength_shown(seat: RatedSeat, spread: float) -> float:
    """Return the result of a deal in units of luck, as the mean of this owner's deals."""
    return seat.balance / (seat.deals * spread)


# The ratings of all servers, kept in memory and brought up to date whenever they are read.
#
# Nothing is stored: the results are the truth. A page reads the matches since the last look; where
# an earlier result has changed (a match corrected, somebody forgotten), all of them are read
# again.

_MOST_KEPT: Final = 200  # ratings in memory: 24 members take about 10 KiB

Fingerprint = tuple[int, int, int]


class _Key(NamedTuple):
    guild_id: int
    scope: RatedScope


@dataclass(slots=True)
class _Kept:
    """Ratings up to a match, and the fingerprint of all results before it."""

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
        """Return empty ratings in the points of the family's first preset."""
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
