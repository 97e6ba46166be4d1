"""Schema check by a stored hash of tables, columns, keys, indexes and triggers.

Dropping or disabling a trigger stops the checksums of a table, and nothing else would reveal it.
The hash leaves out whatever another server version may word differently, and the triggers ``told``,
which belong to a fleet and exist only where there is one.
"""

import hashlib
from typing import Final

from bot.address import DatabaseUrl
from bot.store.errors import FileFault, StoreError
from bot.store.postgres.session import SCHEMA, Session

_SELECT_SCHEMA: Final = f"""
    SELECT concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable)
    FROM information_schema.columns WHERE table_schema = '{SCHEMA}'
    UNION ALL SELECT concat_ws(' ', 'trigger', relname, tgname, tgenabled, tgtype)
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = '{SCHEMA}'::regnamespace AND NOT tgisinternal AND tgname <> 'told'
    UNION ALL SELECT concat_ws(' ', 'constraint', relname, conname, contype, convalidated)
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE relnamespace = '{SCHEMA}'::regnamespace AND contype IN ('c', 'f', 'p', 'u')
    UNION ALL SELECT concat_ws(' ', 'index', relname, indisunique, indisvalid)
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = '{SCHEMA}'::regnamespace
"""  # noqa: S608
_SELECT_HASH: Final = "SELECT value FROM setting WHERE key = 'layout'"
_SAVE_HASH: Final = (
    "INSERT INTO setting (key, value) VALUES ('layout', $1)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


async def check_server_schema(session: Session, address: DatabaseUrl) -> None:
    """Raise StoreError DAMAGED when the schema differs from the stored hash."""
    kept = await session.fetchval(_SELECT_HASH)
    if kept is not None and kept != await _schema_hash(session):
        raise StoreError(FileFault.DAMAGED, path=str(address), detail="its layout has changed")


async def save_server_schema(session: Session) -> None:
    """Store the hash of the schema as it is now."""
    await session.execute(_SAVE_HASH, await _schema_hash(session))


async def _schema_hash(session: Session) -> str:
    parts = sorted(str(row[0]) for row in await session.fetch(_SELECT_SCHEMA))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
