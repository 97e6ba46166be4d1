"""Settings of servers and users, and a few facts the bot remembers about itself."""

from dataclasses import dataclass, replace
from typing import Final

from bot.model.enums import ALL_SHARDS, CardFaces, NotifyWhen, ShardRange
from bot.store.access import Access
from bot.store.database import Database, Row, Value

ALIVE_KEY = "alive"
MANY_CONNECTIONS = 500  # per day: half of what Discord allows before it resets the token
ROLE_NOTIFIED_KEY = "called:"  # followed by a server id: when its role was last notified of a table
CONNECTIONS_KEY = "connections"  # since when they are counted, and how many
_DAY = 24 * 3600
_GUILD = (
    "SELECT guild_id, locale, preset, clock, max_tables, max_user_tables, use_threads, min_games,"
    " zone, role, open_history, pictures, faces FROM guild WHERE guild_id = ?"
)
_SET_GUILD = (
    "INSERT INTO guild (guild_id, locale, preset, clock, max_tables, max_user_tables,"
    " use_threads, min_games, zone, role, open_history, pictures, faces)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
    " ON CONFLICT (guild_id) DO UPDATE SET locale = ?2, preset = ?3, clock = ?4, max_tables = ?5,"
    " max_user_tables = ?6, use_threads = ?7, min_games = ?8, zone = ?9, role = ?10,"
    " open_history = ?11, pictures = ?12, faces = ?13"
)
SELECT_PERSON: Final = (
    "SELECT user_id, locale, name, summoning, quiet_from, quiet_until, zone, refused, spelled,"
    " pictures, faces, offered FROM person WHERE user_id = ?"
)
_SET_PERSON = (
    "INSERT INTO person (user_id, locale, summoning, quiet_from, quiet_until, zone, refused,"
    " spelled, pictures, faces, offered)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"
    " ON CONFLICT (user_id) DO UPDATE"
    " SET locale = ?2, summoning = ?3, quiet_from = ?4, quiet_until = ?5, zone = ?6, refused = ?7,"
    " spelled = ?8, pictures = ?9, faces = ?10, offered = ?11"
)
_SET_NAME = (
    "INSERT INTO person (user_id, name) VALUES (?1, ?2)"
    " ON CONFLICT (user_id) DO UPDATE SET name = ?2"
)
_ANY_ALIVE = f"SELECT max(CAST(value AS BIGINT)) FROM setting WHERE key LIKE '{ALIVE_KEY}%'"  # noqa: S608
_SET = "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2"

_CLAIM_NOTIFICATION = (
    "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key)"
    " DO UPDATE SET value = ?2 WHERE CAST(setting.value AS BIGINT) <= ?3 RETURNING key"
)


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """Settings of a server; a server that never set any has exactly these defaults.

    ``zone`` is its time zone by IANA name; ``role`` is notified of open tables; ``open_history``:
    all members may open old matches, not only their players. ``pictures``: charts and sheets are
    drawn. ``faces``: the design of the cards at every table.
    """

    guild_id: int
    locale: str | None = None
    preset: str | None = None
    clock: str | None = None
    max_tables: int = 10
    max_user_tables: int = 3
    use_threads: bool = True
    min_games: int = 3
    zone: str = "UTC"
    role: int | None = None
    open_history: bool = False
    pictures: bool = True
    faces: CardFaces | None = None


@dataclass(frozen=True, slots=True)
class UserSettings:
    """Settings of a user, on every server.

    ``summoning`` is when the user is notified; never in the hours from ``quiet_from`` (None: no
    quiet hours) to ``quiet_until`` in ``zone``, or in the server's zone if that is None.
    ``refused``: a direct message could not be delivered, and the user has not been told yet.
    ``spelled``: private messages have words in place of tiles. ``pictures`` and ``faces``: None
    inherits from the server or the table. ``offered``: a language was offered to the user once.
    """

    user_id: int
    locale: str | None = None
    name: str | None = None
    summoning: NotifyWhen = NotifyWhen.ALWAYS
    quiet_from: int | None = None
    quiet_until: int = 8
    zone: str | None = None
    refused: bool = False
    spelled: bool = False
    pictures: bool | None = None
    faces: CardFaces | None = None
    offered: bool = False


class Preferences(Access):
    """Settings of servers, of users, and of the bot."""

    async def guild(self, guild_id: int) -> GuildSettings:
        """Return the server's settings; the defaults when it never set any."""
        async with self._snapshot() as db:
            return await load_guild(db, guild_id)

    async def set_guild(self, guild: GuildSettings) -> None:
        """Save all settings of the server; change one with dataclasses.replace."""
        wishes = (guild.locale, guild.preset, guild.clock)
        limits = (guild.max_tables, guild.max_user_tables, guild.use_threads, guild.min_games)
        rest = (guild.zone, guild.role, guild.open_history, guild.pictures, guild.faces)
        await self._execute(_SET_GUILD, guild.guild_id, *wishes, *limits, *rest)

    async def person(self, user_id: int) -> UserSettings:
        """Return the user's settings; the defaults when they never set any."""
        rows = await self._rows(SELECT_PERSON, user_id)
        return person_from_row(rows[0]) if rows else UserSettings(user_id)

    async def set_person(self, person: UserSettings) -> None:
        """Save the user's settings, except the name, which ``set_name`` saves."""
        quiet = (person.quiet_from, person.quiet_until, person.zone)
        wishes = (person.locale, person.summoning, *quiet, person.refused)
        looks = (person.spelled, person.pictures, person.faces)
        await self._execute(_SET_PERSON, person.user_id, *wishes, *looks, person.offered)

    async def set_name(self, user_id: int, name: str) -> None:
        """Save the name under which the user was last seen, as Discord shows it."""
        await self._execute(_SET_NAME, user_id, name)

    async def setting(self, key: str) -> str | None:
        """Return a fact about the bot itself; None when never set."""
        rows = await self._rows("SELECT value FROM setting WHERE key = ?", key)
        return str(rows[0][0]) if rows else None

    async def set_setting(self, key: str, value: str | None) -> None:
        """Save a fact about the bot itself; None deletes it."""
        if value is None:
            await self._execute("DELETE FROM setting WHERE key = ?", key)
        else:
            await self._execute(_SET, key, value)

    async def claim_role_notification(self, guild_id: int, now: int, pause: int) -> int | None:
        """Return the role to notify of a table; then None until ``pause`` seconds have passed."""

        async def write(db: Database) -> int | None:
            role = (await load_guild(db, guild_id)).role
            key, since = f"{ROLE_NOTIFIED_KEY}{guild_id}", now - pause
            if role is None or not await db.fetch(_CLAIM_NOTIFICATION, (key, str(now), since)):
                return None
            return role

        return await self._write(write)

    async def touch_alive(self, now: int, owned: ShardRange = ALL_SHARDS) -> None:
        """Record that the bot runs at ``now``; the next startup computes the downtime from it."""
        await self.set_setting(_alive_key(owned), str(now))

    async def last_alive(self, owned: ShardRange = ALL_SHARDS) -> int | None:
        """Return when a process with these shards last ran, else when any last ran, or None.

        Shards that were redistributed have no record of their own yet.
        """
        value = await self.setting(_alive_key(owned))
        if value is not None:
            return int(value)
        rows = await self._rows(_ANY_ALIVE)
        return None if rows[0][0] is None else int(rows[0][0])

    async def count_connection(self, now: int) -> int:
        """Count one more connection to Discord; return how many there were in the current day.

        A day begins with its first connection.
        """

        async def write(db: Database) -> int:
            rows = await db.fetch("SELECT value FROM setting WHERE key = ?", (CONNECTIONS_KEY,))
            since, count = map(int, str(rows[0][0]).split()) if rows else (now, 0)
            if not since <= now < since + _DAY:
                since, count = now, 0
            await db.fetch(_SET, (CONNECTIONS_KEY, f"{since} {count + 1}"))
            return count + 1

        return await self._write(write)

    async def _execute(self, sql: str, *values: Value) -> None:
        await self._write(lambda db: db.fetch(sql, values))


def _alive_key(owned: ShardRange) -> str:
    return ALIVE_KEY if owned.is_all else f"{ALIVE_KEY}:{owned}"


def person_from_row(row: Row) -> UserSettings:
    """Convert a row of ``SELECT_PERSON``."""
    person = UserSettings(*row)
    return replace(
        person,
        summoning=NotifyWhen(person.summoning),
        refused=bool(person.refused),
        spelled=bool(person.spelled),
        pictures=None if person.pictures is None else bool(person.pictures),
        faces=None if person.faces is None else CardFaces(person.faces),
        offered=bool(person.offered),
    )


async def load_guild(db: Database, guild_id: int) -> GuildSettings:
    """Return the server's settings; the defaults when it never set any."""
    rows = await db.fetch(_GUILD, (guild_id,))
    if not rows:
        return GuildSettings(guild_id)
    guild = GuildSettings(*rows[0])
    return replace(
        guild,
        use_threads=bool(guild.use_threads),
        open_history=bool(guild.open_history),
        pictures=bool(guild.pictures),
        faces=None if guild.faces is None else CardFaces(guild.faces),
    )
