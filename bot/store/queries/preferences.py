"""Settings of servers and users, house rules they saved, and facts the bot remembers of itself."""

from collections.abc import Sequence
from typing import Final

from bot.model.enums import ALL_SHARDS, ShardRange
from bot.model.settings import GuildSettings, UserSettings, columns_of, record_from_row
from bot.model.values import Record
from bot.store import database, errors, writer

ALIVE_KEY = "alive"
MANY_CONNECTIONS = 500  # per day: half of what Discord allows before it resets the token
ROLE_NOTIFIED_KEY = "called:"  # followed by a server id: when its role was last notified of a table
CONNECTIONS_KEY = "connections"  # since when they are counted, and how many
_DAY = 24 * 3600
_SET_NAME = (
    "INSERT INTO person (user_id, name) VALUES (?1, ?2)"
    " ON CONFLICT (user_id) DO UPDATE SET name = ?2"
)
_ANY_ALIVE = "SELECT max(CAST(value AS BIGINT)) FROM setting WHERE key LIKE ?"
_SET = "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2"

_CLAIM_NOTIFICATION = (
    "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key)"
    " DO UPDATE SET value = ?2 WHERE CAST(setting.value AS BIGINT) <= ?3 RETURNING key"
)


def _select(table: str, columns: Sequence[str]) -> str:
    """Return the statement that reads the columns of a row by the first of them, its key."""
    return f"SELECT {', '.join(columns)} FROM {table} WHERE {columns[0]} = ?"  # noqa: S608


def _save(table: str, columns: Sequence[str]) -> str:
    """Return the statement that inserts the columns, or updates them where the key is there."""
    key, *others = columns
    places = ", ".join(f"?{n}" for n in range(1, len(columns) + 1))
    changes = ", ".join(f"{name} = ?{n}" for n, name in enumerate(others, 2))
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608
        f" ON CONFLICT ({key}) DO UPDATE SET {changes}"
    )


_GUILD_COLUMNS: Final = ("guild_id", *columns_of(GuildSettings))
_PERSON_COLUMNS: Final = ("user_id", *columns_of(UserSettings))
_SAVED_OF_PERSON: Final = tuple(name for name in _PERSON_COLUMNS if name != "name")
_GUILD: Final = _select("guild", _GUILD_COLUMNS)
_PEOPLE_TO_REMIND: Final = (
    f"SELECT {', '.join(_PERSON_COLUMNS)} FROM person"  # noqa: S608
    " WHERE remind_at IS NOT NULL AND reminded < ? ORDER BY user_id"
)
_GUILDS_WITH_DAILY: Final = (
    f"SELECT {', '.join(_GUILD_COLUMNS)} FROM guild WHERE daily_channel IS NOT NULL"  # noqa: S608
    " ORDER BY guild_id"
)
_GUILDS_WITH_RECAP: Final = (
    f"SELECT {', '.join(_GUILD_COLUMNS)} FROM guild WHERE recap_channel IS NOT NULL"  # noqa: S608
    " ORDER BY guild_id"
)
_GUILDS_WITH_TITLES: Final = (  # or with some to be taken away
    f"SELECT {', '.join(_GUILD_COLUMNS)} FROM guild WHERE first_title IS NOT NULL"  # noqa: S608
    " OR second_title IS NOT NULL OR champion_title IS NOT NULL"
    " OR guild_id IN (SELECT guild_id FROM title) ORDER BY guild_id"
)
_SET_GUILD: Final = _save("guild", _GUILD_COLUMNS)
SELECT_PERSON: Final = _select("person", _PERSON_COLUMNS)
_SET_PERSON: Final = _save("person", _SAVED_OF_PERSON)


SELECT_UNRANKED: Final = "SELECT user_id FROM person WHERE ranked = 0"


class Preferences(writer.Access):
    """Settings of servers, of users, and of the bot."""

    async def guild(self, guild_id: int) -> GuildSettings:
        """Return the server's settings; the defaults when it never set any."""
        async with self._snapshot() as db:
            return await load_guild(db, guild_id)

    async def people_to_remind(self, day: int) -> tuple[UserSettings, ...]:
        """Return who wishes a reminder of the six deals and had none on this day yet."""
        rows = await self._rows(_PEOPLE_TO_REMIND, day)
        return tuple(record_from_row(UserSettings, row) for row in rows)

    async def guilds_with_daily(self) -> tuple[GuildSettings, ...]:
        """Return the servers that have a channel for the six deals of a day."""
        rows = await self._rows(_GUILDS_WITH_DAILY)
        return tuple(record_from_row(GuildSettings, row) for row in rows)

    async def guilds_with_recap(self) -> tuple[GuildSettings, ...]:
        """Return the servers that have a channel for the recap of a season."""
        rows = await self._rows(_GUILDS_WITH_RECAP)
        return tuple(record_from_row(GuildSettings, row) for row in rows)

    async def guilds_with_titles(self) -> tuple[GuildSettings, ...]:
        """Return the servers that have roles as titles, or had some."""
        rows = await self._rows(_GUILDS_WITH_TITLES)
        return tuple(record_from_row(GuildSettings, row) for row in rows)

    async def set_guild(self, guild: GuildSettings) -> None:
        """Save all settings of the server; ``with_change`` changes one."""
        await self._execute(_SET_GUILD, *(getattr(guild, name) for name in _GUILD_COLUMNS))

    async def person(self, user_id: int) -> UserSettings:
        """Return the user's settings; the defaults when they never set any."""
        rows = await self._rows(SELECT_PERSON, user_id)
        return record_from_row(UserSettings, rows[0]) if rows else UserSettings(user_id)

    async def unranked_users(self) -> frozenset[int]:
        """Return the users whom other people do not see on leaderboards."""
        return frozenset(int(row[0]) for row in await self._rows(SELECT_UNRANKED))

    async def set_person(self, person: UserSettings) -> None:
        """Save the user's settings, except the name, which ``set_name`` saves."""
        await self._execute(_SET_PERSON, *(getattr(person, name) for name in _SAVED_OF_PERSON))

    async def set_name(self, user_id: int, name: str) -> None:
        """Save the name under which the user was last seen, as Discord shows it."""
        await self._execute(_SET_NAME, user_id, name)

    async def bot_fact(self, key: str) -> str | None:
        """Return a fact about the bot itself; None when never set."""
        rows = await self._rows("SELECT value FROM setting WHERE key = ?", key)
        return str(rows[0][0]) if rows else None

    async def set_bot_fact(self, key: str, value: str | None) -> None:
        """Save a fact about the bot itself; None deletes it."""
        if value is None:
            await self._execute("DELETE FROM setting WHERE key = ?", key)
        else:
            await self._execute(_SET, key, value)

    async def claim_role_notification(self, guild_id: int, now: int, pause: int) -> int | None:
        """Return the role to notify of a table; then None until ``pause`` seconds have passed."""

        async def write(db: database.Database) -> int | None:
            role = (await load_guild(db, guild_id)).role
            key, since = f"{ROLE_NOTIFIED_KEY}{guild_id}", now - pause
            if role is None or not await db.fetch(_CLAIM_NOTIFICATION, (key, str(now), since)):
                return None
            return role

        return await self._write(write)

    async def touch_alive(self, now: int, owned: ShardRange = ALL_SHARDS) -> None:
        """Record that the bot runs at ``now``; the next startup computes the downtime from it."""
        await self.set_bot_fact(_alive_key(owned), str(now))

    async def last_alive(self, owned: ShardRange = ALL_SHARDS) -> int | None:
        """Return when a process with these shards last ran, else when any last ran, or None.

        Shards that were redistributed have no record of their own yet.
        """
        value = await self.bot_fact(_alive_key(owned))
        if value is not None:
            return int(value)
        rows = await self._rows(_ANY_ALIVE, f"{ALIVE_KEY}%")
        return None if rows[0][0] is None else int(rows[0][0])

    async def count_connection(self, now: int) -> int:
        """Count one more connection to Discord; return how many there were in the current day.

        A day begins with its first connection.
        """

        async def write(db: database.Database) -> int:
            rows = await db.fetch("SELECT value FROM setting WHERE key = ?", (CONNECTIONS_KEY,))
            since, count = map(int, str(rows[0][0]).split()) if rows else (now, 0)
            if not since <= now < since + _DAY:
                since, count = now, 0
            await db.fetch(_SET, (CONNECTIONS_KEY, f"{since} {count + 1}"))
            return count + 1

        return await self._write(write)

    async def _execute(self, sql: str, *values: database.Value) -> None:
        await self._write(lambda db: db.fetch(sql, values))


def _alive_key(owned: ShardRange) -> str:
    return ALIVE_KEY if owned.is_all else f"{ALIVE_KEY}:{owned}"


async def load_guild(db: database.Database, guild_id: int) -> GuildSettings:
    """Return the server's settings; the defaults when it never set any."""
    rows = await db.fetch(_GUILD, (guild_id,))
    return record_from_row(GuildSettings, rows[0]) if rows else GuildSettings(guild_id)


# Named house rules of a server, stored as lines of text.

MOST_SAVED_RULES: Final = (
    12  # per server: together with the presets they fill one list of suggestions
)

_ALL: Final = "SELECT name, code FROM agreement WHERE guild_id = ? ORDER BY key"
_ONE: Final = "SELECT name, code FROM agreement WHERE guild_id = ? AND key = ?"
_COUNT: Final = "SELECT count(*) FROM agreement WHERE guild_id = ?"
_SAVE: Final = "INSERT INTO agreement (guild_id, key, name, code) VALUES (?, ?, ?, ?)"
_REMOVE: Final = "DELETE FROM agreement WHERE guild_id = ? AND key = ?"


class NamedHouseRules(Record):
    """Named house rules: the name as it was typed, and the rules as one line of text."""

    name: str
    code: str


class SavedHouseRules(writer.Access):
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
