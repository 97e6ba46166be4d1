"""Moments and sums of a season or a year: of a server, or of one member there.

They are counted some matches at a time and added up, so that a large server holds up nobody.

Friendly and damaged matches count in nothing.  People who hide from leaderboards are named to
nobody but themselves, people who were forgotten to nobody.
"""

import json
from array import array
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from bot.model.leaderboards import WIN_CONDITION
from bot.model.values import Record, replace
from bot.store.database import Row
from bot.store.integrity.guard import AggregateQueries
from bot.store.queries.preferences import SELECT_UNRANKED

_MATCHES_A_PART: Final = 200  # about 9 ms of the processor
_MOST_MOMENTS: Final = 6  # candidates, of which those with hidden cards are left out
_FEWEST_MATCHES: Final = 3  # together, for two people to be named
_FEWEST_CONTRACTS: Final = 2  # put down together

# All queries: server, from, until, member or 0.  They join constants only.  The matches of a server
# come from the index of its results by time, those of a member from the one of theirs.
_GAMES = "WITH games AS ([games])"
_SOUND_IN_TIME = (
    "guild_id = ?1 AND ended_at >= ?2 AND ended_at < ?3 AND friendly = 0"
    " AND game_id NOT IN (SELECT game_id FROM game WHERE seal IS NULL)"
)
_GAMES_OF_SERVER = (
    "SELECT game_id, preset, ended_at FROM result [by_index result_guild]"  # noqa: S608
    f" WHERE CAST(?4 AS BIGINT) = 0 AND seat = 0 AND part = 0 AND {_SOUND_IN_TIME}"
)
_GAMES_OF_MEMBER = (
    "SELECT DISTINCT game_id, preset, ended_at FROM result [by_index result_user]"  # noqa: S608
    f" WHERE user_id = CAST(?4 AS BIGINT) AND {_SOUND_IN_TIME}"
)
_ENDS = (
    f"{_GAMES} SELECT ended_at FROM (SELECT ended_at, row_number() OVER (ORDER BY ended_at) AS n"  # noqa: S608
    f" FROM games) AS numbered WHERE n % {_MATCHES_A_PART} = 0 ORDER BY ended_at"
)
_PEOPLE = (
    f"{_GAMES} SELECT user_id, count(*) FILTER (WHERE user_id = ?4 AND {WIN_CONDITION})"  # noqa: S608
    " FROM games JOIN result USING (game_id) WHERE user_id IS NOT NULL GROUP BY user_id"
)
_PRESETS = f"{_GAMES} SELECT preset, count(*) FROM games GROUP BY preset"  # noqa: S608
_HOURS = (
    f"{_GAMES} SELECT closed_at / 3600, count(*) FROM games JOIN deal USING (game_id)"  # noqa: S608
    " GROUP BY closed_at / 3600"
)


def _is_shown(user: str) -> str:
    """Return the condition that a person may be named, or is the member."""
    return f"{user} IS NOT NULL AND ({user} = ?4 OR {user} NOT IN ({SELECT_UNRANKED}))"


def _moments(condition: str, order: str) -> str:
    """Return the query for the best seats; what is shown of them is read for these alone."""
    best = f"{order}, game_id DESC, deal DESC, seat"
    return (
        f"{_GAMES}, best AS (SELECT game_id, deal, seat, user_id, earned, worth, given, par"  # noqa: S608
        " FROM games JOIN review_seat USING (game_id)"
        f" WHERE {condition} AND void = 0 AND (?4 = 0 OR user_id = ?4)"
        f" AND {_is_shown('user_id')} ORDER BY {best} LIMIT {_MOST_MOMENTS})"
        " SELECT game_id, deal, seat, user_id, closed_at, rules, earned, worth, given, par"
        f" FROM best JOIN deal USING (game_id, deal) JOIN game USING (game_id) ORDER BY {best}"
    )


# a fulfilled contract without a trick is a misère
_MISERES = _moments("declared = 1 AND fulfilled = 1 AND made = 0", "worth DESC, earned DESC")
_CARDS = _moments("given > 0", "given DESC")
_LUCKY = _moments("par > 0", "par DESC")
_CLOSEST = (
    f"{_GAMES}, placed AS (SELECT game_id, result.ended_at, user_id, balance, row_number() OVER"  # noqa: S608
    " (PARTITION BY game_id ORDER BY balance DESC, seat, part) AS n FROM games"
    " JOIN result USING (game_id) WHERE ?4 <> 0 OR with_robots = 0),"
    " best AS (SELECT game_id, max(ended_at) AS ended_at,"
    " max(user_id) FILTER (WHERE n = 1) AS first, max(user_id) FILTER (WHERE n = 2) AS second,"
    " max(balance) AS most, min(balance) AS next FROM placed WHERE n <= 2 GROUP BY game_id)"
    " SELECT game_id, ended_at, first, second, most - next FROM best"
    f" WHERE most > 0 AND {_is_shown('first')} AND {_is_shown('second')}"
    " AND (?4 = 0 OR ?4 IN (first, second))"
    " ORDER BY most - next, ended_at DESC, game_id DESC LIMIT 1"
)
_PAIR = (
    f"{_is_shown('one.user_id')} AND {_is_shown('other.user_id')}"
    " AND ((?4 = 0 AND one.user_id < other.user_id)"
    " OR (?4 <> 0 AND one.user_id = ?4 AND other.user_id <> ?4))"
)
_RIVALS = (
    f"{_GAMES} SELECT one.user_id, other.user_id, count(*),"  # noqa: S608
    " count(*) FILTER (WHERE one.balance > other.balance),"
    " count(*) FILTER (WHERE one.balance < other.balance)"
    " FROM games JOIN result AS one USING (game_id) JOIN result AS other USING (game_id)"
    f" WHERE {_PAIR} GROUP BY one.user_id, other.user_id"
)
_PARTNERS = (
    f"{_GAMES} SELECT one.user_id, other.user_id, count(*)"  # noqa: S608
    " FROM games JOIN review_seat AS one USING (game_id)"
    " JOIN review_seat AS other USING (game_id, deal)"
    " JOIN review_seat AS declarer USING (game_id, deal)"
    f" WHERE {_PAIR} AND one.void = 0"
    " AND one.declared = 0 AND other.declared = 0 AND one.decisions > 0"
    " AND other.decisions > 0 AND declarer.declared = 1 AND declarer.fulfilled = 0"
    " GROUP BY one.user_id, other.user_id"
)

_SEASONS = (
    "SELECT season, count(*) FROM result [by_index result_season] WHERE guild_id = ?1"
    " AND seat = 0 AND part = 0 GROUP BY season"
)

# A decision counts again once its line is written, which is when the match follows it.
_MARKS = (
    "SELECT (SELECT count(*) FROM game WHERE seal IS NULL),"
    " (SELECT count(*) + count(ruling.version) FROM ruling JOIN game USING (game_id)"
    " WHERE guild_id = ?1)"
)
_STILL_NAMED = (
    "SELECT DISTINCT user_id FROM result [by_index result_user] WHERE guild_id = ?1"  # noqa: S608
    f" AND user_id IN ([numbers ?2]) AND user_id NOT IN ({SELECT_UNRANKED})"
)


class RecapScope(NamedTuple):
    """Matches of a server that ended at ``since`` or later and before ``until``.

    ``user_id`` is the member whose matches they are, 0 for those of everybody.
    """

    guild_id: int
    since: int
    until: int
    user_id: int = 0


class DealMoment(NamedTuple):
    """One seat in one deal; points in units of the settlement (``SeatReview``)."""

    game_id: int
    deal: int
    seat: int
    user_id: int
    closed_at: int
    rules: str
    earned: int
    worth: int
    given: int
    par: int


class CloseMatch(NamedTuple):
    """A match, its two best members, and the points between them."""

    game_id: int
    ended_at: int
    first: int
    second: int
    margin: int


class Rivalry(NamedTuple):
    """Two members and their matches together: those in which the first had more, or less."""

    first: int
    second: int
    matches: int
    ahead: int
    behind: int


class Partnership(NamedTuple):
    """Two members and the contracts that they put down together as defenders."""

    first: int
    second: int
    contracts: int


class RecapRecords(Record):
    """All that is remembered; the moments are candidates, the best first.

    ``hours``: the hours since 1970 in which deals closed, and ``hourly_deals`` how many in each.
    """

    matches: int
    people: int
    wins: int
    preset: str
    preset_matches: int
    hours: "array[int]"
    hourly_deals: "array[int]"
    miseres: tuple[DealMoment, ...]
    cards: tuple[DealMoment, ...]
    lucky: tuple[DealMoment, ...]
    closest: CloseMatch | None
    rivals: Rivalry | None
    partners: Partnership | None

    def people_named(self) -> frozenset[int]:
        """Return everybody whom a recap of these records may name."""
        moments = (*self.miseres, *self.cards, *self.lucky)
        users = [moment.user_id for moment in moments]
        return frozenset(users + [user for pair in self._pairs() for user in pair])

    def without(self, users: Collection[int]) -> "RecapRecords":
        """Return the records without what names these people."""
        gone = frozenset(users)
        return replace(
            self,
            miseres=tuple(one for one in self.miseres if one.user_id not in gone),
            cards=tuple(one for one in self.cards if one.user_id not in gone),
            lucky=tuple(one for one in self.lucky if one.user_id not in gone),
            closest=None if _names(self.closest, gone) else self.closest,
            rivals=None if _names(self.rivals, gone) else self.rivals,
            partners=None if _names(self.partners, gone) else self.partners,
        )

    def _pairs(self) -> Iterator[tuple[int, int]]:
        for pair in (self.closest, self.rivals, self.partners):
            if pair is not None:
                yield pair.first, pair.second


def _names(pair: CloseMatch | Rivalry | Partnership | None, users: Collection[int]) -> bool:
    return pair is not None and (pair.first in users or pair.second in users)


class RecapMarks(NamedTuple):
    """Reasons to count records anew that were read before.

    Damaged matches anywhere; decisions of managers about matches of the server.
    """

    damaged: int
    decisions: int


RecapPace = Callable[[Iterable[RecapScope]], AsyncIterator[RecapScope]]  # when the next part is due


async def in_turn(parts: Iterable[RecapScope]) -> AsyncIterator[RecapScope]:
    """Yield the parts without a pause."""
    for part in parts:
        yield part


_Pair = tuple[int, int]
_BEST_FIRST: Final[Mapping[str, Callable[[DealMoment], tuple[int, ...]]]] = {
    _MISERES: lambda one: (-one.worth, -one.earned, -one.game_id, -one.deal, one.seat),
    _CARDS: lambda one: (-one.given, -one.game_id, -one.deal, one.seat),
    _LUCKY: lambda one: (-one.par, -one.game_id, -one.deal, one.seat),
}
"""The orders of the moments, as the queries have them."""


@dataclass(slots=True)
class _Tally:
    """The sums of the matches counted so far."""

    user_id: int
    wins: int = 0
    people: set[int] = field(default_factory=set)
    presets: Counter[str] = field(default_factory=Counter)
    hours: Counter[int] = field(default_factory=Counter)
    moments: dict[str, list[DealMoment]] = field(default_factory=dict)
    closest: CloseMatch | None = None
    together: Counter[_Pair] = field(default_factory=Counter)
    ahead: Counter[_Pair] = field(default_factory=Counter)
    behind: Counter[_Pair] = field(default_factory=Counter)
    contracts: Counter[_Pair] = field(default_factory=Counter)

    def add_presets(self, rows: Iterable[Row]) -> None:
        for preset, matches in rows:
            self.presets[str(preset)] += int(matches)

    def add_people(self, rows: Iterable[Row]) -> None:
        for user, wins in rows:
            self.people.add(int(user))
            self.wins += int(wins)

    def add_hours(self, rows: Iterable[Row]) -> None:
        for hour, deals in rows:
            self.hours[int(hour)] += int(deals)

    def add_moments(self, sql: str, rows: Iterable[Row]) -> None:
        found = [*self.moments.get(sql, ()), *(DealMoment(*row) for row in rows)]
        self.moments[sql] = sorted(found, key=_BEST_FIRST[sql])[:_MOST_MOMENTS]

    def add_closest(self, rows: Iterable[Row]) -> None:
        found = [CloseMatch(*row) for row in rows]
        found += [] if self.closest is None else [self.closest]
        order = lambda one: (one.margin, -one.ended_at, -one.game_id)  # noqa: E731
        self.closest = min(found, key=order, default=None)

    def add_rivals(self, rows: Iterable[Row]) -> None:
        for first, second, matches, ahead, behind in rows:
            pair = (int(first), int(second))
            self.together[pair] += int(matches)
            self.ahead[pair] += int(ahead)
            self.behind[pair] += int(behind)

    def add_partners(self, rows: Iterable[Row]) -> None:
        for first, second, contracts in rows:
            self.contracts[int(first), int(second)] += int(contracts)

    def records(self) -> RecapRecords | None:
        """Return what is remembered of all of them; None without any."""
        if not self.presets:
            return None
        preset, most = min(self.presets.items(), key=lambda one: (-one[1], one[0]))
        hours = sorted(self.hours)
        return RecapRecords(
            matches=self.presets.total(),
            people=len(self.people),
            wins=self.wins,
            preset=preset,
            preset_matches=most,
            hours=array("q", hours),
            hourly_deals=array("q", [self.hours[hour] for hour in hours]),
            miseres=tuple(self.moments[_MISERES]),
            cards=tuple(self.moments[_CARDS]),
            lucky=tuple(self.moments[_LUCKY]),
            closest=self.closest,
            rivals=self._rivals(),
            partners=self._partners(),
        )

    def _rivals(self) -> Rivalry | None:
        """Return who met most often; of a member, who was ahead of them most often."""
        found: Iterable[_Pair] = _most(self.together, _FEWEST_MATCHES)
        if self.user_id:
            known = (one for one, matches in self.together.items() if matches >= _FEWEST_MATCHES)
            found = _most(Counter({one: self.behind[one] - self.ahead[one] for one in known}), 1)
        pair = min(found, key=lambda one: (-self.together[one], one), default=None)
        if pair is None:
            return None
        return Rivalry(*pair, self.together[pair], self.ahead[pair], self.behind[pair])

    def _partners(self) -> Partnership | None:
        found = _most(self.contracts, _FEWEST_CONTRACTS)
        return Partnership(*min(found), self.contracts[found[0]]) if found else None


def _most(counted: Counter[_Pair], fewest: int) -> list[_Pair]:
    """Return the pairs with the highest number; none where it is below ``fewest``."""
    most = max(counted.values(), default=0)
    return [pair for pair, number in counted.items() if number == most >= fewest]


class Recaps(AggregateQueries):
    """Reads of results and reviews; StorageTrouble from all."""

    async def matches_by_season(self, guild_id: int) -> dict[str, int]:
        """Return how many matches a server has in each season, friendly ones too."""
        rows = await self._aggregate(_SEASONS, guild_id)
        return {str(season): int(matches) for season, matches in rows}

    async def marks(self, guild_id: int) -> RecapMarks:
        """Return the marks of a server."""
        ((*marks,),) = await self._rows(_MARKS, guild_id)
        return RecapMarks(*map(int, marks))

    async def unnamed(self, guild_id: int, users: Collection[int]) -> frozenset[int]:
        """Return those of these people who hide or have no result on the server any more."""
        named = json.dumps(sorted(users))
        rows = await self._rows(_STILL_NAMED, guild_id, named)
        return frozenset(users) - {int(user) for (user,) in rows}

    async def records(self, scope: RecapScope, pace: RecapPace = in_turn) -> RecapRecords | None:
        """Return what a time is remembered for; None without any match."""
        ends = {int(end) + 1 for (end,) in await self._read(_ENDS, scope)}
        limits = sorted({scope.since, *ends, scope.until})
        tally = _Tally(scope.user_id)
        async for part in pace([scope._replace(since=a, until=b) for a, b in pairwise(limits)]):
            await self._count(tally, part)
        return tally.records()

    async def _count(self, tally: "_Tally", part: RecapScope) -> None:
        """Add some matches."""
        if not (presets := await self._read(_PRESETS, part)):
            return
        tally.add_presets(presets)
        tally.add_people(await self._read(_PEOPLE, part))
        tally.add_hours(await self._read(_HOURS, part))
        tally.add_closest(await self._read(_CLOSEST, part))
        tally.add_rivals(await self._read(_RIVALS, part))
        tally.add_partners(await self._read(_PARTNERS, part))
        for sql in _BEST_FIRST:
            tally.add_moments(sql, await self._read(sql, part))

    async def _read(self, sql: str, scope: RecapScope) -> list[Row]:
        games = _GAMES_OF_MEMBER if scope.user_id else _GAMES_OF_SERVER
        sql = sql.replace("[games]", games)
        return await self._aggregate(sql, *scope, of_user=scope.user_id or None)
