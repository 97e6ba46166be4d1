"""Who sits where: a seat is handed over at the game's version, so the log says whose act was whose.

A sitting that saw no line (everybody who leaves a lobby) is simply deleted.
"""

import aiosqlite

from bot.store.access import Access, fetch
from bot.store.errors import Refusal, WriteRefused
from bot.store.games import open_game, touch

_SIT = "INSERT INTO sitting (game_id, seat, user_id, robot, since) VALUES (?, ?, ?, ?, ?)"
_OCCUPANT = "SELECT user_id FROM sitting WHERE game_id = ? AND seat = ? AND until IS NULL"
_FORGET = "DELETE FROM sitting WHERE game_id = ? AND seat = ? AND until IS NULL AND since = ?"
_END = "UPDATE sitting SET until = ?3 WHERE game_id = ?1 AND seat = ?2 AND until IS NULL"
_MISSES = (
    "UPDATE sitting SET misses = ?3 WHERE game_id = ?1 AND seat = ?2 AND until IS NULL"
    " RETURNING seat"
)
_AWAY = (
    "UPDATE sitting SET away = ?3 WHERE game_id = ?1 AND seat = ?2 AND until IS NULL RETURNING seat"
)
_SEATED = "SELECT 1 FROM sitting WHERE user_id = ? AND game_id = ? AND until IS NULL"


class Seats(Access):
    """Writes on the seats of a game that has not ended; visible ones return the new revision."""

    async def seat_user(self, game_id: int, seat: int, user_id: int) -> int:
        """A human takes an empty seat or a robot's; SEAT_TAKEN by a human, ALREADY_SEATED here."""

        async def write(db: aiosqlite.Connection) -> int:
            _, version = await open_game(db, game_id)
            if await fetch(db, _SEATED, user_id, game_id):
                raise WriteRefused(Refusal.ALREADY_SEATED)
            occupant = await fetch(db, _OCCUPANT, game_id, seat)
            if occupant and occupant[0][0] is not None:
                raise WriteRefused(Refusal.SEAT_TAKEN)
            await _rise(db, game_id, seat, version)
            await fetch(db, _SIT, game_id, seat, user_id, None, version)
            return await touch(db, game_id)

        return await self._write(write)

    async def seat_robot(self, game_id: int, seat: int, robot: str) -> int:
        """A robot takes the seat, whoever has it."""

        async def write(db: aiosqlite.Connection) -> int:
            _, version = await open_game(db, game_id)
            await _rise(db, game_id, seat, version)
            await fetch(db, _SIT, game_id, seat, None, robot, version)
            return await touch(db, game_id)

        return await self._write(write)

    async def vacate(self, game_id: int, seat: int) -> int:
        """The seat becomes empty; SEAT_EMPTY when it is."""

        async def write(db: aiosqlite.Connection) -> int:
            _, version = await open_game(db, game_id)
            if not await fetch(db, _OCCUPANT, game_id, seat):
                raise WriteRefused(Refusal.SEAT_EMPTY)
            await _rise(db, game_id, seat, version)
            return await touch(db, game_id)

        return await self._write(write)

    async def set_misses(self, game_id: int, seat: int, misses: int) -> None:
        """How many clocks in a row ran out; only the bot remembers, so no new revision."""
        await self._write(lambda db: _mark(db, game_id, _MISSES, seat, misses))

    async def set_away(self, game_id: int, seat: int, away: bool) -> int:
        """Whether a robot plays for this human for the time being."""

        async def write(db: aiosqlite.Connection) -> int:
            await open_game(db, game_id)
            await _mark(db, game_id, _AWAY, seat, int(away))
            return await touch(db, game_id)

        return await self._write(write)


async def _rise(db: aiosqlite.Connection, game_id: int, seat: int, version: int) -> None:
    """End the current sitting, if any."""
    await fetch(db, _FORGET, game_id, seat, version)
    await fetch(db, _END, game_id, seat, version)


async def _mark(db: aiosqlite.Connection, game_id: int, sql: str, seat: int, value: int) -> None:
    if not await fetch(db, sql, game_id, seat, value):
        raise WriteRefused(Refusal.SEAT_EMPTY)
