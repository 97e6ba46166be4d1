"""Things of Discord that happen once: notifications, interactions, events in a server's list."""

from enum import StrEnum
from typing import Final

from bot.model.enums import ALL_SHARDS, NotifyReason, ShardRange
from bot.model.values import Record
from bot.store import database, writer
from bot.store.database import Database, restrict_to_owned

_OF_GAME: Final = (
    "SELECT user_id, kind, turn, place_id, message_id FROM summons WHERE game_id = ?"
    " ORDER BY user_id, kind, turn"
)
_GAMES: Final = (
    "SELECT game_id FROM game WHERE [owned] AND game_id IN (SELECT game_id FROM summons)"
    " ORDER BY game_id"
)
_NOTE: Final = (
    "INSERT INTO summons (game_id, user_id, kind, turn, place_id, message_id)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (game_id, user_id, kind, turn)"
    " DO UPDATE SET place_id = ?5, message_id = ?6"
)
_FORGET: Final = "DELETE FROM summons WHERE game_id = ? AND user_id = ? AND kind = ? AND turn = ?"

NOBODY: Final = 0
"""The user of a message that is for nobody alone: a role, or everybody at a table."""


class SentNotification(Record):
    """A notification with its message.

    It has none if the player was at the table already, or if a newer message has replaced it.
    ``turn`` is the version of the table that it is about, 0 for a lobby or the start of a match.
    """

    user_id: int
    kind: NotifyReason
    turn: int
    place_id: int | None = None
    message_id: int | None = None


class SentNotifications(writer.Access):
    """Notifications sent and not yet deleted. StorageTrouble from all."""

    async def of_game(self, game_id: int) -> tuple[SentNotification, ...]:
        """Return the notifications of a game that have not been deleted."""
        rows = await self._rows(_OF_GAME, game_id)
        return tuple(SentNotification(row[0], NotifyReason(row[1]), *row[2:]) for row in rows)

    async def games(self, owned: ShardRange = ALL_SHARDS) -> tuple[int, ...]:
        """Return the games with notifications."""
        rows = await self._rows(database.restrict_to_owned(_GAMES, owned))
        return tuple(int(row[0]) for row in rows)

    async def record(self, game_id: int, one: SentNotification) -> None:
        """Record a notification that was sent."""
        key = (game_id, one.user_id, one.kind, one.turn)

        async def write(db: database.Database) -> None:
            await db.fetch(_NOTE, (*key, one.place_id, one.message_id))

        await self._write(write)

    async def delete(self, game_id: int, one: SentNotification) -> None:
        """Delete the record of a notification whose message is gone."""
        key = (game_id, one.user_id, one.kind, one.turn)

        async def write(db: database.Database) -> None:
            await db.fetch(_FORGET, key)

        await self._write(write)


# Interactions that created something, so that none of them creates it twice.
#
# Discord may deliver an interaction again after a reconnect, also to another process of a fleet.
# The primary key refuses the second one, whichever process it reaches.

# The upper 42 bits of an id of Discord are milliseconds: a difference of ids is one of times.
_LIFE: Final = 15 * 60 * 1000 << 22  # an interaction can be answered for that long
_CLAIM: Final = (
    "INSERT INTO interaction (interaction_id) VALUES (?) ON CONFLICT DO NOTHING"
    " RETURNING interaction_id"
)
_DROP_OLD: Final = "DELETE FROM interaction WHERE interaction_id < ?"


class HandledInteractions(writer.Access):
    """Interactions of the last fifteen minutes that created something."""

    async def claim(self, interaction_id: int) -> bool:
        """Record the interaction; False if it is recorded already. StorageTrouble."""

        async def write(db: database.Database) -> bool:
            await db.fetch(_DROP_OLD, (interaction_id - _LIFE,))
            return bool(await db.fetch(_CLAIM, (interaction_id,)))

        return await self._write(write)


# Events in the lists of servers, each of a scheduled or a weekly table.
#
# A record is written before Discord is asked for the event and deleted after it is gone, so a kill
# leaves nothing in a server's list that no record speaks of. It holds nothing about a person.

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


class EventRecord(Record):
    """An event: its id, 0 while Discord's answer is not known; its hour; a digest of its content.

    ``has_begun`` is True once the event was started.
    """

    event_id: int
    starts_at: int
    has_begun: bool
    digest: str


class ServerEventRecords(writer.Access):
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
