"""Schema migrations of the database, step by step, by one process at a time.

The steps have the numbers of those for files and produce the same tables.

Every process that has the database open holds a shared advisory lock; a migration needs it
exclusively. A table ``layout`` names the program whose database it is, and the last step that was
applied. The name changed when 1.0.0 made the schema of its time the first step.
"""

import hashlib
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from bot.config.database_url import DatabaseUrl
from bot.store.errors import FileFault, StoreError
from bot.store.migrations import Migration, load_migrations
from bot.store.postgres.session import SCHEMA, Session

_log = logging.getLogger(__name__)

# Schema check by a stored hash of tables, columns, keys, indexes and triggers.
#
# Dropping or disabling a trigger stops the checksums of a table, and nothing else would reveal it.
# The hash leaves out whatever another server version may word differently, and the triggers
# ``told``, which belong to a fleet and exist only where there is one.

_SELECT_SCHEMA: Final = """
    SELECT concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable)
    FROM information_schema.columns WHERE table_schema = current_schema()
    UNION ALL SELECT concat_ws(' ', 'trigger', relname, tgname, tgenabled, tgtype)
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = current_schema()::text::regnamespace
        AND NOT tgisinternal AND tgname <> 'told'
    UNION ALL SELECT concat_ws(' ', 'constraint', relname, conname, contype, convalidated)
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE relnamespace = current_schema()::text::regnamespace AND contype IN ('c', 'f', 'p', 'u')
    UNION ALL SELECT concat_ws(' ', 'index', relname, indisunique, indisvalid)
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = current_schema()::text::regnamespace
"""
_SELECT_HASH: Final = "SELECT value FROM setting WHERE key = 'layout'"
_SAVE_HASH: Final = (
    "INSERT INTO setting (key, value) VALUES ('layout', $1)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


async def check_server_schema(session: Session, address: DatabaseUrl) -> None:
    """Raise StoreError DAMAGED when the schema differs from the stored hash."""
    kept = await session.fetchval(_SELECT_HASH)
    if kept != await _schema_hash(session):
        raise StoreError(FileFault.DAMAGED, path=str(address), detail="its layout has changed")


async def save_server_schema(session: Session) -> None:
    """Store the hash of the schema as it is now."""
    await session.execute(_SAVE_HASH, await _schema_hash(session))


async def _schema_hash(session: Session) -> str:
    parts = sorted(str(row[0]) for row in await session.fetch(_SELECT_SCHEMA))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


OLDEST_POSTGRES: Final = 16  # the first PostgreSQL with IS JSON
_PROGRAM: Final = "preferans-bot 1"
_PRE_RELEASE_PROGRAM: Final = "preferans-bot"  # in databases made before 1.0.0
_MIGRATION_LOCK: Final = (
    0x50726566_0001  # "Pref"; one process at a time opens or changes a database
)
_USAGE_LOCK: Final = 0x50726566_0002
_CREATE_LAYOUT: Final = "CREATE TABLE layout (program text PRIMARY KEY, number bigint NOT NULL)"
_NAME_PROGRAM: Final = "INSERT INTO layout VALUES ($1, 0)"
_IS_THERE: Final = (
    "SELECT EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace($1::text)),"
    " to_regclass($1::text || '.layout') IS NOT NULL"
)
_NUMBERS: Final = "SELECT program, number FROM layout"
_STEP: Final = "UPDATE layout SET number = $1"
_CHECKSUMMED: Final = (
    "SELECT quote_ident(table_name) FROM information_schema.columns"
    " WHERE table_schema = $1 AND column_name = 'seal' ORDER BY table_name"
)


def server_migrations() -> tuple[Migration, ...]:
    """Return the migrations of a server that come with this program, in order."""
    return load_migrations("postgres")


@asynccontextmanager
async def migration_lock(session: Session) -> AsyncIterator[None]:
    """Keep other processes from opening or changing the database meanwhile."""
    await session.execute(f"SELECT pg_advisory_lock({_MIGRATION_LOCK})")
    try:
        yield
    finally:
        if not session.is_closed():
            await session.execute(f"SELECT pg_advisory_unlock({_MIGRATION_LOCK})")


async def lock_exclusively(session: Session, address: DatabaseUrl) -> None:
    """Take the exclusive lock for the life of this session; StoreError IN_USE."""
    if not await session.fetchval(f"SELECT pg_try_advisory_lock({_USAGE_LOCK})"):
        raise StoreError(FileFault.IN_USE, path=str(address))


async def lock_shared(session: Session, address: DatabaseUrl) -> None:
    """Take the shared lock for the life of this session; StoreError IN_USE."""
    if not await session.fetchval(f"SELECT pg_try_advisory_lock_shared({_USAGE_LOCK})"):
        raise StoreError(FileFault.IN_USE, path=str(address))


async def check_schema_version(session: Session, address: DatabaseUrl, known: int) -> int:
    """Return the schema version, 0 for an empty database; changes nothing.

    StoreError for a database of another program, of a newer one or of the time before 1.0.0, and
    for a server that is too old.
    """
    found = session.get_server_version().major
    if found < OLDEST_POSTGRES:
        raise StoreError(FileFault.TOO_OLD, path=str(address), found=found, known=OLDEST_POSTGRES)
    row = await session.fetchrow(_IS_THERE, SCHEMA)
    assert row is not None
    has_tables, has_layout = row
    rows = await session.fetch(_NUMBERS) if has_layout else []
    numbers = {str(program): int(number) for program, number in rows}
    if _PRE_RELEASE_PROGRAM in numbers:
        raise StoreError(FileFault.PRE_RELEASE_FILE, path=str(address))
    if has_tables and _PROGRAM not in numbers:
        raise StoreError(FileFault.FOREIGN_FILE, path=str(address))
    number = numbers.get(_PROGRAM, 0)
    if number > known:
        raise StoreError(FileFault.NEWER_FILE, path=str(address), found=number, known=known)
    return number


async def migrate_server(
    session: Session, address: DatabaseUrl, steps: Sequence[Migration]
) -> None:
    """Apply the steps above the database's version, each in a transaction.

    Needs ``migration_lock``; StoreError IN_USE while another process has an older schema open.
    """
    number = await check_schema_version(session, address, steps[-1].number)
    due = [step for step in steps if step.number > number]
    if number:
        await check_server_schema(session, address)
    if not due:
        return
    await lock_exclusively(session, address)
    try:
        for step in due:
            async with session.transaction():
                await _apply(session, step, is_first=number == 0)
                await save_server_schema(session)
            number = step.number
            _log.info("layout %d of %d is done", step.number, due[-1].number)
    finally:
        if not session.is_closed():
            await session.execute(f"SELECT pg_advisory_unlock({_USAGE_LOCK})")


async def _apply(session: Session, step: Migration, *, is_first: bool) -> None:
    """Apply one step and recompute the checksums it affects; broken ones stay broken."""
    if is_first:
        if not await session.fetchval("SELECT to_regnamespace($1) IS NOT NULL", SCHEMA):
            await session.execute(f"CREATE SCHEMA {SCHEMA}")  # else the host has created it
        await session.execute(_CREATE_LAYOUT)
        await session.execute(_NAME_PROGRAM, _PROGRAM)
    sealed = [str(row[0]) for row in await session.fetch(_CHECKSUMMED, SCHEMA)]
    for table in sealed:
        broken = f"seal IS DISTINCT FROM seal_of(to_jsonb({table}))"
        await session.execute(f"UPDATE {table} SET seal = NULL WHERE {broken}")  # noqa: S608
        await session.execute(f"ALTER TABLE {table} DISABLE TRIGGER sealed")
    await session.execute(step.sql)
    kept = {str(row[0]) for row in await session.fetch(_CHECKSUMMED, SCHEMA)}
    for table in filter(kept.__contains__, sealed):
        value = f"seal_of(to_jsonb({table}))"
        await session.execute(f"UPDATE {table} SET seal = {value} WHERE seal IS NOT NULL")  # noqa: S608
        await session.execute(f"ALTER TABLE {table} ENABLE TRIGGER sealed")
    await session.execute(_STEP, step.number)
