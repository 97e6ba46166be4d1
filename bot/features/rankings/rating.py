"""The rating: how many points a match a member makes above an average one (docs/ratings.md).

A result of a deal is strength plus luck.  Luck has the standard deviation ``spread`` of the
preset, the strength of members ``_STRENGTH_SPREAD`` of that.  The rating is the expected strength
given all results, the strength of the opponents being their rating before the match: the mean of a
normal distribution, of which each deal makes the error smaller.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from statistics import pstdev
from typing import Final, NamedTuple

from bot.model.leaderboards import DEALS_A_MATCH, Acquaintance, RatedMatch, RatedSeat
from bot.presets import Presets

_STRENGTH_SPREAD: Final = 0.08  # of the luck of a deal: 2.1 points of 26 in sochi
_PRIOR_DEALS: Final = 1 / _STRENGTH_SPREAD**2  # the prior weighs as much as so many deals
_FEWEST_MEMBERS: Final = 3  # below that no rating is precise enough
_DAY: Final = 24 * 3600  # seconds


class Rating(NamedTuple):
    """A member's rating in points a match, with its error (one standard deviation).

    ``is_provisional``: the error exceeds the standard deviation of all ratings of the list.
    ``left`` of the matches the member did not finish; ``opponents`` counts the members met, and
    ``days`` those on which a match ended.
    """

    user_id: int
    points: float
    error: float
    matches: int
    deals: int
    is_provisional: bool
    left: int = 0
    opponents: int = 0
    days: int = 0

    @property
    def completion(self) -> float:
        """The share of the matches that the member finished."""
        return 1 - self.left / self.matches if self.matches else 1.0


ACQUAINTANCES: Final[Mapping[Acquaintance, Callable[[Rating], bool]]] = {
    Acquaintance.ANY: lambda _: True,
    Acquaintance.MATCHES_20: lambda rating: rating.matches >= 20,
    Acquaintance.OPPONENTS_5: lambda rating: rating.opponents >= 5,
    Acquaintance.DAYS_5: lambda rating: rating.days >= 5,
}


class RatingChange(NamedTuple):
    """The rating of a member in points before and after a match."""

    before: float
    after: float


@dataclass(slots=True)
class _Member:
    """The strength and the matches of a member: the mean of a deal, in units of luck.

    ``games``, ``ends`` and ``means`` have an element for each match: its number, its end and the
    mean after it.
    """

    mean: float = 0.0
    deals: int = 0
    left: int = 0
    opponents: set[int] = field(default_factory=set)
    days: set[int] = field(default_factory=set)
    games: "array[int]" = field(default_factory=lambda: array("q"))
    ends: "array[int]" = field(default_factory=lambda: array("q"))
    means: "array[float]" = field(default_factory=lambda: array("d"))

    def learn(self, strength: float, deals: int) -> None:
        """Take in the mean of further deals; equal to taking all deals together."""
        weight = _PRIOR_DEALS + self.deals
        self.mean = (self.mean * weight + strength * deals) / (weight + deals)
        self.deals += deals

    @property
    def error(self) -> float:
        return 1 / sqrt(_PRIOR_DEALS + self.deals)


@dataclass(slots=True)
class Ratings:
    """The ratings of one server in one family; ``take`` is called for each match in order."""

    presets: Presets
    unit: float  # points of the family in one unit of luck
    matches: int = field(default=0, init=False)
    _members: dict[int, _Member] = field(default_factory=dict)

    def take(self, match: RatedMatch) -> None:
        """Take in a match: the strength of the opponents is the one before it."""
        self.matches += 1
        spread = self.presets.spread(match.preset)
        own = [(seat, seat.user_id) for seat in match.seats if seat.user_id and seat.deals]
        final = [
            (seat.seat, self._strength_of(seat, match.preset))
            for seat in match.seats
            if seat.is_final
        ]
        shown = [_strength_shown(seat, spread) + _opposition(final, seat.seat) for seat, _ in own]
        users = {user for _, user in own}
        for (seat, user), strength in zip(own, shown, strict=True):
            known = self._members.get(user)
            if known is None:
                known = self._members[user] = _Member()
            known.learn(strength, seat.deals)
            known.opponents |= users
        gone = {seat.user_id for seat in match.seats if seat.has_left}
        for user in users:
            self._note(self._members[user], match, has_left=user in gone)

    def take_all(self, matches: Iterable[RatedMatch]) -> None:
        """Take in matches in their order."""
        for match in matches:
            self.take(match)

    def standings(
        self, fewest_matches: int = 1, is_shown: Callable[[Rating], bool] = lambda _: True
    ) -> tuple[Rating, ...]:
        """Return all members with so many matches, the best first."""
        deviation = self._deviation()
        found = [self._rating(user, deviation) for user in self._members]
        known = [one for one in found if one.matches >= fewest_matches and is_shown(one)]
        return tuple(sorted(known, key=lambda rating: (-rating.points, rating.user_id)))

    def rating_of(self, user_id: int) -> Rating | None:
        """Return the rating of a member; None before their first match."""
        return self._rating(user_id, self._deviation()) if user_id in self._members else None

    def course_of(self, user_id: int) -> tuple[tuple[int, float], ...]:
        """Return the end of each match of a member, and the rating after it."""
        known = self._members.get(user_id, _Member())
        pairs = zip(known.ends, known.means, strict=True)
        return tuple((ended_at, self._points(value)) for ended_at, value in pairs)

    def changes_of(self, game_id: int) -> dict[int, RatingChange]:
        """Return the change of each member by a match that was taken in."""
        found = {}
        for user, known in self._members.items():
            if game_id in known.games:
                place = known.games.index(game_id)
                before = known.means[place - 1] if place else 0.0
                after = self._points(known.means[place])
                found[user] = RatingChange(self._points(before), after)
        return found

    def result_to_pass(self, user_id: int, other_id: int) -> float:
        """Return the result of the next match among average members that lifts one to another."""
        own, other = self._members[user_id], self._members[other_id]
        weight = _PRIOR_DEALS + own.deals
        wanted = other.mean * (weight + DEALS_A_MATCH) - own.mean * weight
        return wanted / DEALS_A_MATCH * self.unit * DEALS_A_MATCH

    def _note(self, known: _Member, match: RatedMatch, *, has_left: bool) -> None:
        known.left += has_left
        known.days.add(match.ended_at // _DAY)
        known.games.append(match.game_id)
        known.ends.append(match.ended_at)
        known.means.append(known.mean)

    def _rating(self, user: int, deviation: float) -> Rating:
        known = self._members[user]
        error = self._points(known.error)
        return Rating(
            user_id=user,
            points=self._points(known.mean),
            error=error,
            matches=len(known.games),
            deals=known.deals,
            is_provisional=error > deviation,
            left=known.left,
            opponents=len(known.opponents - {user}),
            days=len(known.days),
        )

    def _deviation(self) -> float:
        """Return the standard deviation of the ratings; 0 for one or two members."""
        means = [self._points(known.mean) for known in self._members.values()]
        return pstdev(means) if len(means) >= _FEWEST_MEMBERS else 0.0

    def _strength_of(self, seat: RatedSeat, preset: str) -> float:
        if seat.robot is not None:
            return self.presets.robot_strength(preset, seat.robot)
        known = self._members.get(seat.user_id) if seat.user_id is not None else None
        return 0.0 if known is None else known.mean

    def _points(self, strength: float) -> float:
        return strength * self.unit * DEALS_A_MATCH


def _opposition(final: Iterable[tuple[int, float]], own: int) -> float:
    """Return the mean strength of the holders of the other seats at the end."""
    others = [strength for seat, strength in final if seat != own]
    return sum(others) / len(others) if others else 0.0


def _strength_shown(seat: RatedSeat, spread: float) -> float:
    """Return the result of a deal in units of luck, as the mean of this owner's deals."""
    return seat.balance / (seat.deals * spread)
