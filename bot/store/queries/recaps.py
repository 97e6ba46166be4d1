"""Moments and sums of a season or a year: of a server, or of one member there.

Friendly and damaged matches count in nothing.  People who hide from leaderboards are named to
nobody but themselves, people who were forgotten to nobody.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.model.leaderboards import WIN_CONDITION
from bot.store.database import Row
from bot.store.integrity.guard import AggregateQueries
from bot.store.queries.preferences import SELECT_UNRANKED

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
    "SELECT game_id, preset FROM result [by_index result_guild]"  # noqa: S608
    f" WHERE CAST(?4 AS BIGINT) = 0 AND seat = 0 AND part = 0 AND {_SOUND_IN_TIME}"
)
_GAMES_OF_MEMBER = (
    "SELECT DISTINCT game_id, preset FROM result [by_index result_user]"  # noqa: S608
    f" WHERE user_id = CAST(?4 AS BIGINT) AND {_SOUND_IN_TIME}"
)
_TOTALS = (
    f"{_GAMES} SELECT count(DISTINCT game_id), count(DISTINCT user_id),"  # noqa: S608
    f" count(*) FILTER (WHERE user_id = ?4 AND {WIN_CONDITION})"
    " FROM games JOIN result USING (game_id)"
)
_PRESET = (
    f"{_GAMES} SELECT preset, count(*) FROM games GROUP BY preset"  # noqa: S608
    " ORDER BY count(*) DESC, preset LIMIT 1"
)
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
    f"{_GAMES}, placed AS (SELECT game_id, ended_at, user_id, balance, row_number() OVER"  # noqa: S608
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
    f"{_GAMES}, pairs AS (SELECT one.user_id AS first, other.user_id AS second,"  # noqa: S608
    " count(*) AS matches, count(*) FILTER (WHERE one.balance > other.balance) AS ahead,"
    " count(*) FILTER (WHERE one.balance < other.balance) AS behind"
    " FROM games JOIN result AS one USING (game_id) JOIN result AS other USING (game_id)"
    f" WHERE {_PAIR} GROUP BY one.user_id, other.user_id)"
    " SELECT first, second, matches, ahead, behind FROM pairs"
    f" WHERE matches >= {_FEWEST_MATCHES} AND (?4 = 0 OR behind > ahead)"
    " ORDER BY CASE WHEN ?4 = 0 THEN matches ELSE behind - ahead END DESC, matches DESC,"
    " first, second LIMIT 1"
)
_PARTNERS = (
    f"{_GAMES}, pairs AS (SELECT one.user_id AS first, other.user_id AS second,"  # noqa: S608
    " count(*) AS contracts FROM games JOIN review_seat AS one USING (game_id)"
    " JOIN review_seat AS other USING (game_id, deal)"
    " JOIN review_seat AS declarer USING (game_id, deal)"
    f" WHERE {_PAIR} AND one.void = 0"
    " AND one.declared = 0 AND other.declared = 0 AND one.decisions > 0"
    " AND other.decisions > 0 AND declarer.declared = 1 AND declarer.fulfilled = 0"
    " GROUP BY one.user_id, other.user_id)"
    f" SELECT first, second, contracts FROM pairs WHERE contracts >= {_FEWEST_CONTRACTS}"
    " ORDER BY contracts DESC, first, second LIMIT 1"
)

# A decision counts again once its line is written, which is when the match follows it.
_MARKS = (
    "SELECT (SELECT count(*) FROM game WHERE seal IS NULL),"
    " (SELECT count(*) + count(ruling.version) FROM ruling JOIN game USING (game_id)"
    " WHERE guild_id = ?1),"
    " (SELECT count(DISTINCT user_id) FROM result [by_index result_user] WHERE guild_id = ?1"
    " AND user_id IN ([numbers ?2])),"
    " (SELECT count(*) FROM person WHERE ranked = 0 AND user_id IN ([numbers ?2]))"
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


@dataclass(frozen=True, slots=True)
class RecapRecords:
    """All that is remembered; the moments are candidates, the best first.

    ``hours``: deals by the hour since 1970 in which they closed.
    """

    matches: int
    people: int
    wins: int
    preset: str
    preset_matches: int
    hours: tuple[tuple[int, int], ...]
    miseres: tuple[DealMoment, ...]
    cards: tuple[DealMoment, ...]
    lucky: tuple[DealMoment, ...]
    closest: CloseMatch | None
    rivals: Rivalry | None
    partners: Partnership | None

    def people_named(self) -> frozenset[int]:
        """Return everybody whom a recap of these records may name."""
        moments = (*self.miseres, *self.cards, *self.lucky)
        pairs = [one for one in (self.closest, self.rivals, self.partners) if one is not None]
        users = [moment.user_id for moment in moments]
        return frozenset(users + [user for pair in pairs for user in (pair.first, pair.second)])


class RecapMarks(NamedTuple):
    """Reasons to count records anew that were read before.

    Damaged matches anywhere; decisions of managers about matches of the server; of the people who
    are named, those who still have a result there, and those who hide.
    """

    damaged: int
    decisions: int
    known: int
    hidden: int


class Recaps(AggregateQueries):
    """Reads of results and reviews; StorageTrouble from all."""

    async def marks(self, guild_id: int, named: Collection[int]) -> RecapMarks:
        """Return the marks of a server; ``named`` are the people in its records."""
        ((*marks,),) = await self._rows(_MARKS, guild_id, json.dumps(sorted(named)))
        return RecapMarks(*map(int, marks))

    async def records(self, scope: RecapScope) -> RecapRecords | None:
        """Return what a time is remembered for; None without any match."""
        ((matches, people, wins),) = await self._read(_TOTALS, scope)
        if not matches:
            return None
        ((preset, preset_matches),) = await self._read(_PRESET, scope)
        hours = await self._read(_HOURS, scope)
        closest = await self._read(_CLOSEST, scope)
        rivals = await self._read(_RIVALS, scope)
        partners = await self._read(_PARTNERS, scope)
        return RecapRecords(
            matches=int(matches),
            people=int(people),
            wins=int(wins),
            preset=str(preset),
            preset_matches=int(preset_matches),
            hours=tuple((int(hour), int(deals)) for hour, deals in hours),
            miseres=await self._moments(_MISERES, scope),
            cards=await self._moments(_CARDS, scope),
            lucky=await self._moments(_LUCKY, scope),
            closest=CloseMatch(*closest[0]) if closest else None,
            rivals=Rivalry(*rivals[0]) if rivals else None,
            partners=Partnership(*partners[0]) if partners else None,
        )

    async def _moments(self, sql: str, scope: RecapScope) -> tuple[DealMoment, ...]:
        return tuple(DealMoment(*row) for row in await self._read(sql, scope))

    async def _read(self, sql: str, scope: RecapScope) -> list[Row]:
        games = _GAMES_OF_MEMBER if scope.user_id else _GAMES_OF_SERVER
        sql = sql.replace("[games]", games)
        return await self._aggregate(sql, *scope, of_user=scope.user_id or None)
