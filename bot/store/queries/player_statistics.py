"""Statistics of a player, and of the robots, over deals and games on a server."""

from typing import Final, NamedTuple

from bot.model.leaderboards import WIN_CONDITION
from bot.model.reviews import CallTotals, ContractTotals, PlayKey, PlayTotals, ReviewTotals
from bot.model.values import Record, replace
from bot.store.database import Row
from bot.store.integrity.guard import AggregateQueries
from bot.store.integrity.play_totals import IS_RANKED_GAME, PLAY_TOTALS_COLUMNS, PLAY_TOTALS_TABLE

_TOTALS: Final = ReviewTotals.__struct_fields__
_COUNTS: Final = {"deals": "count(*)", "played": "count(*) FILTER (WHERE decisions > 0)"}
_TOTALS_EXPRESSIONS: Final = ", ".join(_COUNTS.get(name, f"sum({name})") for name in _TOTALS)
# The queries join constants only; all that varies is a parameter.  They start from the rows about
# the person and the person's games: a server has many more.
_COUNTED = (
    "FROM review_seat [by_index review_seat_user] WHERE user_id = ?2 AND void = 0"  # noqa: S608
    " AND game_id IN (SELECT game_id FROM player [in_order] game USING (game_id)"
    f" WHERE player.user_id = ?2 AND guild_id = ?1 AND {IS_RANKED_GAME})"
)
_ADDED: Final = ", ".join(f"CAST(sum({name}) AS BIGINT)" for name in _TOTALS)
SELECT_ROBOT_TOTALS: Final = (
    f"SELECT family, robot, {_ADDED} FROM {PLAY_TOTALS_TABLE}"  # noqa: S608
    " WHERE guild_id = ? AND user_id = 0 AND deals > 0 GROUP BY family, robot"
    " ORDER BY family, robot"
)
SELECT_PLAY_TOTALS: Final = (
    f"SELECT {PLAY_TOTALS_COLUMNS} FROM {PLAY_TOTALS_TABLE} WHERE guild_id = ? AND deals > 0"  # noqa: S608
)
_CALLS = (
    "SELECT family, count(*), CAST(sum(called) AS BIGINT), CAST(sum(called * called) AS BIGINT)"
    f" {_COUNTED} AND called IS NOT NULL GROUP BY family"
)
_OVER_TIME = (
    f"SELECT family, {_TOTALS_EXPRESSIONS} FROM (SELECT"  # noqa: S608
    " review_seat.*, ntile(?3) OVER (PARTITION BY family ORDER BY (SELECT closed_at FROM deal"
    " WHERE deal.game_id = review_seat.game_id AND deal.deal = review_seat.deal), game_id, deal)"
    f" AS part {_COUNTED}) AS course GROUP BY family, part ORDER BY family, part"
)
# materialized: PostgreSQL would read the summaries of all deals of these matches
_CONTRACTS = (
    "WITH own AS MATERIALIZED (SELECT game_id, deal, family, fulfilled"  # noqa: S608
    f" {_COUNTED} AND declared = 1) SELECT family, name, sum(fulfilled), count(*)"
    " FROM (SELECT family, fulfilled, [contract] AS name FROM own"
    " [in_order] deal USING (game_id, deal)) AS named"
    " WHERE name IS NOT NULL GROUP BY family, name ORDER BY family, name"
)
_MATCHES = (
    "SELECT result.family, count(DISTINCT game_id),"  # noqa: S608
    f" count(*) FILTER (WHERE {WIN_CONDITION}),"
    " sum(balance), count(DISTINCT CASE WHEN mark = 'left' THEN game_id END) FROM result"
    " [by_index result_user] [in_order] game USING (game_id) WHERE result.guild_id = ?1"
    " AND user_id = ?2 AND result.friendly = 0 AND game.seal IS NOT NULL GROUP BY result.family"
)
_TAKEN_BACK = (
    "SELECT count(*) FROM player JOIN game USING (game_id) JOIN line [by_index line_takeback]"
    ' ON line.game_id = game.game_id AND line."by" = CAST(player.number AS TEXT)'
    " AND line.text LIKE 'takeback %'"
    " WHERE guild_id = ?1 AND player.user_id = ?2 AND friendly = 0 AND game.seal IS NOT NULL"
)


_KEY_LENGTH: Final = len(PlayKey.__struct_fields__)


def play_totals_from_row(row: Row) -> tuple[PlayKey, PlayTotals]:
    """Return the key and the totals of a row of ``PLAY_TOTALS_COLUMNS``."""
    key = PlayKey(*row[:_KEY_LENGTH])
    key = replace(key, of_two=bool(key.of_two), with_robots=bool(key.with_robots))
    return key, PlayTotals(*row[_KEY_LENGTH:])


class RobotTotals(NamedTuple):
    """The totals of one robot level in one family."""

    family: str
    robot: str
    totals: ReviewTotals


class MatchTotals(Record):
    """The finished games of one family; ``left`` of them the player did not finish."""

    family: str
    games: int
    wins: int
    balance: int
    left: int = 0


class PlayerStatistics(AggregateQueries):
    """Reads of reviews and results; StorageTrouble from all."""

    async def calls(self, guild_id: int, user_id: int) -> dict[str, CallTotals]:
        """Return by family what a player's calls gave away on a server; only ranked tables."""
        rows = await self._aggregate(_CALLS, guild_id, user_id, of_user=user_id)
        return {row[0]: CallTotals(*map(int, row[1:])) for row in rows}

    async def of_robots(self, guild_id: int) -> tuple[RobotTotals, ...]:
        """Return the totals of every robot level on a server, by family."""
        rows = await self._rows(SELECT_ROBOT_TOTALS, guild_id)
        return tuple(RobotTotals(row[0], row[1], ReviewTotals(*row[2:])) for row in rows)

    async def play_totals(self, guild_id: int) -> dict[PlayKey, PlayTotals]:
        """Return the totals of every member and robot level on a server."""
        rows = await self._rows(SELECT_PLAY_TOTALS, guild_id)
        return dict(map(play_totals_from_row, rows))

    async def taken_back(self, guild_id: int, user_id: int) -> int:
        """Return how often a player took an action back on a server, at ranked tables."""
        ((count,),) = await self._aggregate(_TAKEN_BACK, guild_id, user_id, of_user=user_id)
        return int(count)

    async def totals_over_time(
        self, guild_id: int, user_id: int, parts: int
    ) -> dict[str, list[ReviewTotals]]:
        """Return a player's totals over time: per family, ``parts`` periods of equal length."""
        periods: dict[str, list[ReviewTotals]] = {}
        for family, *totals in await self._aggregate(
            _OVER_TIME, guild_id, user_id, parts, of_user=user_id
        ):
            periods.setdefault(family, []).append(ReviewTotals(*totals))
        return periods

    async def contracts(self, guild_id: int, user_id: int) -> dict[str, list[ContractTotals]]:
        """Return by family the contracts a player declared, named as in the summaries."""
        found: dict[str, list[ContractTotals]] = {}
        for family, *totals in await self._aggregate(
            _CONTRACTS, guild_id, user_id, of_user=user_id
        ):
            found.setdefault(family, []).append(ContractTotals(*totals))
        return found

    async def matches(self, guild_id: int, user_id: int) -> tuple[MatchTotals, ...]:
        """Return a player's finished games on a server by family, with and without robots."""
        return tuple(
            MatchTotals(*row) for row in await self._aggregate(_MATCHES, guild_id, user_id)
        )
