"""Writes on one game: changes of its table, and its channel and message in Discord.

Every change a player can see raises ``revision`` or the version; bookkeeping of the bot (place,
painted) does not, or each repaint would ask for another repaint.
"""

from bot.store.access import Access
from bot.store.opening import newcomers, open_game, seat
from bot.store.rows import Entry, Opening, Room, StoredGame
from bot.store.saving import PAINTED, PLACE, Note, Save
from bot.terms import Status

_SET_ASIDE = (
    "UPDATE game SET status = ?2, ended_at = ?3, deadline = NULL, wake = NULL,"
    " revision = revision + 1"
    " WHERE game_id = ?1 AND ended_at IS NULL AND status <> ?2 RETURNING game_id"
)
_LAST = (  # time of the last line: a deadline set after the outage began lost less
    "coalesce((SELECT at FROM line WHERE line.game_id = game.game_id"
    " ORDER BY line.version DESC LIMIT 1), 0)"
)
_GIVE_BACK = (
    f"UPDATE game SET deadline = deadline + ?2 - [greatest](?1, {_LAST}) + ?3,"  # noqa: S608
    f" wake = wake + ?2 - [greatest](?1, {_LAST}) + ?3, revision = revision + 1"
    f" WHERE status IN ('playing', 'paused') AND deadline IS NOT NULL AND {_LAST} < ?2"
    " AND (guild_id >> 22) % ?5 = ?4 RETURNING game_id"
)


class Games(Access):
    """Writes on one game; WriteRefused and StorageTrouble may come from all of them."""

    async def open_game(self, new: Opening) -> StoredGame:
        """Create a lobby with all its seats, in one transaction, and return it as stored.

        FOLLOWED, TOO_MANY_HERE, TOO_MANY_OF_USER (the host) when it may not be opened.
        """
        return await self._write(lambda db: open_game(db, new))

    async def save(self, before: Room, after: Room, entry: Entry | None = None) -> None:
        """Save the difference and the log entry in one transaction; returns once committed.

        StaleVersion, GAME_ENDED, CHANGED unless ``before`` is the stored state; TOO_MANY_OF_USER
        for a player who sits down at too many tables.
        """
        save = Save(before, after, entry)
        if before.sittings != after.sittings and newcomers(before, after):
            await self._write(lambda db: seat(db, save))
        else:
            await self._writer.save(save)

    async def set_place(
        self, game_id: int, place_id: int | None, message_id: int | None, shows: str = ""
    ) -> None:
        """Save the thread or channel of the game, its newest public message, and its subject."""
        await self._writer.save(Note(game_id, PLACE, (place_id, message_id, shows)))

    async def set_painted(self, game_id: int, version: int, revision: int) -> None:
        """Save which state the public message shows; -1, -1 requests a repaint."""
        await self._writer.save(Note(game_id, PAINTED, (version, revision)))

    async def set_aside(self, game_id: int, status: Status, ended_at: int | None = None) -> bool:
        """Freeze or end a game without reading it; True if that changed anything."""
        values = (game_id, status, ended_at)
        return bool(await self._write(lambda db: db.fetch(_SET_ASIDE, values)))

    async def give_back(
        self, since: int, now: int, grace: int, shard: int = 0, shards: int = 1
    ) -> tuple[int, ...]:
        """Shift the deadlines of a shard's running games by the downtime and return those games.

        Between the two times no player could act; a deadline set in between lost only the rest.
        """
        values = (since, now, grace, shard, shards)
        moved = await self._write(lambda db: db.fetch(_GIVE_BACK, values))
        return tuple(int(row[0]) for row in moved)
