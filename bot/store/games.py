"""Writes on one game: changes of its table, and its channel and message in Discord.

Every change a player can see raises ``revision`` or the version; bookkeeping of the bot (place,
painted) does not, or each repaint would ask for another repaint.
"""

from bot.store.access import Access
from bot.store.opening import insert_game, newcomers, save_with_newcomers
from bot.store.rows import LogEntry, NewGame, StoredGame, TableSnapshot
from bot.store.saving import UPDATE_PAINTED, UPDATE_PLACE, BookkeepingUpdate, TableChange
from bot.terms import Status

_FREEZE_OR_END = (
    "UPDATE game SET status = ?2, ended_at = ?3, deadline = NULL, wake = NULL,"
    " revision = revision + 1"
    " WHERE game_id = ?1 AND ended_at IS NULL AND status <> ?2 RETURNING game_id"
)
_LAST_MOVE = (  # time of the last line: a deadline set after the outage began lost less
    "coalesce((SELECT at FROM line WHERE line.game_id = game.game_id"
    " ORDER BY line.version DESC LIMIT 1), 0)"
)
_SHIFT_DEADLINES = (
    f"UPDATE game SET deadline = deadline + ?2 - [greatest](?1, {_LAST_MOVE}) + ?3,"  # noqa: S608
    f" wake = wake + ?2 - [greatest](?1, {_LAST_MOVE}) + ?3, revision = revision + 1"
    f" WHERE status IN ('playing', 'paused') AND deadline IS NOT NULL AND {_LAST_MOVE} < ?2"
    " AND (guild_id >> 22) % ?5 = ?4 RETURNING game_id"
)


class Games(Access):
    """Writes on one game; WriteRefused and StorageTrouble may come from all of them."""

    async def open_game(self, new: NewGame) -> StoredGame:
        """Create a lobby with all its seats, in one transaction, and return it as stored.

        FOLLOWED, TOO_MANY_HERE, TOO_MANY_OF_USER (the host) when it may not be opened.
        """
        return await self._write(lambda db: insert_game(db, new))

    async def save(
        self, before: TableSnapshot, after: TableSnapshot, entry: LogEntry | None = None
    ) -> None:
        """Save the difference and the log entry in one transaction; returns once committed.

        StaleVersion, GAME_ENDED, CHANGED unless ``before`` is the stored state; TOO_MANY_OF_USER
        for a player who sits down at too many tables.
        """
        save = TableChange(before, after, entry)
        if before.sittings != after.sittings and newcomers(before, after):
            await self._write(lambda db: save_with_newcomers(db, save))
        else:
            await self._writer.save(save)

    async def set_place(
        self, game_id: int, place_id: int | None, message_id: int | None, shows: str = ""
    ) -> None:
        """Save the thread or channel of the game, its newest public message, and its subject."""
        await self._writer.save(
            BookkeepingUpdate(game_id, UPDATE_PLACE, (place_id, message_id, shows))
        )

    async def set_painted(self, game_id: int, version: int, revision: int) -> None:
        """Save which state the public message shows; -1, -1 requests a repaint."""
        await self._writer.save(BookkeepingUpdate(game_id, UPDATE_PAINTED, (version, revision)))

    async def freeze_or_end(
        self, game_id: int, status: Status, ended_at: int | None = None
    ) -> bool:
        """Freeze or end a game without reading it; True if that changed anything."""
        values = (game_id, status, ended_at)
        return bool(await self._write(lambda db: db.fetch(_FREEZE_OR_END, values)))

    async def shift_deadlines(
        self, since: int, now: int, grace: int, shard: int = 0, shards: int = 1
    ) -> tuple[int, ...]:
        """Shift the deadlines of a shard's running games by the downtime and return those games.

        Between the two times no player could act; a deadline set in between lost only the rest.
        """
        values = (since, now, grace, shard, shards)
        moved = await self._write(lambda db: db.fetch(_SHIFT_DEADLINES, values))
        return tuple(int(row[0]) for row in moved)
