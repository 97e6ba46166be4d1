"""Leagues of servers: each a log of lines that are only added, and the people behind its numbers.

A caller adds a line at the version it has read.  If another line took that version first, nothing
is written, and the caller reads again: no line is lost or doubled.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from bot.model.enums import ALL_SHARDS, ShardRange
from bot.model.values import Record
from bot.store import writer
from bot.store.database import Database, Row, restrict_to_owned
from bot.store.errors import WriteFault, WriteRefused
from bot.store.records import DueTimer, LeagueTable

MOST_OPEN_LEAGUES: Final = 10  # per server

_COLUMNS: Final = (
    "league_id, guild_id, channel_id, name, plan, created_at, wake, posted FROM league"
)
_GET: Final = f"SELECT {_COLUMNS} WHERE league_id = ?"
_OF_GUILD: Final = f"SELECT {_COLUMNS} WHERE guild_id = ? ORDER BY league_id DESC"
_COUNT_OPEN: Final = "SELECT count(*) FROM league WHERE guild_id = ? AND wake IS NOT NULL"
_HAS_NAME: Final = "SELECT 1 FROM league WHERE guild_id = ? AND name = ? AND wake IS NOT NULL"
_CREATE: Final = (
    "INSERT INTO league (guild_id, channel_id, name, plan, created_at, wake)"
    " VALUES (?, ?, ?, ?, ?, ?) RETURNING league_id"
)
_MEMBERS: Final = (
    "SELECT number, user_id FROM league_member WHERE league_id = ? AND user_id IS NOT NULL"
)
_LINES: Final = (
    "SELECT version, at, author_id, text FROM league_line WHERE league_id = ? ORDER BY version"
)
_LENGTH: Final = "SELECT count(*) FROM league_line WHERE league_id = ?"
_NUMBER: Final = "SELECT number FROM league_member WHERE league_id = ? AND user_id = ?"
_NEXT_NUMBER: Final = "SELECT coalesce(max(number), 0) + 1 FROM league_member WHERE league_id = ?"
_ADD_MEMBER: Final = "INSERT INTO league_member (league_id, number, user_id) VALUES (?, ?, ?)"
_ADD_LINE: Final = (
    "INSERT INTO league_line (league_id, version, at, author_id, text) VALUES (?, ?, ?, ?, ?)"
)
_ADD_GAME: Final = "INSERT INTO league_game (game_id, league_id) VALUES (?, ?)"
_LEAGUE_OF_GAME: Final = "SELECT league_id FROM league_game WHERE game_id = ?"
_SET_WAKE: Final = "UPDATE league SET wake = ?2 WHERE league_id = ?1"
_REST: Final = (
    "UPDATE league SET wake = ?2 WHERE league_id = ?1 AND coalesce(wake, 0) = ?3 AND"
    " (SELECT count(*) FROM league_line WHERE league_line.league_id = league.league_id) = ?4"
    " RETURNING league_id"
)
_RULED: Final = (
    "SELECT DISTINCT game_id FROM league_game JOIN ruling USING (game_id)"
    " WHERE league_id = ? AND ruling.version IS NOT NULL"
)
_SET_POSTED: Final = "UPDATE league SET posted = ?2 WHERE league_id = ?1"
_DUE: Final = (
    "SELECT league_id, guild_id, wake FROM league WHERE [owned] AND wake <= ?"
    " ORDER BY wake, league_id"
)
_NEXT_WAKE: Final = "SELECT min(wake) FROM league WHERE [owned] AND wake > ?"


class LeagueRow(NamedTuple):
    """One league without its log: ``plan`` is its settings as text.

    ``wake`` is when something is due next (unix seconds), None once it is over; ``posted`` is the
    number of lines whose news were posted.
    """

    league_id: int
    guild_id: int
    channel_id: int
    name: str
    plan: str
    created_at: int
    wake: int | None
    posted: int = 0


class StoredLine(NamedTuple):
    """A line of a league: ``author_id`` is the person behind it, 0 for the bot."""

    version: int
    at: int
    author_id: int
    text: str


class StoredLeague(Record):
    """A league with its log, and the users behind its numbers; erased ones are missing."""

    row: LeagueRow
    users: dict[int, int]
    lines: tuple[StoredLine, ...]


class Leagues(writer.Access):
    """The leagues of all servers. StorageTrouble from all."""

    async def create(self, new: LeagueRow) -> int:
        """Create a league and return its id.

        WriteRefused TOO_MANY_LEAGUES; NAME_TAKEN by one of the server that is not over.
        """
        own = (new.guild_id, new.channel_id, new.name, new.plan, new.created_at, new.wake)

        async def write(db: Database) -> int:
            ((there,),) = await db.fetch(_COUNT_OPEN, (new.guild_id,))
            if there >= MOST_OPEN_LEAGUES:
                raise WriteRefused(WriteFault.TOO_MANY_LEAGUES, MOST_OPEN_LEAGUES)
            if await db.fetch(_HAS_NAME, (new.guild_id, new.name)):
                raise WriteRefused(WriteFault.NAME_TAKEN)
            ((league_id,),) = await db.fetch(_CREATE, own)
            return int(league_id)

        return await self._write(write)

    async def get(self, league_id: int) -> StoredLeague | None:
        """Return a league with its log; None for an unknown id."""
        async with self._snapshot() as db:
            rows = await db.fetch(_GET, (league_id,))
            if not rows:
                return None
            members = await db.fetch(_MEMBERS, (league_id,))
            lines = await db.fetch(_LINES, (league_id,))
        users = {int(number): int(user) for number, user in members}
        return StoredLeague(_league_from_row(rows[0]), users, tuple(StoredLine(*r) for r in lines))

    async def of_guild(self, guild_id: int) -> tuple[LeagueRow, ...]:
        """Return the leagues of a server, the newest first."""
        return tuple(map(_league_from_row, await self._rows(_OF_GUILD, guild_id)))

    async def ruled_games(self, league_id: int) -> frozenset[int]:
        """Return the games of a league in which a manager has decided about a deal."""
        return frozenset(int(game) for (game,) in await self._rows(_RULED, league_id))

    async def league_of_game(self, game_id: int) -> int | None:
        """Return the league that has opened a game; None for any other game."""
        rows = await self._rows(_LEAGUE_OF_GAME, game_id)
        return int(rows[0][0]) if rows else None

    async def append(self, league_id: int, lines: Sequence[StoredLine]) -> bool:
        """Add lines; False, with nothing written, if another line has one of their versions."""

        async def write(db: Database) -> bool:
            ((length,),) = await db.fetch(_LENGTH, (league_id,))
            if not lines or lines[0].version != length:
                return False
            await db.execute_all([(_ADD_LINE, [(league_id, *line) for line in lines])])
            return True

        return await self._write(write)

    async def enter(
        self,
        league_id: int,
        version: int,
        user_id: int,
        at: int,
        line_of: Callable[[int], str],
        author_id: int | None = None,
    ) -> bool:
        """Add the line ``line_of`` a person's number, which is new unless they had one.

        The author is that person unless another is named.  False, with nothing written, as
        ``append``.
        """

        async def write(db: Database) -> bool:
            ((length,),) = await db.fetch(_LENGTH, (league_id,))
            if version != length:
                return False
            rows = await db.fetch(_NUMBER, (league_id, user_id))
            ((number,),) = rows or await db.fetch(_NEXT_NUMBER, (league_id,))
            if not rows:
                await db.fetch(_ADD_MEMBER, (league_id, number, user_id))
            author = user_id if author_id is None else author_id
            line = (league_id, version, at, author, line_of(int(number)))
            await db.fetch(_ADD_LINE, line)
            return True

        return await self._write(write)

    async def set_wake(self, league_id: int, wake: int | None) -> None:
        """Set when something is due next; None once the league is over."""
        await self._write(lambda db: db.fetch(_SET_WAKE, (league_id, wake)))

    async def rest(self, row: LeagueRow, length: int, until: int | None) -> bool:
        """Set when something is due next, unless the league has changed since it was read.

        ``length`` is the number of lines it had.  False, with nothing written, where it has.
        """
        known = (row.league_id, until, row.wake or 0, length)
        return bool(await self._write(lambda db: db.fetch(_REST, known)))

    async def set_posted(self, league_id: int, posted: int) -> None:
        """Record up to which line the news were posted."""
        await self._write(lambda db: db.fetch(_SET_POSTED, (league_id, posted)))

    async def due(self, now: int, owned: ShardRange = ALL_SHARDS) -> tuple[DueTimer, ...]:
        """Return the leagues for which something is due, the most overdue first."""
        rows = await self._rows(restrict_to_owned(_DUE, owned), now)
        return tuple(DueTimer(*row) for row in rows)

    async def next_wake(self, after: int = -1, owned: ShardRange = ALL_SHARDS) -> int | None:
        """Return when something is due next after that moment; None for never."""
        ((wake,),) = await self._rows(restrict_to_owned(_NEXT_WAKE, owned), after)
        return None if wake is None else int(wake)


async def add_league_table(db: Database, new: LeagueTable, game_id: int) -> bool:
    """Add the line of a new game in its transaction; False if its version is taken."""
    ((length,),) = await db.fetch(_LENGTH, (new.league_id,))
    if new.version != length:
        return False
    line = (new.league_id, new.version, new.at, 0, f"{new.text} {game_id}")
    await db.fetch(_ADD_LINE, line)
    await db.fetch(_ADD_GAME, (game_id, new.league_id))
    return True


def _league_from_row(row: Row) -> LeagueRow:
    return LeagueRow(*row)
