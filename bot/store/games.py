"""Writes on one game: opening, seating within the limits of a server, and changes of its table."""

from bot.model import enums, settings
from bot.store import database, saving, writer
from bot.store.errors import WriteFault, WriteRefused
from bot.store.queries.leagues import add_league_table
from bot.store.queries.preferences import load_guild
from bot.store.queries.sent_notifications import hand_event_to_table
from bot.store.queries.stored_games import load_stored_game
from bot.store.queries.weekly_schedule import advance_weekly_table
from bot.store.records import LogEntry, NewGame, SeatHolder, StoredGame, TableSnapshot

# Opening tables and sitting down, within the limits of a server.
#
# The limits are checked in the transaction that writes, so that concurrent requests cannot exceed
# them. They count the open tables of this server only.

COUNT_OPEN_TABLES = (
    "SELECT count(*) FROM game WHERE guild_id = ? AND seal IS NOT NULL"
    " AND status IN ('lobby', 'playing', 'paused', 'frozen')"
)
COUNT_TABLES_OF_USER = (
    "SELECT count(*) FROM sitting JOIN game USING (game_id)"
    " WHERE user_id = ? AND until IS NULL AND guild_id = ? AND game.seal IS NOT NULL"
    " AND status IN ('lobby', 'playing', 'paused', 'frozen')"
)
_CREATE = (
    "INSERT INTO game (guild_id, channel_id, place_id, host_id, rules, clock, clock_chosen,"
    " friendly, created_at, deadline, wake, starts_at, event)"
    " VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
    " RETURNING game_id"
)
# A lobby that closes gives its place up, and nobody has seen a card there.
_HOLDS_PLACE = "(started_at IS NOT NULL OR status = 'lobby')"
_EVENT_PLACES = (
    "SELECT tables, (SELECT count(*) FROM game"  # noqa: S608
    f" WHERE event = ?2 AND {_HOLDS_PLACE}) FROM daily_event WHERE code = ?1"
)
_SITS_ELSEWHERE = (
    "SELECT 1 FROM sitting JOIN game USING (game_id) WHERE ?1 IN (user_id, kept_for)"  # noqa: S608
    f" AND event = ?2 AND game_id <> ?3 AND {_HOLDS_PLACE} LIMIT 1"
)
_HAS_REMATCH = "SELECT 1 FROM setting WHERE key = ?"
_MARK_REMATCH = "INSERT INTO setting (key, value) VALUES (?, ?)"


async def insert_game(db: database.Database, new: NewGame) -> StoredGame:
    """Insert the game with all its seats. WriteRefused, and then nothing was written."""
    key = None if new.follows is None else f"rematch:{new.follows}"
    if key is not None and await db.fetch(_HAS_REMATCH, (key,)):
        raise WriteRefused(WriteFault.FOLLOWED)
    sittings = list(new.sittings) if new.league else await _seats_within_limits(db, new)
    if new.turn is not None and not await advance_weekly_table(db, new.turn):  # the first write
        raise WriteRefused(WriteFault.OPENED)
    ids = (new.guild_id, new.channel_id, new.host_id)
    agreed = (new.rules, new.clock, new.clock_chosen, new.friendly)
    wake = new.deadline if new.wake is None else new.wake
    times = (new.at, new.deadline, wake, new.starts_at)
    ((game_id,),) = await db.fetch(_CREATE, (*ids, *agreed, *times, new.event))
    if new.league is not None and not await add_league_table(db, new.league, game_id):
        raise WriteRefused(WriteFault.OPENED)
    if new.turn is not None:
        await hand_event_to_table(db, new.guild_id, new.turn.weekly_id, game_id)
    numbers = saving.assign_numbers((sitting.user_id for sitting in sittings), {})
    people = [(game_id, *person) for person in numbers.items()]
    seats = [saving.sitting_values(game_id, one, numbers) for one in sittings]
    await db.execute_all(
        [
            (saving.INSERT_PLAYER, people),
            (saving.INSERT_SITTING, seats),
            (saving.UPSERT_SHUFFLE, [(game_id, 1, new.seed.hex(), "")]),
        ]
    )
    if key is not None:
        await db.fetch(_MARK_REMATCH, (key, str(game_id)))
    stored = await load_stored_game(db, game_id)
    assert stored is not None
    return stored


async def _seats_within_limits(db: database.Database, new: NewGame) -> list[SeatHolder]:
    """Return the people who may sit down at the new table; the host must be one of them."""
    if new.event:
        await _refuse_table_of_event(db, new)
    guild = await load_guild(db, new.guild_id)
    ((tables,),) = await db.fetch(COUNT_OPEN_TABLES, (new.guild_id,))
    if tables >= guild.max_tables:
        raise WriteRefused(WriteFault.TOO_MANY_HERE, guild.max_tables)
    admitted = []
    for sitting in new.sittings:
        if sitting.user_id is None or await _may_sit(db, guild, sitting.user_id):
            admitted.append(sitting)
        elif sitting.user_id == new.host_id:
            raise WriteRefused(WriteFault.TOO_MANY_OF_USER, guild.max_user_tables)
    return admitted


async def _refuse_table_of_event(db: database.Database, new: NewGame) -> None:
    """WriteRefused for a table beyond those of its event, or a host who has seen its cards."""
    code = new.event.partition(".")[0]
    rows = await db.fetch(_EVENT_PLACES, (code, new.event))
    if not rows or rows[0][1] >= rows[0][0]:
        raise WriteRefused(WriteFault.EVENT_FULL)
    await _refuse_second_table(db, new.event, 0, new.host_id)


async def _refuse_second_table(
    db: database.Database, event: str, game_id: int, user_id: int
) -> None:
    """WriteRefused for somebody who sits, or sat, at another table with the same cards."""
    if await db.fetch(_SITS_ELSEWHERE, (user_id, event, game_id)):
        raise WriteRefused(WriteFault.SECOND_TABLE)


async def _may_sit(db: database.Database, guild: settings.GuildSettings, user_id: int) -> bool:
    ((tables,),) = await db.fetch(COUNT_TABLES_OF_USER, (user_id, guild.guild_id))
    return int(tables) < guild.max_user_tables


def newcomers(before: TableSnapshot, after: TableSnapshot) -> set[int]:
    """Return the people who sit down with this change; nobody does at a table that has ended."""
    return set() if after.row.status in enums.ENDED_STATUSES else _people(after) - _people(before)


def _people(room: TableSnapshot) -> set[int]:
    return {sitting.user_id for sitting in room.sittings if sitting.user_id is not None}


async def save_with_newcomers(db: database.Database, save: saving.TableChange) -> None:
    """Write a change by which somebody sits down.

    StaleVersion, WriteRefused as ``plan_changes``; TOO_MANY_OF_USER for a player who sits at too
    many tables of this server, SECOND_TABLE for one of another table with the same cards.
    """
    stored = saving.read_versions(await db.fetch(*saving.stored_versions_query([save])))
    (step,), _ = saving.plan_changes([save], stored)
    if not isinstance(step, saving.ChangeStatements):
        raise step
    row = save.after.row
    guild = await load_guild(db, row.guild_id)
    for user_id in newcomers(save.before, save.after):
        if not await _may_sit(db, guild, user_id):
            raise WriteRefused(WriteFault.TOO_MANY_OF_USER, guild.max_user_tables)
        if row.event:
            await _refuse_second_table(db, row.event, row.game_id, user_id)
    await db.execute_all(saving.group_statements([step]))


# Writes on one game: changes of its table, and its channel and message in Discord.
#
# Every change a player can see raises ``revision`` or the version; bookkeeping of the bot (place,
# painted) does not, or each repaint would ask for another repaint.

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
_MOVE_DEADLINES = (
    "UPDATE game SET deadline = deadline + ?1, wake = wake + ?1, revision = revision + 1"
    " WHERE status IN ('playing', 'paused') AND deadline IS NOT NULL"
    " AND (guild_id >> 22) % ?3 = ?2 RETURNING game_id"
)


class Games(writer.Access):
    """Writes on one game; WriteRefused and StorageTrouble may come from all of them."""

    async def open_game(self, new: NewGame) -> StoredGame:
        """Create a lobby with all its seats, in one transaction, and return it as stored.

        FOLLOWED, TOO_MANY_HERE, TOO_MANY_OF_USER (the host), EVENT_FULL, SECOND_TABLE (the host)
        when it may not be opened.
        """
        return await self._write(lambda db: insert_game(db, new))

    async def save(
        self, before: TableSnapshot, after: TableSnapshot, entry: LogEntry | None = None
    ) -> None:
        """Save the difference and the log entry in one transaction; returns once committed.

        StaleVersion, GAME_ENDED, CHANGED unless ``before`` is the stored state; TOO_MANY_OF_USER
        for a player who sits down at too many tables, SECOND_TABLE for one who has seen the cards
        at another.
        """
        save = saving.TableChange(after.row.game_id, before, after, entry)
        if before.sittings != after.sittings and newcomers(before, after):
            await self._write(lambda db: save_with_newcomers(db, save))
        else:
            await self._writer.save(save)

    async def set_place(
        self, game_id: int, place_id: int | None, message_id: int | None, shows: str = ""
    ) -> None:
        """Save the thread or channel of the game, its newest public message, and its subject."""
        await self._writer.save(
            saving.BookkeepingUpdate(game_id, saving.UPDATE_PLACE, (place_id, message_id, shows))
        )

    async def set_painted(self, game_id: int, version: int, revision: int) -> None:
        """Save which state the public message shows; -1, -1 requests a repaint."""
        await self._writer.save(
            saving.BookkeepingUpdate(game_id, saving.UPDATE_PAINTED, (version, revision))
        )

    def note_painted(self, game_id: int, version: int, revision: int) -> None:
        """Save it with the next change of any game; a kill before that costs one more repaint."""
        self._writer.note(
            saving.BookkeepingUpdate(game_id, saving.UPDATE_PAINTED, (version, revision))
        )

    async def freeze_or_end(
        self, game_id: int, status: enums.Status, ended_at: int | None = None
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

    async def move_deadlines(self, step: int, shard: int = 0, shards: int = 1) -> tuple[int, ...]:
        """Move the deadlines of a shard's running games by some seconds, and return those games."""
        values = (step, shard, shards)
        moved = await self._write(lambda db: db.fetch(_MOVE_DEADLINES, values))
        return tuple(int(row[0]) for row in moved)
