"""Tables that open by themselves every week.

The process that opens a table advances its time in the same transaction, and only from the time it
has read: no table is opened twice, and a kill leaves it either opened or still due.
"""

from typing import NamedTuple

from bot.model.enums import ALL_SHARDS, Clock, ShardRange
from bot.store import errors, records, writer
from bot.store.database import Database, Row, restrict_to_owned

MOST_WEEKLY_TABLES = 10  # per server

_COLUMNS = (
    "weekly_id, guild_id, channel_id, weekday, minute, rules, clock, opens_at, missed FROM weekly"
)
_ADD = (
    "INSERT INTO weekly (guild_id, channel_id, weekday, minute, rules, clock, opens_at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_DUE = (
    "SELECT weekly_id, guild_id, opens_at FROM weekly WHERE [owned] AND opens_at <= ?"
    " ORDER BY opens_at, weekly_id"
)
_NEXT = "SELECT min(opens_at) FROM weekly WHERE [owned] AND opens_at > ?"
_COUNT = "SELECT count(*) FROM weekly WHERE guild_id = ?"
_ADVANCE = (
    "UPDATE weekly SET opens_at = ?3, missed = ?4 WHERE weekly_id = ?1 AND opens_at = ?2"
    " RETURNING weekly_id"
)


class WeeklyTable(NamedTuple):
    """A weekly table: weekday (0 is Monday) and minute in the server's time zone.

    ``opens_at`` is the next time, ``missed`` why the last one was not opened ("" if it was).
    """

    weekly_id: int
    guild_id: int
    channel_id: int
    weekday: int
    minute: int
    rules: str
    clock: Clock
    opens_at: int
    missed: str = ""


class WeeklySchedule(writer.Access):
    """The weekly tables of a server, and those that are due."""

    async def add(self, new: WeeklyTable) -> None:
        """Add one; its id is assigned. WriteRefused TOO_MANY_WEEKLY."""
        agreed = (new.weekday, new.minute, new.rules, new.clock, new.opens_at)

        async def write(db: Database) -> None:
            ((there,),) = await db.fetch(_COUNT, (new.guild_id,))
            if there >= MOST_WEEKLY_TABLES:
                raise errors.WriteRefused(errors.WriteFault.TOO_MANY_WEEKLY, MOST_WEEKLY_TABLES)
            await db.fetch(_ADD, (new.guild_id, new.channel_id, *agreed))

        await self._write(write)

    async def of_guild(self, guild_id: int) -> tuple[WeeklyTable, ...]:
        """Return the weekly tables of a server, in the order of the week."""
        sql = f"SELECT {_COLUMNS} WHERE guild_id = ? ORDER BY weekday, minute, weekly_id"
        return tuple(map(_weekly_from_row, await self._rows(sql, guild_id)))

    async def get(self, weekly_id: int) -> WeeklyTable | None:
        """Return the weekly table with that id; None if it was removed."""
        rows = await self._rows(f"SELECT {_COLUMNS} WHERE weekly_id = ?", weekly_id)
        return _weekly_from_row(rows[0]) if rows else None

    async def remove(self, guild_id: int, weekly_id: int) -> bool:
        """Delete it; True if it belonged to that server."""
        sql = "DELETE FROM weekly WHERE guild_id = ? AND weekly_id = ? RETURNING weekly_id"
        return bool(await self._write(lambda db: db.fetch(sql, (guild_id, weekly_id))))

    async def advance(self, turn: records.WeeklyTurn, missed: str = "") -> None:
        """Advance it to its next time without opening a table, unless another process did so."""
        await self._write(lambda db: advance_weekly_table(db, turn, missed))

    async def due(self, now: int, owned: ShardRange = ALL_SHARDS) -> tuple[records.DueTimer, ...]:
        """Return those whose time has come, the most overdue first."""
        return tuple(
            records.DueTimer(*row) for row in await self._rows(restrict_to_owned(_DUE, owned), now)
        )

    async def next_wake(self, after: int = -1, owned: ShardRange = ALL_SHARDS) -> int | None:
        """Return the next opening time after that moment; None if there is none."""
        ((wake,),) = await self._rows(restrict_to_owned(_NEXT, owned), after)
        return None if wake is None else int(wake)


async def advance_weekly_table(db: Database, turn: records.WeeklyTurn, missed: str = "") -> bool:
    """Advance it inside a transaction; True if its time was still the one that was read."""
    return bool(await db.fetch(_ADVANCE, (turn.weekly_id, turn.opens_at, turn.following, missed)))


def _weekly_from_row(row: Row) -> WeeklyTable:
    weekly = WeeklyTable(*row)
    return weekly._replace(clock=Clock(weekly.clock))
