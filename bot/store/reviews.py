"""What closed deals were worth: the log of one deal, its review, and the sums of a player."""

import sqlite3
from dataclasses import dataclass, replace
from typing import Final

import aiosqlite

from bot.store.access import fetch
from bot.store.past import Past
from bot.store.people import BY
from bot.store.rows import Line, Sitting

HIDDEN: Final = "hidden"

_CLOSED = "SELECT last_version, summary FROM deal WHERE game_id = ? AND deal = ?"
_BEFORE = (
    "SELECT last_version, carry FROM deal WHERE game_id = ? AND deal < ? ORDER BY deal DESC LIMIT 1"
)
_LINES = (
    f"SELECT version, deal, seat, text, {BY}, at FROM line"  # noqa: S608
    " WHERE game_id = ? AND version > ? AND version <= ? ORDER BY version"
)
_HOLDERS = (
    "SELECT seat, user_id, robot, since, until, misses, away FROM sitting"
    " WHERE game_id = ?1 AND since <= ?2 AND (until IS NULL OR until > ?2) ORDER BY seat"
)
_NEWEST = "SELECT max(deal) FROM deal WHERE game_id = ?"
_MISSING = (
    "SELECT deal FROM deal WHERE game_id = ?1 AND closed_at >= ?2 AND NOT EXISTS"
    " (SELECT 1 FROM review WHERE review.game_id = ?1 AND review.deal = deal.deal) ORDER BY deal"
)
UNREVIEWED: Final = (
    "SELECT DISTINCT game_id FROM deal INDEXED BY deal_closed JOIN game USING (game_id)"
    " WHERE closed_at >= ?1 AND game.seal IS NOT NULL AND NOT EXISTS"
    " (SELECT 1 FROM review WHERE review.game_id = deal.game_id AND review.deal = deal.deal)"
    " ORDER BY game_id"
)
_KEEP = "INSERT INTO review (game_id, deal, kind) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_FIELDS = (
    "seat, user_id, robot, family, declared, fulfilled, worth, made, decisions, tricks_given,"
    " par, given, received, agreed, earned"
)
# The questions below join constants only; all that varies is a parameter.
# the holder is whom the game knows by then; who was forgotten meanwhile stays a number
_KEEP_SEAT = (
    f"INSERT INTO review_seat (game_id, deal, {_FIELDS}, player)"  # noqa: S608
    " SELECT ?1, ?2, ?3, person.user_id, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,"
    " ?17, CASE WHEN ?5 IS NULL THEN coalesce(person.number, (SELECT player FROM sitting"
    " JOIN deal USING (game_id) WHERE game_id = ?1 AND deal = ?2 AND seat = ?3"
    " AND since <= last_version AND (until IS NULL OR until > last_version))) END"
    " FROM (SELECT 1) LEFT JOIN player AS person ON person.game_id = ?1 AND person.user_id = ?4"
    " WHERE true ON CONFLICT DO NOTHING"
)
_KIND = "SELECT kind FROM review WHERE game_id = ? AND deal = ?"
_SEATS = f"SELECT {_FIELDS} FROM review_seat WHERE game_id = ? AND deal = ? ORDER BY seat"  # noqa: S608
_SUMS = (
    "count(*), sum(declared), sum(fulfilled), sum(decisions > 0), sum(decisions),"
    " sum(tricks_given), sum(par), sum(given), sum(received), sum(agreed), sum(earned)"
)
_COUNTED = (
    "FROM review_seat JOIN review USING (game_id, deal) JOIN game USING (game_id)"
    " WHERE guild_id = ?1 AND friendly = 0 AND status <> 'void' AND game.seal IS NOT NULL"
)
_PLAYER = (
    f"SELECT family, {_SUMS} {_COUNTED} AND user_id = ?2 GROUP BY family ORDER BY count(*) DESC"
)
_ROBOTS = (
    f"SELECT family, robot, {_SUMS} {_COUNTED} AND robot IS NOT NULL"
    " GROUP BY family, robot ORDER BY family, robot"
)
_COURSE = (
    "SELECT family, count(*), sum(par), sum(given), sum(received), sum(agreed) FROM (SELECT"  # noqa: S608
    " review_seat.*, ntile(?3) OVER (PARTITION BY family ORDER BY (SELECT closed_at FROM deal"
    " WHERE deal.game_id = review.game_id AND deal.deal = review.deal), game_id, deal) AS part"
    f" {_COUNTED} AND user_id = ?2) GROUP BY family, part ORDER BY family, part"
)
_CONTRACTS = (
    "SELECT family, json_extract(iif(json_valid(summary), summary, '{}'), '$.contract[0]') AS name,"  # noqa: S608
    " sum(fulfilled), count(*) FROM deal JOIN (SELECT game_id, deal, family, fulfilled"
    f" {_COUNTED} AND user_id = ?2 AND declared) USING (game_id, deal)"
    " WHERE name IS NOT NULL GROUP BY family, name ORDER BY family, name"
)
_MATCHES = (
    "SELECT result.family, count(DISTINCT game_id), sum(place = 1 AND mark IS NULL),"
    " sum(balance), count(DISTINCT CASE WHEN mark = 'left' THEN game_id END) FROM result"
    " JOIN game USING (game_id) WHERE result.guild_id = ?1 AND user_id = ?2 AND friendly = 0"
    " AND game.seal IS NOT NULL GROUP BY result.family"
)
_TAKEN_BACK = (
    "SELECT count(*) FROM player JOIN game USING (game_id) JOIN line ON line.game_id = game.game_id"
    " AND line.\"by\" = CAST(player.number AS TEXT) AND line.text LIKE 'takeback %'"
    " WHERE guild_id = ?1 AND player.user_id = ?2 AND friendly = 0 AND game.seal IS NOT NULL"
)


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A closed deal as it was logged, and as it was scored.

    ``carry`` is that of the deal before, None for the first one; ``sittings`` are those of the
    deal's last line, whose version is ``last_version``.
    """

    deal: int
    carry: str | None
    lines: tuple[Line, ...]
    sittings: tuple[Sitting, ...]
    last_version: int
    summary: str


@dataclass(frozen=True, slots=True)
class SeatReview:
    """How one seat came through a deal; points are units of the settlement (0002_reviews.sql)."""

    seat: int
    user_id: int | None
    robot: str | None
    family: str
    declared: bool
    fulfilled: bool
    worth: int
    made: int
    decisions: int
    tricks_given: int
    par: int
    given: int
    received: int
    agreed: int
    earned: int


@dataclass(frozen=True, slots=True)
class DealReview:
    """What a deal was worth; no seats where its cards were never known to all."""

    kind: str
    seats: tuple[SeatReview, ...]


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


class Reviews(Past):
    """Reads and writes of reviews; StorageTrouble from all."""

    async def recorded(self, game_id: int, deal: int) -> RecordedDeal | None:
        """The log of a closed deal; None when there is no such deal."""
        async with self._reading() as db:
            await self._sound(db, game_id)
            return await _recorded(db, game_id, deal)

    async def newest_deal(self, game_id: int) -> int | None:
        """The number of the last closed deal."""
        ((deal,),) = await self._rows(_NEWEST, game_id)
        return None if deal is None else int(deal)

    async def unreviewed(self, game_id: int, since: int) -> tuple[int, ...]:
        """The deals of a game without a review, closed at ``since`` or later, in order."""
        return tuple(int(row[0]) for row in await self._rows(_MISSING, game_id, since))

    async def games_unreviewed(self, since: int) -> tuple[int, ...]:
        """The games with such deals."""
        return tuple(int(row[0]) for row in await self._rows(UNREVIEWED, since))

    async def add_review(self, game_id: int, deal: int, review: DealReview) -> None:
        """Keep a review; the first one stays."""

        async def write(db: aiosqlite.Connection) -> None:
            await fetch(db, _KEEP, game_id, deal, review.kind)
            for seat in review.seats:
                await fetch(db, _KEEP_SEAT, game_id, deal, *_values(seat))

        await self._write(write)

    async def review(self, game_id: int, deal: int) -> DealReview | None:
        """What was kept of a deal; None as long as nothing was."""
        async with self._reading() as db:
            await self._sound(db, game_id)
            kinds = await fetch(db, _KIND, game_id, deal)
            if not kinds:
                return None
            seats = await fetch(db, _SEATS, game_id, deal)
        return DealReview(str(kinds[0][0]), tuple(map(_seat, seats)))

    async def tallies(self, guild_id: int, user_id: int) -> tuple[Tally, ...]:
        """A player's sums on a server by family, the most played first; only tables that count."""
        rows = await self._past(_PLAYER, guild_id, user_id, of_user=user_id)
        return tuple(Tally(*row) for row in rows)

    async def robot_tallies(self, guild_id: int) -> tuple[tuple[str, Tally], ...]:
        """The sums of every level of robot on a server, by family."""
        rows = await self._past(_ROBOTS, guild_id)
        return tuple((str(row[1]), Tally(row[0], *row[2:])) for row in rows)

    async def taken_back(self, guild_id: int, user_id: int) -> int:
        """How often a player has taken an act back on a server, at tables that count."""
        ((count,),) = await self._past(_TAKEN_BACK, guild_id, user_id, of_user=user_id)
        return int(count)

    async def course(self, guild_id: int, user_id: int, parts: int) -> tuple[Stretch, ...]:
        """The same sums in order of time: of each family as many stretches of equal length."""
        rows = await self._rows(_COURSE, guild_id, user_id, parts)
        return tuple(Stretch(*row) for row in rows)

    async def contracts(self, guild_id: int, user_id: int) -> tuple[Declared, ...]:
        """What a player declared in these deals, by the name a deal's summary has for it."""
        return tuple(Declared(*row) for row in await self._rows(_CONTRACTS, guild_id, user_id))

    async def matches(self, guild_id: int, user_id: int) -> tuple[Matches, ...]:
        """A player's finished games on a server by family, with and without robots."""
        return tuple(Matches(*row) for row in await self._past(_MATCHES, guild_id, user_id))


async def _recorded(db: aiosqlite.Connection, game_id: int, deal: int) -> RecordedDeal | None:
    closed = await fetch(db, _CLOSED, game_id, deal)
    if not closed:
        return None
    last = int(closed[0][0])
    before = await fetch(db, _BEFORE, game_id, deal)
    first, carry = (int(before[0][0]), str(before[0][1])) if before else (-1, None)
    lines = await fetch(db, _LINES, game_id, first, last)
    sittings = await fetch(db, _HOLDERS, game_id, last)
    return RecordedDeal(
        deal=deal,
        carry=carry,
        lines=tuple(Line(*row) for row in lines),
        sittings=tuple(Sitting(*row) for row in sittings),
        last_version=last,
        summary=str(closed[0][1]),
    )


def _values(seat: SeatReview) -> tuple[int | str | None, ...]:
    return (
        *(seat.seat, seat.user_id, seat.robot, seat.family, seat.declared, seat.fulfilled),
        *(seat.worth, seat.made, seat.decisions, seat.tricks_given),
        *(seat.par, seat.given, seat.received, seat.agreed, seat.earned),
    )


def _seat(row: sqlite3.Row) -> SeatReview:
    seat = SeatReview(*row)
    return replace(seat, declared=bool(seat.declared), fulfilled=bool(seat.fulfilled))
