"""What the deals and games of a player, and of the robots, add up to on a server."""

from dataclasses import dataclass
from typing import Final

from bot.store.past import Past
from bot.store.sums import COLUMNS, COUNTS, SUMS, TABLE

# The questions join constants only; all that varies is a parameter.  They begin with what there is
# of the person, and go from there to his games: a server has many more.
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
    """The sums over all reviewed deals of one family; ``played`` are those with a decision."""

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
    """The sums over some deals that followed each other."""

    family: str
    deals: int
    par: int
    given: int
    received: int
    agreed: int


@dataclass(frozen=True, slots=True)
class Declared:
    """How often one contract was declared, and how often it was made."""

    family: str
    contract: str
    fulfilled: int
    declared: int


@dataclass(frozen=True, slots=True)
class Matches:
    """The finished games of one family; ``left`` of them he did not play to their end."""

    family: str
    games: int
    wins: int
    balance: int
    left: int = 0


class Tallies(Past):
    """Reads of reviews and results; StorageTrouble from all."""

    async def of_player(self, guild_id: int, user_id: int) -> tuple[Tally, ...]:
        """A player's sums on a server by family, the most played first; only tables that count."""
        rows = await self._past(_PLAYER, guild_id, user_id, of_user=user_id)
        return tuple(Tally(*row) for row in rows)

    async def of_robots(self, guild_id: int) -> tuple[tuple[str, Tally], ...]:
        """The sums of every level of robot on a server, by family."""
        rows = await self._rows(ROBOTS, guild_id)
        return tuple((str(row[1]), Tally(row[0], *row[2:])) for row in rows)

    async def taken_back(self, guild_id: int, user_id: int) -> int:
        """How often a player has taken an act back on a server, at tables that count."""
        ((count,),) = await self._past(_TAKEN_BACK, guild_id, user_id, of_user=user_id)
        return int(count)

    async def course(self, guild_id: int, user_id: int, parts: int) -> tuple[Stretch, ...]:
        """The same sums in order of time: of each family as many stretches of equal length."""
        rows = await self._past(_COURSE, guild_id, user_id, parts, of_user=user_id)
        return tuple(Stretch(*row) for row in rows)

    async def contracts(self, guild_id: int, user_id: int) -> tuple[Declared, ...]:
        """What a player declared in these deals, by the name a deal's summary has for it."""
        rows = await self._past(_CONTRACTS, guild_id, user_id, of_user=user_id)
        return tuple(Declared(*row) for row in rows)

    async def matches(self, guild_id: int, user_id: int) -> tuple[Matches, ...]:
        """A player's finished games on a server by family, with and without robots."""
        return tuple(Matches(*row) for row in await self._past(_MATCHES, guild_id, user_id))
