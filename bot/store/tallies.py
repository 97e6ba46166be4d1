"""Statistics of a player, and of the robots, over deals and games on a server."""

from dataclasses import dataclass
from typing import Final

from bot.store.past import Past
from bot.store.sums import COLUMNS, COUNTS, SUMS, TABLE

# The queries join constants only; all that varies is a parameter.  They start from the rows about
# the person and join their games: a server has many more games than one person.
_COUNTED = (
    "FROM review_seat [by_index review_seat_user] [in_order] game USING (game_id)"
    f" WHERE user_id = ?2 AND guild_id = ?1 AND {COUNTS}"
)
_PLAYER = f"SELECT family, {SUMS} {_COUNTED} GROUP BY family ORDER BY count(*) DESC"
ROBOTS: Final = (
    f"SELECT {COLUMNS} FROM {TABLE} WHERE guild_id = ? AND deals > 0"  # noqa: S608
    " ORDER BY family, robot"
)
_COURSE = (
    "SELECT family, count(*), sum(par), sum(given), sum(received), sum(agreed) FROM (SELECT"  # noqa: S608
    " review_seat.*, ntile(?3) OVER (PARTITION BY family ORDER BY (SELECT closed_at FROM deal"
    " WHERE deal.game_id = review_seat.game_id AND deal.deal = review_seat.deal), game_id, deal)"
    f" AS part {_COUNTED}) AS course GROUP BY family, part ORDER BY family, part"
)
_CONTRACTS = (
    "SELECT family, name, sum(fulfilled), count(*) FROM (SELECT family, fulfilled,"  # noqa: S608
    " [contract] AS name FROM deal JOIN (SELECT game_id, deal, family, fulfilled"
    f" {_COUNTED} AND declared = 1) AS own USING (game_id, deal)) AS named"
    " WHERE name IS NOT NULL GROUP BY family, name ORDER BY family, name"
)
_MATCHES = (
    "SELECT result.family, count(DISTINCT game_id),"
    " count(*) FILTER (WHERE place = 1 AND mark IS NULL),"
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


@dataclass(frozen=True, slots=True)
class Tally:
    """Totals over all reviewed deals of one family; ``played`` are those with a decision."""

    family: str
    deals: int
    declared: int
    fulfilled: int
    played: int
    decisions: int
    tricks_given: int
    par: int
    given: int
    received: int
    agreed: int
    earned: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """Totals over some consecutive deals."""

    family: str
    deals: int
    par: int
    given: int
    received: int
    agreed: int


@dataclass(frozen=True, slots=True)
class Declared:
    """The number of times one contract was declared, and made."""

    family: str
    contract: str
    fulfilled: int
    declared: int


@dataclass(frozen=True, slots=True)
class Matches:
    """The finished games of one family; ``left`` of them the player did not finish."""

    family: str
    games: int
    wins: int
    balance: int
    left: int = 0


class Tallies(Past):
    """Reads of reviews and results; StorageTrouble from all."""

    async def of_player(self, guild_id: int, user_id: int) -> tuple[Tally, ...]:
        """Return a player's totals on a server by family, most played first; only ranked tables."""
        rows = await self._past(_PLAYER, guild_id, user_id, of_user=user_id)
        return tuple(Tally(*row) for row in rows)

    async def of_robots(self, guild_id: int) -> tuple[tuple[str, Tally], ...]:
        """Return the totals of every robot level on a server, by family."""
        rows = await self._rows(ROBOTS, guild_id)
        return tuple((str(row[1]), Tally(row[0], *row[2:])) for row in rows)

    async def taken_back(self, guild_id: int, user_id: int) -> int:
        """Return how often a player took an action back on a server, at ranked tables."""
        ((count,),) = await self._past(_TAKEN_BACK, guild_id, user_id, of_user=user_id)
        return int(count)

    async def course(self, guild_id: int, user_id: int, parts: int) -> tuple[Stretch, ...]:
        """Return a player's totals over time: per family, ``parts`` periods of equal length."""
        rows = await self._past(_COURSE, guild_id, user_id, parts, of_user=user_id)
        return tuple(Stretch(*row) for row in rows)

    async def contracts(self, guild_id: int, user_id: int) -> tuple[Declared, ...]:
        """Return the contracts a player declared in these deals, named as in the summaries."""
        rows = await self._past(_CONTRACTS, guild_id, user_id, of_user=user_id)
        return tuple(Declared(*row) for row in rows)

    async def matches(self, guild_id: int, user_id: int) -> tuple[Matches, ...]:
        """Return a player's finished games on a server by family, with and without robots."""
        return tuple(Matches(*row) for row in await self._past(_MATCHES, guild_id, user_id))
