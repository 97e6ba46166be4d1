"""Schema check of a file, by a stored hash of its tables and columns."""

import hashlib
from pathlib import Path
from typing import Final

from bot.store.database import Database
from bot.store.errors import FileFault, StoreError
from bot.store.seals import checksummed_tables

# SQLite's internal objects are left out
_SELECT_SCHEMA: Final = (
    "SELECT CAST(coalesce(sql, name) AS BLOB) FROM sqlite_schema"
    " WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY type, name"
)
_SELECT_HASH: Final = "SELECT value FROM setting WHERE key = 'layout'"
_SAVE_HASH: Final = "INSERT OR REPLACE INTO setting (key, value) VALUES ('layout', ?)"


async def check_file_schema(db: Database, path: Path) -> None:
    """Raise StoreError DAMAGED when the schema differs from the stored hash."""
    if not await checksummed_tables(db):
        return
    rows = await db.fetch(_SELECT_HASH)
    if rows and str(rows[0][0]) != await _schema_hash(db):
        raise StoreError(FileFault.DAMAGED, path=str(path), detail="its layout has changed")


async def save_file_schema(db: Database) -> None:
    """Store the hash of the schema as it is now."""
    layout = await _schema_hash(db)
    rows = await db.fetch(_SELECT_HASH)
    if not rows or rows[0][0] != layout:
        await db.fetch(_SAVE_HASH, (layout,))


async def _schema_hash(db: Database) -> str:
    rows = await db.fetch(_SELECT_SCHEMA)
    said = b"\n".join(bytes(row[0]) for row in rows)
    return hashlib.sha256(said).hexdigest()
