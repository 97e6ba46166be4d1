"""Roles that the bot has given to members as titles.

A record is written before Discord is asked to give the role and deleted after it is taken away, so
after a kill a record speaks of every role that the bot has given.
"""

from typing import Final, NamedTuple

from bot.store import access

_OF_GUILD: Final = "SELECT user_id, role_id FROM title WHERE guild_id = ?"
_FORFEITED: Final = (
    f"{_OF_GUILD} AND (user_id IN (SELECT user_id FROM person WHERE ranked = 0)"  # noqa: S608
    " OR NOT EXISTS (SELECT 1 FROM player WHERE player.user_id = title.user_id))"
)
_PUT: Final = (
    "INSERT INTO title (guild_id, user_id, role_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
)
_DELETE: Final = "DELETE FROM title WHERE guild_id = ? AND user_id = ? AND role_id = ?"
# A frozen match never resumes, so nobody plays it.
_PLAYING: Final = (
    "SELECT 1 FROM sitting JOIN game USING (game_id) WHERE ? IN (user_id, kept_for)"
    " AND until IS NULL AND game.seal IS NOT NULL AND status IN ('playing', 'paused') LIMIT 1"
)


class Title(NamedTuple):
    """A role that a member has as a title."""

    user_id: int
    role_id: int


class Titles(access.Access):
    """The titles of all servers.  StorageTrouble from all."""

    async def of_guild(self, guild_id: int) -> frozenset[Title]:
        """Return the titles that the bot has given on a server."""
        return frozenset(Title(*row) for row in await self._rows(_OF_GUILD, guild_id))

    async def forfeited(self, guild_id: int) -> frozenset[Title]:
        """Return those of people who hide from leaderboards or were erased."""
        return frozenset(Title(*row) for row in await self._rows(_FORFEITED, guild_id))

    async def put(self, guild_id: int, title: Title) -> None:
        """Record a title; one that is recorded stays."""
        await self._write(lambda db: db.fetch(_PUT, (guild_id, *title)))

    async def delete(self, guild_id: int, title: Title) -> None:
        """Delete the record of a title."""
        await self._write(lambda db: db.fetch(_DELETE, (guild_id, *title)))

    async def is_playing(self, user_id: int) -> bool:
        """Return True while a match of the user runs, on any server."""
        return bool(await self._rows(_PLAYING, user_id))
