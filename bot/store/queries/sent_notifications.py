"""Things that happen once: notifications that were sent, and interactions that were handled."""

from dataclasses import dataclass
from typing import Final

from bot.model.enums import ALL_SHARDS, NotifyReason, ShardRange
from bot.store import access, database

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


@dataclass(frozen=True, slots=True)
class SentNotification:
    """A notification with its message.

    It has none if the player was at the table already, or if a newer message has replaced it.
    ``turn`` is the version of the table that it is about, 0 for a lobby or the start of a match.
    """

    user_id: int
    kind: NotifyReason
    turn: int
    place_id: int | None = None
    message_id: int | None = None


class SentNotifications(access.Access):
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


class HandledInteractions(access.Access):
    """Interactions of the last fifteen minutes that created something."""

    async def claim(self, interaction_id: int) -> bool:
        """Record the interaction; False if it is recorded already. StorageTrouble."""

        async def write(db: database.Database) -> bool:
            await db.fetch(_DROP_OLD, (interaction_id - _LIFE,))
            return bool(await db.fetch(_CLAIM, (interaction_id,)))

        return await self._write(write)
