"""Opening tables and sitting down, within the limits of a server.

The limits are checked in the transaction that writes, so that concurrent requests cannot exceed
them. They count the open tables of this server only.
"""

from bot.store.database import Database
from bot.store.difference import INSERT_SITTING, UPSERT_SHUFFLE, sitting_values
from bot.store.errors import WriteFault, WriteRefused
from bot.store.loading import load_stored_game
from bot.store.people import INSERT_PLAYER, assign_numbers
from bot.store.rows import NewGame, SeatHolder, StoredGame, TableSnapshot
from bot.store.saving import (
    ChangeStatements,
    TableChange,
    group_statements,
    plan_changes,
    stored_versions_query,
)
from bot.store.weekly import advance_weekly_table
from bot.store.wishes import GuildSettings, load_guild

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
    " friendly, created_at, deadline, wake, starts_at)"
    " VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"
    " RETURNING game_id"
)
_HAS_REMATCH = "SELECT 1 FROM setting WHERE key = ?"
_MARK_REMATCH = "INSERT INTO setting (key, value) VALUES (?, ?)"


async def insert_game(db: Database, new: NewGame) -> StoredGame:
    """Insert the game with all its seats. WriteRefused, and then nothing was written."""
    key = None if new.follows is None else f"rematch:{new.follows}"
    if key is not None and await db.fetch(_HAS_REMATCH, (key,)):
        raise WriteRefused(WriteFault.FOLLOWED)
    sittings = await _seats_within_limits(db, new)
    if new.turn is not None and not await advance_weekly_table(db, new.turn):  # the first write
        raise WriteRefused(WriteFault.OPENED)
    agreed = (new.rules, new.clock, new.clock_chosen, new.friendly)
    ids = (new.guild_id, new.channel_id, new.host_id)
    wake = new.deadline if new.wake is None else new.wake
    times = (new.at, new.deadline, wake, new.starts_at)
    ((game_id,),) = await db.fetch(_CREATE, (*ids, *agreed, *times))
    numbers = assign_numbers((sitting.user_id for sitting in sittings), {})
    people = [(game_id, *person) for person in numbers.items()]
    seats = [sitting_values(game_id, one, numbers) for one in sittings]
    shuffle = (game_id, 1, new.seed.hex(), "")
    await db.execute_all(
        [(INSERT_PLAYER, people), (INSERT_SITTING, seats), (UPSERT_SHUFFLE, [shuffle])]
    )
    if key is not None:
        await db.fetch(_MARK_REMATCH, (key, str(game_id)))
    stored = await load_stored_game(db, game_id)
    assert stored is not None
    return stored


async def _seats_within_limits(db: Database, new: NewGame) -> list[SeatHolder]:
    """Return the people who may sit down at the new table; the host must be one of them."""
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


async def _may_sit(db: Database, guild: GuildSettings, user_id: int) -> bool:
    ((tables,),) = await db.fetch(COUNT_TABLES_OF_USER, (user_id, guild.guild_id))
    return int(tables) < guild.max_user_tables


def newcomers(before: TableSnapshot, after: TableSnapshot) -> set[int]:
    """Return the people who sit down with this change."""
    return _people(after) - _people(before)


def _people(room: TableSnapshot) -> set[int]:
    return {sitting.user_id for sitting in room.sittings if sitting.user_id is not None}


async def save_with_newcomers(db: Database, save: TableChange) -> None:
    """Write a change by which somebody sits down.

    StaleVersion, WriteRefused as ``plan_changes``; TOO_MANY_OF_USER for a player who sits at too
    many tables of this server.
    """
    (step,) = plan_changes([save], await db.fetch(*stored_versions_query([save])))
    if not isinstance(step, ChangeStatements):
        raise step
    guild = await load_guild(db, save.after.row.guild_id)
    for user_id in newcomers(save.before, save.after):
        if not await _may_sit(db, guild, user_id):
            raise WriteRefused(WriteFault.TOO_MANY_OF_USER, guild.max_user_tables)
    await db.execute_all(group_statements([step]))
