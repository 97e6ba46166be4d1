"""Events in the lists of servers, each of a scheduled or a weekly table.

A record is written before Discord is asked for the event and deleted after it is gone, so a kill
leaves nothing in a server's list that no record speaks of.  It holds nothing about a person.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.model.enums import ALL_SHARDS, ShardRange
from bot.store import access
from bot.store.database import Database, restrict_to_owned

_PREFIX: Final = "event:"  # of a key: event:<server>:<kind>:<number>
_KEYS: Final = "key >= ?1 AND key < ?2"
_FIND: Final = f"SELECT key, value FROM setting WHERE {_KEYS} ORDER BY key"  # noqa: S608
_DROP: Final = f"DELETE FROM setting WHERE {_KEYS}"  # noqa: S608
_PUT: Final = (
    "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2"
)
_DELETE: Final = "DELETE FROM setting WHERE key = ?"
_RENAME: Final = "UPDATE setting SET key = ?2 WHERE key = ?1"
_SERVERS_WITH_HOURS: Final = (
    "SELECT DISTINCT guild_id FROM (SELECT guild_id FROM weekly UNION SELECT guild_id FROM game"
    " WHERE status = 'lobby' AND starts_at IS NOT NULL) AS hours WHERE [owned]"
)


class EventKind(StrEnum):
    """The subject of an event; its number is that of the game or of the weekly table."""

    TABLE = "table"
    WEEKLY = "weekly"


EventSubject = tuple[EventKind, int]


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event: its id, 0 while Discord's answer is not known; its hour; a digest of its content.

    ``has_begun`` is True once the event was started.
    """

    event_id: int
    starts_at: int
    has_begun: bool
    digest: str


class ServerEventRecords(access.Access):
    """The recorded events of all servers. StorageTrouble from all."""

    async def of_guild(self, guild_id: int) -> dict[EventSubject, EventRecord]:
        """Return the events of a server by their subject."""
        rows = await self._rows(_FIND, *_range(f"{_PREFIX}{guild_id}"))
        return {_subject_of(str(key)): _record_of(str(value)) for key, value in rows}

    async def servers(self, owned: ShardRange = ALL_SHARDS) -> frozenset[int]:
        """Return the servers that have events or should have some."""
        keys = await self._rows(_FIND, _PREFIX, f"{_PREFIX[:-1]};")
        recorded = {int(str(key).split(":")[1]) for key, _ in keys}
        rows = await self._rows(restrict_to_owned(_SERVERS_WITH_HOURS, owned))
        return frozenset(filter(owned.covers, recorded)) | {int(row[0]) for row in rows}

    async def put(self, guild_id: int, subject: EventSubject, record: EventRecord) -> None:
        """Write the record of a subject over the one before."""
        value = f"{record.event_id} {record.starts_at} {int(record.has_begun)} {record.digest}"
        await self._write(lambda db: db.fetch(_PUT, (_key(guild_id, subject), value)))

    async def delete(self, guild_id: int, subject: EventSubject) -> None:
        await self._write(lambda db: db.fetch(_DELETE, (_key(guild_id, subject),)))


async def hand_event_to_table(db: Database, guild_id: int, weekly_id: int, game_id: int) -> None:
    """Make the event of a weekly table the event of the table that it opens, in a transaction."""
    before = _key(guild_id, (EventKind.WEEKLY, weekly_id))
    await db.fetch(_RENAME, (before, _key(guild_id, (EventKind.TABLE, game_id))))


async def delete_events_of(db: Database, guild_id: int) -> None:
    """Delete the records of a server, in a transaction."""
    await db.fetch(_DROP, _range(f"{_PREFIX}{guild_id}"))


def _key(guild_id: int, subject: EventSubject) -> str:
    return f"{_PREFIX}{guild_id}:{subject[0]}:{subject[1]}"


def _range(prefix: str) -> tuple[str, str]:
    """Return the bounds of all keys below a prefix; the semicolon follows the colon."""
    return f"{prefix}:", f"{prefix};"


def _subject_of(key: str) -> EventSubject:
    kind, number = key.split(":")[2:]
    return EventKind(kind), int(number)


def _record_of(value: str) -> EventRecord:
    event_id, starts_at, has_begun, digest = value.split(" ")
    return EventRecord(int(event_id), int(starts_at), has_begun == "1", digest)
