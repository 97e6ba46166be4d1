"""Past games, leaderboards and rated matches, computed on every query: nothing goes stale.

Damaged games are excluded. A covering index holds everything a leaderboard reads, so that a server
of 20,000 matches gets its page in an eightieth of a second (tools/bench/history.py).

Only users are ranked. Games with robots have a leaderboard of their own, and so have games for two;
friendly games count in none. A player who left a match, or handed their seat over, has not won it.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from bot.model.leaderboards import WIN_CONDITION, LeaderboardFilter, RatedMatch, RatedSeat
from bot.model.values import Record
from bot.store import database, records, writer
from bot.store.integrity.guard import AggregateQueries
from bot.store.queries.preferences import SELECT_UNRANKED
from bot.store.queries.stored_games import SCORE_COLUMNS, score_from_row

_IS_SOUND_GAME = "game_id NOT IN (SELECT game_id FROM game WHERE seal IS NULL)"
# newest first: the condition on seat and part gives one index row per game
_NEWEST = (
    "SELECT game_id FROM result [by_index result_guild] WHERE guild_id = ?1"  # noqa: S608
    f" AND seat = 0 AND part = 0 AND {_IS_SOUND_GAME} ORDER BY ended_at DESC, game_id DESC"
    " LIMIT ?2 OFFSET ?3"
)
_FINISHED = (
    "SELECT game_id, ended_at, family, preset, season, with_robots, friendly,"  # noqa: S608
    f" {SCORE_COLUMNS} FROM result WHERE game_id IN ({_NEWEST})"
    " ORDER BY ended_at DESC, game_id DESC, seat, part"
)
_MATCHING = (
    "FROM result [by_index result_ranked] WHERE guild_id = ?1"
    f" AND friendly = 0 AND with_robots = ?2 AND of_two = ?6 AND {_IS_SOUND_GAME}"
    " AND (CAST(?3 AS TEXT) IS NULL OR family = ?3) AND (CAST(?4 AS TEXT) IS NULL OR preset = ?4)"
    " AND (CAST(?5 AS TEXT) IS NULL OR season = ?5)"
)
_COUNTED = f"{_MATCHING} AND user_id IS NOT NULL"
# The queries below join constants only; all that varies is a parameter.
_TALLY = (
    "WITH tally AS (SELECT user_id, count(DISTINCT game_id) AS games,"
    f" count(*) FILTER (WHERE {WIN_CONDITION}) AS wins,"
    " sum(balance) AS balance, CAST(avg(place) AS DOUBLE PRECISION) AS average_place"
    f" {_COUNTED} GROUP BY user_id)"
)
_IS_LISTED = (
    f"CASE WHEN games >= ?7 AND user_id NOT IN ({SELECT_UNRANKED})"
    " AND (CAST(?8 AS TEXT) IS NULL OR user_id IN ([numbers ?8])) THEN 1 ELSE 0 END"
)
_BEST_FIRST = (
    "PARTITION BY listed ORDER BY CAST(balance AS DOUBLE PRECISION) / games DESC, wins DESC"
)
# One pass over the members gives the page, the own row, and the first row for the total.
_PAGE = (
    f"{_TALLY}, placed AS (SELECT member.*, rank() OVER ({_BEST_FIRST}) AS rank,"  # noqa: S608
    f" row_number() OVER ({_BEST_FIRST}, user_id) AS n,"
    " count(*) OVER (PARTITION BY listed) AS total"
    f" FROM (SELECT tally.*, {_IS_LISTED} AS listed FROM tally) AS member)"
    " SELECT CASE WHEN listed = 1 THEN total ELSE 0 END, CASE WHEN listed = 1 THEN n END,"
    " CASE WHEN listed = 1 THEN rank END, user_id, games, wins, balance, average_place FROM placed"
    " WHERE listed = 1 AND (n = 1 OR n > ?10 AND n <= ?10 + ?9)"
    " OR user_id = CAST(?11 AS BIGINT) ORDER BY listed DESC, n"
)
_RESULTS = (
    f"SELECT user_id, ended_at, balance {_MATCHING}"  # some users: the index finds each
    " AND user_id IN ([numbers ?7]) ORDER BY ended_at, game_id, seat, part"
)
# skips from season to season by index, however many results there are
_SEASONS = (
    "WITH RECURSIVE each (season) AS (SELECT max(season) FROM result WHERE guild_id = ?1"
    " UNION ALL SELECT (SELECT max(season) FROM result WHERE guild_id = ?1"
    " AND season < each.season) FROM each WHERE season IS NOT NULL)"
    " SELECT season FROM each WHERE season IS NOT NULL ORDER BY (SELECT max(ended_at) FROM result"
    " WHERE guild_id = ?1 AND result.season = each.season) DESC, season DESC"
)


class PastGame(Record):
    """A finished game with its scores by seat."""

    game_id: int
    ended_at: int
    family: str
    preset: str
    season: str
    with_robots: bool
    friendly: bool
    scores: tuple[records.SeatScore, ...]


class LeaderboardEntry(Record):
    """One player's row of a leaderboard; ``rank`` is None below the least number of games."""

    rank: int | None
    user_id: int
    games: int
    wins: int
    balance: int
    average_place: float


class Leaderboard(Record):
    """One page of a leaderboard; ``total`` counts the rows of all pages.

    ``own`` is the row of the reader, with rank None where they are not ranked; None without any
    game.
    """

    rows: tuple[LeaderboardEntry, ...]
    total: int
    own: LeaderboardEntry | None = None


class Leaderboards(AggregateQueries):
    """Reads of results; StorageTrouble from all."""

    async def history(self, guild_id: int, limit: int, offset: int = 0) -> tuple[PastGame, ...]:
        """Return the server's games with results, newest first."""
        rows = await self._aggregate(_FINISHED, guild_id, limit, offset)
        games = groupby(rows, key=lambda row: int(row[0]))
        return tuple(_game_from_rows(list(seats)) for _, seats in games)

    async def leaderboard(
        self,
        guild_id: int,
        chosen: LeaderboardFilter,
        *,
        min_games: int,
        limit: int,
        offset: int = 0,
        among: Collection[int] | None = None,
        user_id: int | None = None,
    ) -> Leaderboard:
        """Return a page ordered by balance a match, then wins (equal: same rank), then user_id.

        ``among``: only these users are ranked.  ``user_id``: whose own row is wanted.
        """
        key = (*_parameters(chosen), min_games, _numbers(among))
        rows = await self._aggregate(_PAGE, guild_id, *key, limit, offset, user_id)
        found = [(number, LeaderboardEntry(*entry)) for _, number, *entry in rows]
        return Leaderboard(
            tuple(one for n, one in found if n is not None and offset < n <= offset + limit),
            rows[0][0] if rows else 0,
            next((one for _, one in found if one.user_id == user_id), None),
        )

    async def results(
        self,
        guild_id: int,
        user_ids: Sequence[int],
        chosen: LeaderboardFilter,
    ) -> tuple[tuple[int, int, int], ...]:
        """Return user, end and balance of every counted game of these users, in order of time."""
        users = json.dumps(list(user_ids))
        rows = await self._aggregate(_RESULTS, guild_id, *_parameters(chosen), users)
        return tuple((int(user), int(at), int(balance)) for user, at, balance in rows)

    async def seasons(self, guild_id: int) -> tuple[str, ...]:
        """Return the seasons with results, newest first."""
        return tuple(str(row[0]) for row in await self._aggregate(_SEASONS, guild_id))


def _numbers(users: Collection[int] | None) -> str | None:
    return None if users is None else json.dumps(sorted(users))


def _parameters(chosen: LeaderboardFilter) -> tuple[int | str | None, ...]:
    """Return the parameters of ``_COUNTED`` after the server; None means any."""
    words = (chosen.family or None, chosen.preset or None, chosen.season or None)
    return (chosen.with_robots, *words, chosen.of_two)


def _game_from_rows(rows: Sequence[database.Row]) -> PastGame:
    """Build one game from the rows of its seats."""
    game_id, ended_at, family, preset, season, with_robots, friendly = rows[0][:7]
    scores = tuple(score_from_row(row[7:]) for row in rows)
    marks = (bool(with_robots), bool(friendly))
    return PastGame(game_id, ended_at, family, preset, season, *marks, scores)


# The matches of a server that its ratings are made of, in the order in which they ended.

_RATED = (
    "WHERE guild_id = ?1 AND family = ?2 AND friendly = 0 AND with_robots = ?3"
    f" AND of_two = ?4 AND (?5 = '' OR season = ?5) AND {_IS_SOUND_GAME}"
)
# Sums that tell the results of one history from another; a sum, so that later matches add to it.
# Everything stands in the index.
_BALANCE_PRIME = 8191
_USER_PRIME = 1_000_003
_FINGERPRINT = (
    f"SELECT count(*), CAST(coalesce(sum(balance * (user_id % {_BALANCE_PRIME})), 0) AS BIGINT),"  # noqa: S608
    f" CAST(coalesce(sum(user_id % {_USER_PRIME}), 0) AS BIGINT)"
    f" FROM result [by_index result_ranked] {_RATED} AND user_id IS NOT NULL"
)
_MATCHES = (
    "SELECT game_id, ended_at, preset, seat, user_id, robot, balance, first_deal, last_deal, part,"  # noqa: S608
    " mark, CASE WHEN last_deal IS NULL THEN"
    " (SELECT max(deal) FROM deal WHERE deal.game_id = result.game_id) END"
    " FROM result WHERE game_id IN (SELECT game_id FROM result [by_index result_guild]"
    f" {_RATED} AND seat = 0 AND part = 0 AND ended_at >= ?6 AND (ended_at > ?6 OR game_id > ?7)"
    " ORDER BY ended_at, game_id LIMIT ?8) ORDER BY ended_at, game_id, seat, part"
)
_OF_MATCH = (
    "SELECT family, with_robots, of_two, user_id, balance FROM result"  # noqa: S608
    " WHERE guild_id = ?1 AND game_id = ?2 AND friendly = 0 AND user_id IS NOT NULL"
    f" AND {_IS_SOUND_GAME} ORDER BY seat, part"
)
_TOGETHER = (
    "SELECT own.family, count(*), count(*) FILTER (WHERE own.balance > other.balance),"
    " count(*) FILTER (WHERE own.balance < other.balance), sum(own.balance), sum(other.balance)"
    " FROM result AS own JOIN result AS other USING (game_id) JOIN game USING (game_id)"
    " WHERE own.guild_id = ?1 AND own.user_id = ?2 AND other.user_id = ?3 AND own.friendly = 0"
    " AND game.seal IS NOT NULL GROUP BY own.family ORDER BY count(*) DESC, own.family"
)
_SCOPES = (
    "SELECT DISTINCT family, with_robots, of_two FROM result [by_index result_ranked]"
    " WHERE guild_id = ? AND friendly = 0 AND user_id IS NOT NULL"
    " ORDER BY family, with_robots, of_two"
)
MATCHES_A_READ: Final = 200  # matches: 3 ms of the event loop

Fingerprint = tuple[int, int, int]


class RatedScope(NamedTuple):
    """Which matches of a server count together; season "" means all."""

    family: str
    with_robots: bool = False
    of_two: bool = False
    season: str = ""


class MatchPosition(NamedTuple):
    """A place in the order of matches: after this one."""

    ended_at: int = -1
    game_id: int = -1


class Encounters(NamedTuple):
    """The matches of two members in one family: those in which one had more, or the other."""

    family: str
    matches: int
    ahead: int
    behind: int
    balance: int
    other_balance: int


class RatedMatches(AggregateQueries):
    """Reads of results; StorageTrouble from all."""

    async def fingerprint(self, guild_id: int, scope: RatedScope) -> Fingerprint:
        """Return sums that change when a result is added, changed or erased."""
        ((count, balances, users),) = await self._aggregate(_FINGERPRINT, guild_id, *scope)
        return int(count), int(balances), int(users)

    async def matches_after(
        self, guild_id: int, scope: RatedScope, since: MatchPosition, limit: int = MATCHES_A_READ
    ) -> tuple[RatedMatch, ...]:
        """Return the next matches after a place, in the order in which they ended."""
        rows = await self._aggregate(_MATCHES, guild_id, *scope, *since, limit)
        games = groupby(rows, key=lambda row: int(row[0]))
        return tuple(_match_from_rows(list(seats)) for _, seats in games)

    async def scopes(self, guild_id: int) -> tuple[RatedScope, ...]:
        """Return the families and kinds of match that were played on a server."""
        rows = await self._aggregate(_SCOPES, guild_id)
        return tuple(RatedScope(str(row[0]), bool(row[1]), bool(row[2])) for row in rows)

    async def scope_of(
        self, guild_id: int, game_id: int
    ) -> tuple[RatedScope, dict[int, int]] | None:
        """Return the scope of a finished match that counts, and the balances of its members."""
        rows = await self._aggregate(_OF_MATCH, guild_id, game_id)
        if not rows:
            return None
        balances: dict[int, int] = {}
        for *_, user, balance in rows:
            balances[user] = balances.get(user, 0) + balance
        family, with_robots, of_two = rows[0][:3]
        return RatedScope(str(family), bool(with_robots), bool(of_two)), balances

    async def encounters(
        self, guild_id: int, user_id: int, other_id: int
    ) -> tuple[Encounters, ...]:
        """Return the matches of two members by family, the family with most of them first."""
        rows = await self._aggregate(_TOGETHER, guild_id, user_id, other_id, of_user=user_id)
        return tuple(Encounters(str(row[0]), *map(int, row[1:])) for row in rows)


def fingerprint_of(matches: Iterable[RatedMatch]) -> Fingerprint:
    """Return what these matches add to the fingerprint of their scope."""
    results = [
        (seat.user_id, seat.balance)
        for match in matches
        for seat in match.seats
        if seat.user_id is not None
    ]
    return (
        len(results),
        sum(balance * (user % _BALANCE_PRIME) for user, balance in results),
        sum(user % _USER_PRIME for user, _ in results),
    )


def _match_from_rows(rows: Sequence[database.Row]) -> RatedMatch:
    game_id, ended_at, preset = rows[0][:3]
    return RatedMatch(game_id, ended_at, preset, tuple(_seat_from_row(row[3:]) for row in rows))


def _seat_from_row(row: database.Row) -> RatedSeat:
    seat, user_id, robot, balance, first_deal, last_deal, part, mark, deals = row
    first = 1 if first_deal is None else first_deal
    last = (deals or 0) if last_deal is None else last_deal
    own = max(0, last - first + 1)
    return RatedSeat(seat, user_id, robot, balance, own, part == 0, mark == "left")


# Roles that the bot has given to members as titles.
#
# A record is written before Discord is asked to give the role and deleted after it is taken away,
# so after a kill a record speaks of every role that the bot has given.

_OF_GUILD: Final = "SELECT user_id, role_id FROM title WHERE guild_id = ?"
_FORFEITED: Final = (
    f"{_OF_GUILD} AND (user_id IN (SELECT user_id FROM person WHERE ranked = 0)"  # noqa: S608
    " OR NOT EXISTS (SELECT 1 FROM player WHERE player.user_id = title.user_id))"
)
_PUT: Final = (
    "INSERT INTO title (guild_id, user_id, role_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
)
_DELETE: Final = "DELETE FROM title WHERE guild_id = ? AND user_id = ? AND role_id = ?"
# A frozen match never resumes, so nobody plays it.
_PLAYING: Final = (
    "SELECT 1 FROM sitting JOIN game USING (game_id) WHERE ? IN (user_id, kept_for)"
    " AND until IS NULL AND game.seal IS NOT NULL AND status IN ('playing', 'paused') LIMIT 1"
)


class Title(NamedTuple):
    """A role that a member has as a title."""

    user_id: int
    role_id: int


class Titles(writer.Access):
    """The titles of all servers.  StorageTrouble from all."""

    async def of_guild(self, guild_id: int) -> frozenset[Title]:
        """Return the titles that the bot has given on a server."""
        return frozenset(Title(*row) for row in await self._rows(_OF_GUILD, guild_id))

    async def forfeited(self, guild_id: int) -> frozenset[Title]:
        """Return those of people who hide from leaderboards or were erased."""
        return frozenset(Title(*row) for row in await self._rows(_FORFEITED, guild_id))

    async def put(self, guild_id: int, title: Title) -> None:
        """Record a title; one that is recorded stays."""
        await self._write(lambda db: db.fetch(_PUT, (guild_id, *title)))

    async def delete(self, guild_id: int, title: Title) -> None:
        """Delete the record of a title."""
        await self._write(lambda db: db.fetch(_DELETE, (guild_id, *title)))

    async def is_playing(self, user_id: int) -> bool:
        """Return True while a match of the user runs, on any server."""
        return bool(await self._rows(_PLAYING, user_id))
