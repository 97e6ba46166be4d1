"""PostgreSQL schema of the fleet: locks, holders, identify slots, quotas, notifications.

No game depends on it and nothing in it outlives the server: the tables are unlogged, in a schema
separate from that of the store.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import quote

import asyncpg

from bot.config import database_url
from bot.model.enums import ShardRange

CHANNEL: Final = "preferans"
_OBSERVER_NAME: Final = "preferans looks"  # the name of an observer, which acquires nothing
SHARD, DOOR, WORK = 0x50524501, 0x50524502, 0x50524503  # classes of advisory locks
CONNECTION_ERRORS: Final = (  # errors of an open connection
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # when the server has just closed it
    TimeoutError,
)
DATABASE_ERRORS: Final = (*CONNECTION_ERRORS, OSError)
_CONNECT_TIMEOUT: Final = 5.0  # seconds
_STATEMENT_TIMEOUT: Final = 4.0
_SESSION_SETTINGS: Final = {
    "lock_timeout": "2000",  # ms for the entry lock: do not wait for a process that hangs in it
    "idle_in_transaction_session_timeout": "4000",
    "tcp_keepalives_idle": "4",  # detects a lost machine, which frees its locks
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
_CREATE_SCHEMA: Final = """
CREATE SCHEMA IF NOT EXISTS preferans_fleet;
CREATE UNLOGGED TABLE IF NOT EXISTS preferans_fleet.holder (
    name text PRIMARY KEY,
    first int NOT NULL,
    last int NOT NULL,
    of_all int NOT NULL,
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    beat timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNLOGGED TABLE IF NOT EXISTS preferans_fleet.turn (
    bucket int PRIMARY KEY,
    at timestamptz NOT NULL
);
CREATE UNLOGGED TABLE IF NOT EXISTS preferans_fleet.asked (
    what text,
    who bigint,
    times bigint[] NOT NULL,
    until bigint NOT NULL,
    PRIMARY KEY (what, who)
);
CREATE INDEX IF NOT EXISTS asked_until ON preferans_fleet.asked (until);
CREATE OR REPLACE FUNCTION preferans_fleet.told() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed jsonb := to_jsonb(coalesce(NEW, OLD));
BEGIN
    PERFORM pg_notify('preferans', TG_TABLE_NAME || ' ' || (changed ->> TG_ARGV[0])
        || ' ' || current_setting('application_name'));
    RETURN NULL;
END $$;
"""
_SCHEMA_EXISTS: Final = (
    "SELECT to_regclass('preferans_fleet.asked') IS NOT NULL"  # the newest table
)
_HOLDERS_EXIST: Final = "SELECT to_regclass('preferans_fleet.holder') IS NOT NULL"
_SELECT_HOLDERS: Final = """
SELECT name, first, last, of_all, extract(epoch FROM clock_timestamp() - beat)::float8
FROM preferans_fleet.holder ORDER BY of_all, first, name
"""
_TRIGGER_EXISTS: Final = """
SELECT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'told' AND tgrelid = to_regclass($1))
"""


FleetConnection: TypeAlias = (
    "asyncpg.Connection[asyncpg.Record]"  # generic for the type checker only
)


class Holder(NamedTuple):
    """A process that holds shards, and the seconds since its last heartbeat."""

    name: str
    owned: ShardRange
    silent_seconds: float


def boot_time() -> float:
    """Return monotonic seconds that include suspended time, where the system supports it."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def with_application_name(url: str, name: str) -> str:
    """Return the URL with the process's name as application_name."""
    joint = "&" if "?" in url else "?"
    return f"{url}{joint}application_name={quote(name)}"


async def connect(url: str, name: str) -> FleetConnection:
    """Open a connection for the fleet. Raises UnrecoverableError, or one of ``DATABASE_ERRORS``."""
    with database_url.unrecoverable_errors(url):
        db = await asyncpg.connect(
            with_application_name(url, name),
            timeout=_CONNECT_TIMEOUT,
            command_timeout=_STATEMENT_TIMEOUT,
        )
    try:
        await db.execute(database_url.session_settings_sql(_SESSION_SETTINGS))
    except BaseException:
        db.terminate()
        raise
    return db


async def check_sessions(db: FleetConnection, url: str, name: str) -> None:
    """Check that connections keep sessions.

    Raises UnrecoverableError, or one of ``DATABASE_ERRORS``.
    """
    other = await connect(url, name)
    try:
        with database_url.unrecoverable_errors(url):
            await database_url.reject_transaction_pooler(db, other)
    finally:
        other.terminate()


async def create_schema(db: FleetConnection) -> None:
    """Create the missing tables; of two simultaneous starts one waits for the other."""
    if await db.fetchval(_SCHEMA_EXISTS):
        return
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1, 0)", DOOR)
        await db.execute(_CREATE_SCHEMA)


async def create_change_triggers(db: FleetConnection, tables: Sequence[tuple[str, str]]) -> None:
    """Create triggers that announce every change of these tables with its key."""
    for table, key in tables:
        async with db.transaction():
            await db.execute("SELECT pg_advisory_xact_lock($1, 0)", DOOR)
            if not await db.fetchval(_TRIGGER_EXISTS, table):
                await db.execute(
                    f"CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON {table}"
                    f" FOR EACH ROW EXECUTE FUNCTION preferans_fleet.told('{key}')"
                )


async def list_holders(url: str, *, check_usable: bool = False) -> tuple[Holder, ...]:
    """Return the current holders. Raises UnrecoverableError, or one of ``DATABASE_ERRORS``.

    ``check_usable``: also check that a process could hold a lease there.
    """
    async with asyncio.timeout(_CONNECT_TIMEOUT + _STATEMENT_TIMEOUT):
        db = await connect(url, _OBSERVER_NAME)
        try:
            if check_usable:
                await check_sessions(db, url, _OBSERVER_NAME)
            if not await db.fetchval(_HOLDERS_EXIST):
                return ()
            rows = await db.fetch(_SELECT_HOLDERS)
        finally:
            await db.close()
    return tuple(Holder(row[0], ShardRange(*row[1:4]), row[4]) for row in rows)


# SQL of the shared quotas: one row per user and action for all processes.
#
# One statement locks, checks and updates the row, so two simultaneous requests cannot both take
# the last slot. Each request also deletes expired rows, and skips those locked by another process.

# $1 what, $2 who, $3 most, $4 seconds, $5 now; ``times`` keeps the newest ``most``, oldest first
SPEND_QUOTA: Final = """
WITH past AS (
    DELETE FROM preferans_fleet.asked WHERE (what, who) IN (
        SELECT what, who FROM preferans_fleet.asked
        WHERE until <= $5 AND (what, who) <> ($1, $2) FOR UPDATE SKIP LOCKED
    )
), spent AS (
    INSERT INTO preferans_fleet.asked AS asked (what, who, times, until)
    VALUES ($1::text, $2::bigint, ARRAY[$5::bigint], $5::bigint + $4::bigint)
    ON CONFLICT (what, who) DO UPDATE SET until = excluded.until,
        times = (asked.times || $5::bigint)[greatest(1, cardinality(asked.times) + 2 - $3::int):]
    WHERE cardinality(asked.times) < $3::int OR asked.times[1] + $4::bigint <= $5::bigint
    RETURNING what
)
SELECT CASE WHEN EXISTS (SELECT FROM spent) THEN $5::bigint ELSE coalesce(
    (SELECT times[1] + $4::bigint FROM preferans_fleet.asked WHERE (what, who) = ($1, $2)),
    $5::bigint + $4::bigint
) END
"""
