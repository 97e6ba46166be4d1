"""Settings of servers and users, and a few facts the bot remembers about itself."""

from dataclasses import dataclass, replace
from typing import Final

from bot.store.access import Access
from bot.store.database import Database, Row, Value
from bot.terms import EVERYWHERE, Faces, Owned, Summoning

ALIVE = "alive"
MANY_CONNECTIONS = 500  # per day: half of what Discord allows before it resets the token
CALLED = "called:"  # followed by a server id: when its role was last notified of a table
CONNECTIONS = "connections"  # since when they are counted, and how many
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
PERSON: Final = (
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
_ANY_ALIVE = f"SELECT max(CAST(value AS BIGINT)) FROM setting WHERE key LIKE '{ALIVE}%'"  # noqa: S608
_SET = "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2"

_CALL = (
    "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key)"
    " DO UPDATE SET value = ?2 WHERE CAST(setting.value AS BIGINT) <= ?3 RETURNING key"
)


@dataclass(frozen=True, slots=True)
class Guild:
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
    faces: Faces | None = None


@dataclass(frozen=True, slots=True)
class Person:
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
    summoning: Summoning = Summoning.ALWAYS
    quiet_from: int | None = None
    quiet_until: int = 8
    zone: str | None = None
    refused: bool = False
    spelled: bool = False
    pictures: bool | None = None
    faces: Faces | None = None
    offered: bool = False


class Wishes(Access):
    """Settings of servers, of users, and of the bot."""

    async def guild(self, guild_id: int) -> Guild:
        """Return the server's settings; the defaults when it never set any."""
        async with self._reading() as db:
            return await guild_of(db, guild_id)

    async def set_guild(self, guild: Guild) -> None:
        """Save all settings of the server; change one with dataclasses.replace."""
        wishes = (guild.locale, guild.preset, guild.clock)
        limits = (guild.max_tables, guild.max_user_tables, guild.use_threads, guild.min_games)
        rest = (guild.zone, guild.role, guild.open_history, guild.pictures, guild.faces)
        await self._do(_SET_GUILD, guild.guild_id, *wishes, *limits, *rest)

    async def person(self, user_id: int) -> Person:
        """Return the user's settings; the defaults when they never set any."""
        rows = await self._rows(PERSON, user_id)
        return person_of(rows[0]) if rows else Person(user_id)

    async def set_person(self, person: Person) -> None:
        """Save the user's settings, except the name, which ``set_name`` saves."""
        quiet = (person.quiet_from, person.quiet_until, person.zone)
        wishes = (person.locale, person.summoning, *quiet, person.refused)
        looks = (person.spelled, person.pictures, person.faces)
        await self._do(_SET_PERSON, person.user_id, *wishes, *looks, person.offered)

    async def set_name(self, user_id: int, name: str) -> None:
        """Save the name under which the user was last seen, as Discord shows it."""
        await self._do(_SET_NAME, user_id, name)

    async def setting(self, key: str) -> str | None:
        """Return a fact about the bot itself; None when never set."""
        rows = await self._rows("SELECT value FROM setting WHERE key = ?", key)
        return str(rows[0][0]) if rows else None

    async def set_setting(self, key: str, value: str | None) -> None:
        """Save a fact about the bot itself; None deletes it."""
        if value is None:
            await self._do("DELETE FROM setting WHERE key = ?", key)
        else:
            await self._do(_SET, key, value)

    async def call_role(self, guild_id: int, now: int, pause: int) -> int | None:
        """Return the role to notify of a table; then None until ``pause`` seconds have passed."""

        async def write(db: Database) -> int | None:
            role = (await guild_of(db, guild_id)).role
            key, since = f"{CALLED}{guild_id}", now - pause
            if role is None or not await db.fetch(_CALL, (key, str(now), since)):
                return None
            return role

        return await self._write(write)

    async def touch_alive(self, now: int, owned: Owned = EVERYWHERE) -> None:
        """Record that the bot runs at ``now``; the next startup computes the downtime from it."""
        await self.set_setting(_alive(owned), str(now))

    async def last_alive(self, owned: Owned = EVERYWHERE) -> int | None:
        """Return when a process with these shards last ran, else when any last ran, or None.

        Shards that were redistributed have no record of their own yet.
        """
        value = await self.setting(_alive(owned))
        if value is not None:
            return int(value)
        rows = await self._rows(_ANY_ALIVE)
        return None if rows[0][0] is None else int(rows[0][0])

    async def count_connection(self, now: int) -> int:
        """Count one more connection to Discord; return how many there were in the current day.

        A day begins with its first connection.
        """

        async def write(db: Database) -> int:
            rows = await db.fetch("SELECT value FROM setting WHERE key = ?", (CONNECTIONS,))
            since, count = map(int, str(rows[0][0]).split()) if rows else (now, 0)
            if not since <= now < since + _DAY:
                since, count = now, 0
            await db.fetch(_SET, (CONNECTIONS, f"{since} {count + 1}"))
            return count + 1

        return await self._write(write)

    async def _do(self, sql: str, *values: Value) -> None:
        await self._write(lambda db: db.fetch(sql, values))


def _alive(owned: Owned) -> str:
    return ALIVE if owned.is_all else f"{ALIVE}:{owned}"


def person_of(row: Row) -> Person:
    """Convert a row of ``PERSON``."""
    person = Person(*row)
    return replace(
        person,
        summoning=Summoning(person.summoning),
        refused=bool(person.refused),
        spelled=bool(person.spelled),
        pictures=None if person.pictures is None else bool(person.pictures),
        faces=None if person.faces is None else Faces(person.faces),
        offered=bool(person.offered),
    )


async def guild_of(db: Database, guild_id: int) -> Guild:
    """Return the server's settings; the defaults when it never set any."""
    rows = await db.fetch(_GUILD, (guild_id,))
    if not rows:
        return Guild(guild_id)
    guild = Guild(*rows[0])
    return replace(
        guild,
        use_threads=bool(guild.use_threads),
        open_history=bool(guild.open_history),
        pictures=bool(guild.pictures),
        faces=None if guild.faces is None else Faces(guild.faces),
    )
