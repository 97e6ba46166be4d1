"""Writes on a game: its log, its status, where it stands in Discord, its clock, its votes.

Whatever a player can see raises ``revision`` and returns the new one; what only the bot itself
remembers (place, painted, reminded) does not, or painting would ask for another painting.
"""

import aiosqlite

from bot.store.access import Access, Value, fetch
from bot.store.appending import Append
from bot.store.errors import Refusal, WriteRefused
from bot.store.rows import Closing, Final, Line
from bot.terms import ENDED, Status

_CREATE = (
    "INSERT INTO game (guild_id, channel_id, place_id, host_id, rules, clock, created_at, friendly)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING game_id"
)
_STATUS = (
    "UPDATE game SET status = ?2, started_at = CASE ?2 WHEN 'playing' THEN"
    " coalesce(started_at, ?3) ELSE started_at END,"
    " ended_at = CASE WHEN ?2 IN ('over', 'void') THEN ?3 END,"
    " deadline = CASE WHEN ?2 IN ('lobby', 'playing') THEN deadline END,"
    " wake = CASE WHEN ?2 IN ('lobby', 'playing') THEN wake END WHERE game_id = ?1"
)
_DEADLINE = "UPDATE game SET deadline = ?2, wake = ?3 WHERE game_id = ?1"
_CLOCK = "UPDATE game SET clock = ?2 WHERE game_id = ?1"
_HOST = "UPDATE game SET host_id = ?2 WHERE game_id = ?1"
_RULES = "UPDATE game SET rules = ?2 WHERE game_id = ?1"
_FRIENDLY = "UPDATE game SET friendly = ?2 WHERE game_id = ?1"
_PLACE = (
    "UPDATE game SET place_id = ?2, message_id = ?3, shows = ?4"
    " WHERE game_id = ?1 RETURNING game_id"
)
_PAINTED = (
    "UPDATE game SET painted = ?2, painted_revision = ?3 WHERE game_id = ?1 RETURNING game_id"
)
_REMINDED = (
    "UPDATE game SET wake = CASE version WHEN ?2 THEN deadline ELSE wake END"
    " WHERE game_id = ?1 RETURNING game_id"
)
_TOUCH = (
    "UPDATE game SET revision = revision + 1"
    " WHERE game_id = ? AND status NOT IN ('over', 'void') RETURNING revision"
)
_VOTE = "INSERT INTO vote (game_id, user_id, kind, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
_UNVOTE = "DELETE FROM vote WHERE game_id = ?1 AND (?2 IS NULL OR kind = ?2)"
_SHIFT = (
    "UPDATE game SET deadline = deadline + ?1, wake = wake + ?1, revision = revision + 1"
    " WHERE status = 'playing' AND deadline IS NOT NULL RETURNING game_id"
)


class Games(Access):
    """Writes on one game; WriteRefused and StorageTrouble may come from all of them."""

    async def append(
        self,
        game_id: int,
        line: Line,
        *,
        deadline: int | None,
        wake: int | None = None,
        closing: Closing | None = None,
        final: Final | None = None,
    ) -> None:
        """Keep the next line and all it closes, in one transaction; returns once committed.

        ``wake`` is when the clock looks first (to remind), the deadline if not given.
        StaleVersion unless ``line.version`` is the game's number of lines.
        """
        await self._writer.append(Append(game_id, line, deadline, wake or deadline, closing, final))

    async def create_game(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        rules: str,
        clock: str,
        at: int,
        place_id: int | None = None,
        friendly: bool = False,
    ) -> int:
        """A new lobby without seats; its game_id."""
        values = (guild_id, channel_id, place_id, host_id, rules, clock, at, int(friendly))

        async def create(db: aiosqlite.Connection) -> int:
            ((game_id,),) = await fetch(db, _CREATE, *values)
            return int(game_id)

        return await self._write(create)

    async def set_status(self, game_id: int, status: Status, at: int) -> int:
        """Start, pause, freeze or end a game; only a lobby or a playing game keeps a deadline."""
        return await self._write(lambda db: _change(db, game_id, _STATUS, status, at))

    async def set_deadline(
        self, game_id: int, deadline: int | None, wake: int | None = None
    ) -> int:
        """When the seat to act is late, and when to look first; None stops the clock."""
        first = wake or deadline
        return await self._write(lambda db: _change(db, game_id, _DEADLINE, deadline, first))

    async def set_clock(self, game_id: int, clock: str) -> int:
        """Another clock for this game."""
        return await self._write(lambda db: _change(db, game_id, _CLOCK, clock))

    async def set_host(self, game_id: int, user_id: int) -> int:
        """Another host."""
        return await self._write(lambda db: _change(db, game_id, _HOST, user_id))

    async def set_rules(self, game_id: int, rules: str) -> int:
        """Other rules; NOT_IN_LOBBY once the game has started."""
        return await self._write(lambda db: _change_lobby(db, game_id, _RULES, rules))

    async def set_friendly(self, game_id: int, friendly: bool) -> int:
        """Whether it counts in no ranking; NOT_IN_LOBBY once the game has started."""
        return await self._write(lambda db: _change_lobby(db, game_id, _FRIENDLY, int(friendly)))

    async def set_place(
        self, game_id: int, place_id: int | None, message_id: int | None, shows: str = ""
    ) -> None:
        """The thread or channel where it is played, the newest public message, and its subject."""
        await self._write(lambda db: _note(db, game_id, _PLACE, place_id, message_id, shows))

    async def set_painted(self, game_id: int, version: int, revision: int) -> None:
        """What the public message now shows; -1, -1 asks for a new painting."""
        await self._write(lambda db: _note(db, game_id, _PAINTED, version, revision))

    async def set_reminded(self, game_id: int, version: int) -> None:
        """The seat to act at ``version`` was reminded; nothing when it has acted meanwhile."""
        await self._write(lambda db: _note(db, game_id, _REMINDED, version))

    async def shift_deadlines(self, seconds: int) -> int:
        """Move the deadline of every playing game, as after a downtime; how many were moved."""
        return len(await self._write(lambda db: fetch(db, _SHIFT, seconds)))

    async def add_vote(self, game_id: int, user_id: int, kind: str, at: int) -> int:
        """Keep a vote; voting twice is voting once."""
        return await self._write(lambda db: _change(db, game_id, _VOTE, user_id, kind, at))

    async def clear_votes(self, game_id: int, kind: str | None = None) -> int:
        """Forget the votes of one kind, or all."""
        return await self._write(lambda db: _change(db, game_id, _UNVOTE, kind))


async def open_game(db: aiosqlite.Connection, game_id: int) -> tuple[Status, int]:
    """Status and version of a game that has not ended; WriteRefused otherwise."""
    rows = await fetch(db, "SELECT status, version FROM game WHERE game_id = ?", game_id)
    if not rows:
        raise WriteRefused(Refusal.NO_SUCH_GAME)
    status, version = rows[0]
    if status in ENDED:
        raise WriteRefused(Refusal.GAME_ENDED)
    return Status(status), int(version)


async def touch(db: aiosqlite.Connection, game_id: int) -> int:
    """Something visible of a game that has not ended is changing. Its new revision."""
    rows = await fetch(db, _TOUCH, game_id)
    if not rows:
        await open_game(db, game_id)  # raises: it says why
    return int(rows[0][0])


async def _change(db: aiosqlite.Connection, game_id: int, sql: str, *values: Value) -> int:
    """A visible change, refused before it is made. The new revision."""
    revision = await touch(db, game_id)
    await fetch(db, sql, game_id, *values)
    return revision


async def _change_lobby(db: aiosqlite.Connection, game_id: int, sql: str, value: Value) -> int:
    """A change that is only possible before the first card. The new revision."""
    if (await open_game(db, game_id))[0] is not Status.LOBBY:
        raise WriteRefused(Refusal.NOT_IN_LOBBY)
    return await _change(db, game_id, sql, value)


async def _note(db: aiosqlite.Connection, game_id: int, sql: str, *values: Value) -> None:
    """Something only the bot remembers, of an ended game too."""
    if not await fetch(db, sql, game_id, *values):
        raise WriteRefused(Refusal.NO_SUCH_GAME)
