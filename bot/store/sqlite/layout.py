"""Schema check of a file, by a stored hash of its tables and columns."""

import hashlib
from pathlib import Path
from typing import Final

from bot.store.database import Database
from bot.store.errors import FileFault, StoreError
from bot.store.seals import sealed_tables

# SQLite's internal objects are left out
_LAYOUT: Final = (
    "SELECT CAST(coalesce(sql, name) AS BLOB) FROM sqlite_schema"
    " WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY type, name"
)
_NOTED: Final = "SELECT value FROM setting WHERE key = 'layout'"
_NOTE: Final = "INSERT OR REPLACE INTO setting (key, value) VALUES ('layout', ?)"


async def check_layout(db: Database, path: Path) -> None:
    """Raise StoreError DAMAGED when the schema differs from the stored hash."""
    if not await sealed_tables(db):
        return
    rows = await db.fetch(_NOTED)
    if rows and str(rows[0][0]) != await _layout(db):
        raise StoreError(FileFault.DAMAGED, path=str(path), detail="its layout has changed")


async def keep_layout(db: Database) -> None:
    """Store the hash of the schema as it is now."""
    layout = await _layout(db)
    rows = await db.fetch(_NOTED)
    if not rows or rows[0][0] != layout:
        await db.fetch(_NOTE, (layout,))


async def _layout(db: Database) -> str:
    rows = await db.fetch(_LAYOUT)
    said = b"\n".join(bytes(row[0]) for row in rows)
    return hashlib.sha256(said).hexdigest()
