"""The matches of a server that its ratings are made of, in the order in which they ended."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from bot.model.ratings import RatedMatch, RatedSeat
from bot.store.database import Row
from bot.store.integrity.guard import AggregateQueries

_COUNTED = (
    "FROM result WHERE guild_id = ?1 AND family = ?2 AND friendly = 0 AND with_robots = ?3"
    " AND of_two = ?4 AND game_id NOT IN (SELECT game_id FROM game WHERE seal IS NULL)"
)
# what distinguishes the results up to a match from those of another history
_FINGERPRINT = (
    "SELECT count(*), CAST(coalesce(sum(balance * (seat + 1)), 0) AS BIGINT),"
    " CAST(coalesce(sum(coalesce(user_id, 0) % 1000003), 0) AS BIGINT)"
    f" {_COUNTED} AND (ended_at < ?5 OR (ended_at = ?5 AND game_id <= ?6))"
)
_MATCHES = (
    "SELECT game_id, ended_at, preset, seat, user_id, robot, balance, first_deal, last_deal, part,"  # noqa: S608
    " (SELECT count(*) FROM deal WHERE deal.game_id = result.game_id AND deal.deal > 0)"
    f" {_COUNTED} AND (ended_at > ?5 OR (ended_at = ?5 AND game_id > ?6))"
    " ORDER BY ended_at, game_id, seat, part"
)


class RatedScope(NamedTuple):
    """Which matches of a server count together."""

    family: str
    with_robots: bool = False
    of_two: bool = False


class MatchPosition(NamedTuple):
    """A place in the order of matches: after this one."""

    ended_at: int = -1
    game_id: int = -1


class RatedMatches(AggregateQueries):
    """Reads of results; StorageTrouble from all."""

    async def fingerprint(
        self, guild_id: int, scope: RatedScope, until: MatchPosition
    ) -> tuple[int, int, int]:
        """Return numbers that change when a result up to ``until`` is added, changed or erased."""
        ((count, balances, users),) = await self._aggregate(_FINGERPRINT, guild_id, *scope, *until)
        return int(count), int(balances), int(users)

    async def matches_after(
        self, guild_id: int, scope: RatedScope, since: MatchPosition
    ) -> tuple[RatedMatch, ...]:
        """Return the matches after a place, in the order in which they ended."""
        rows = await self._aggregate(_MATCHES, guild_id, *scope, *since)
        games = groupby(rows, key=lambda row: int(row[0]))
        return tuple(_match_from_rows(list(seats)) for _, seats in games)


def _match_from_rows(rows: Sequence[Row]) -> RatedMatch:
    game_id, ended_at, preset = rows[0][:3]
    return RatedMatch(game_id, ended_at, preset, tuple(_seat_from_row(row[3:]) for row in rows))


def _seat_from_row(row: Row) -> RatedSeat:
    seat, user_id, robot, balance, first_deal, last_deal, part, deals = row
    first = 1 if first_deal is None else first_deal
    last = deals if last_deal is None else last_deal
    return RatedSeat(seat, user_id, robot, balance, max(0, last - first + 1), part == 0)
