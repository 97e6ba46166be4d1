"""Opening tables and sitting down, within the limits of a server.

The limits are checked in the transaction that writes, so that concurrent requests cannot exceed
them. They count the open tables of this server only.
"""

from bot.store.database import Database
from bot.store.difference import SHUFFLE, SIT, sitting_values
from bot.store.errors import WriteFault, WriteRefused
from bot.store.loading import load_game
from bot.store.people import PLAYER, numbers_for
from bot.store.rows import Opening, Room, Sitting, StoredGame
from bot.store.saving import Save, Step, question_of, steps_of, work_of
from bot.store.weekly import take_turn
from bot.store.wishes import Guild, guild_of

HERE = (
    "SELECT count(*) FROM game WHERE guild_id = ? AND seal IS NOT NULL"
    " AND status IN ('lobby', 'playing', 'paused', 'frozen')"
)
OF_USER = (
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
_FOLLOWED = "SELECT 1 FROM setting WHERE key = ?"
_FOLLOW = "INSERT INTO setting (key, value) VALUES (?, ?)"


async def open_game(db: Database, new: Opening) -> StoredGame:
    """Insert the game with all its seats. WriteRefused, and then nothing was written."""
    key = None if new.follows is None else f"rematch:{new.follows}"
    if key is not None and await db.fetch(_FOLLOWED, (key,)):
        raise WriteRefused(WriteFault.FOLLOWED)
    sittings = await _admitted(db, new)
    if new.turn is not None and not await take_turn(db, new.turn):  # the first write
        raise WriteRefused(WriteFault.OPENED)
    agreed = (new.rules, new.clock, new.clock_chosen, new.friendly)
    ids = (new.guild_id, new.channel_id, new.host_id)
    wake = new.deadline if new.wake is None else new.wake
    times = (new.at, new.deadline, wake, new.starts_at)
    ((game_id,),) = await db.fetch(_CREATE, (*ids, *agreed, *times))
    numbers = numbers_for((sitting.user_id for sitting in sittings), {})
    people = [(game_id, *person) for person in numbers.items()]
    seats = [sitting_values(game_id, one, numbers) for one in sittings]
    shuffle = (game_id, 1, new.seed.hex(), "")
    await db.write([(PLAYER, people), (SIT, seats), (SHUFFLE, [shuffle])])
    if key is not None:
        await db.fetch(_FOLLOW, (key, str(game_id)))
    stored = await load_game(db, game_id)
    assert stored is not None
    return stored


async def _admitted(db: Database, new: Opening) -> list[Sitting]:
    """Return the people who may sit down at the new table; the host must be one of them."""
    guild = await guild_of(db, new.guild_id)
    ((tables,),) = await db.fetch(HERE, (new.guild_id,))
    if tables >= guild.max_tables:
        raise WriteRefused(WriteFault.TOO_MANY_HERE, guild.max_tables)
    admitted = []
    for sitting in new.sittings:
        if sitting.user_id is None or await _may_sit(db, guild, sitting.user_id):
            admitted.append(sitting)
        elif sitting.user_id == new.host_id:
            raise WriteRefused(WriteFault.TOO_MANY_OF_USER, guild.max_user_tables)
    return admitted


async def _may_sit(db: Database, guild: Guild, user_id: int) -> bool:
    ((tables,),) = await db.fetch(OF_USER, (user_id, guild.guild_id))
    return int(tables) < guild.max_user_tables


def newcomers(before: Room, after: Room) -> set[int]:
    """Return the people who sit down with this change."""
    return _people(after) - _people(before)


def _people(room: Room) -> set[int]:
    return {sitting.user_id for sitting in room.sittings if sitting.user_id is not None}


async def seat(db: Database, save: Save) -> None:
    """Write a change by which somebody sits down.

    StaleVersion, WriteRefused as ``steps_of``; TOO_MANY_OF_USER for a player who sits at too many
    tables of this server.
    """
    (step,) = steps_of([save], await db.fetch(*question_of([save])))
    if not isinstance(step, Step):
        raise step
    guild = await guild_of(db, save.after.row.guild_id)
    for user_id in newcomers(save.before, save.after):
        if not await _may_sit(db, guild, user_id):
            raise WriteRefused(WriteFault.TOO_MANY_OF_USER, guild.max_user_tables)
    await db.write(work_of([step]))
