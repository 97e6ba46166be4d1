"""Named house rules of a server, stored as lines of text."""

from dataclasses import dataclass
from typing import Final

from bot.store import access, database, errors

MOST_SAVED_RULES: Final = (
    12  # per server: together with the presets they fill one list of suggestions
)

_ALL: Final = "SELECT name, code FROM agreement WHERE guild_id = ? ORDER BY key"
_ONE: Final = "SELECT name, code FROM agreement WHERE guild_id = ? AND key = ?"
_COUNT: Final = "SELECT count(*) FROM agreement WHERE guild_id = ?"
_SAVE: Final = "INSERT INTO agreement (guild_id, key, name, code) VALUES (?, ?, ?, ?)"
_REMOVE: Final = "DELETE FROM agreement WHERE guild_id = ? AND key = ?"


@dataclass(frozen=True, slots=True)
class NamedHouseRules:
    """Named house rules: the name as it was typed, and the rules as one line of text."""

    name: str
    code: str


class SavedHouseRules(access.Access):
    """House rules saved by servers. StorageTrouble from all."""

    async def of_guild(self, guild_id: int) -> tuple[NamedHouseRules, ...]:
        """Return the server's saved house rules, by name."""
        return tuple(NamedHouseRules(*row) for row in await self._rows(_ALL, guild_id))

    async def named(self, guild_id: int, name: str) -> NamedHouseRules | None:
        """Return the house rules saved under ``name``, ignoring case."""
        rows = await self._rows(_ONE, guild_id, name.casefold())
        return NamedHouseRules(*rows[0]) if rows else None

    async def save(self, guild_id: int, agreement: NamedHouseRules) -> None:
        """Save house rules under their name.  Saving the same rules again changes nothing.

        WriteRefused NAME_TAKEN if other rules have that name, or TOO_MANY_NAMES; then nothing has
        changed.
        """

        async def write(db: database.Database) -> None:
            key = agreement.name.casefold()
            if rows := await db.fetch(_ONE, (guild_id, key)):
                if NamedHouseRules(*rows[0]).code != agreement.code:
                    raise errors.WriteRefused(errors.WriteFault.NAME_TAKEN)
                return
            ((count,),) = await db.fetch(_COUNT, (guild_id,))
            if count >= MOST_SAVED_RULES:
                raise errors.WriteRefused(errors.WriteFault.TOO_MANY_NAMES, MOST_SAVED_RULES)
            await db.fetch(_SAVE, (guild_id, key, agreement.name, agreement.code))

        await self._write(write)

    async def remove(self, guild_id: int, name: str) -> None:
        """Delete the rules of that name, if there are any."""
        await self._write(lambda db: db.fetch(_REMOVE, (guild_id, name.casefold())))
