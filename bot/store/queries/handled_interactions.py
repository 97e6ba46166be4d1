"""Interactions that created something, so that none of them creates it twice.

Discord may deliver an interaction again after a reconnect, also to another process of a fleet. The
primary key refuses the second one, whichever process it reaches.
"""

from typing import Final

from bot.store.access import Access
from bot.store.database import Database

# The upper 42 bits of an id of Discord are milliseconds: a difference of ids is one of times.
_LIFE: Final = 15 * 60 * 1000 << 22  # an interaction can be answered for that long
_CLAIM: Final = (
    "INSERT INTO interaction (interaction_id) VALUES (?) ON CONFLICT DO NOTHING"
    " RETURNING interaction_id"
)
_DROP_OLD: Final = "DELETE FROM interaction WHERE interaction_id < ?"


class HandledInteractions(Access):
    """Interactions of the last fifteen minutes that created something."""

    async def claim(self, interaction_id: int) -> bool:
        """Record the interaction; False if it is recorded already. StorageTrouble."""

        async def write(db: Database) -> bool:
            await db.fetch(_DROP_OLD, (interaction_id - _LIFE,))
            return bool(await db.fetch(_CLAIM, (interaction_id,)))

        return await self._write(write)
