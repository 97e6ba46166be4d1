"""Whether tables and columns of a file are those that were made."""

import hashlib
from pathlib import Path
from typing import Final

from bot.store.database import Database
from bot.store.errors import FileFault, StoreError
from bot.store.seals import sealed_tables

# what SQLite makes for itself is left out
_LAYOUT: Final = (
    "SELECT CAST(coalesce(sql, name) AS BLOB) FROM sqlite_schema"
    " WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY type, name"
)
_NOTED: Final = "SELECT value FROM setting WHERE key = 'layout'"
_NOTE: Final = "INSERT OR REPLACE INTO setting (key, value) VALUES ('layout', ?)"


async def check_layout(db: Database, path: Path) -> None:
    """StoreError DAMAGED when tables and columns are not those that were made."""
    if not await sealed_tables(db):
        return
    rows = await db.fetch(_NOTED)
    if rows and str(rows[0][0]) != await _layout(db):
        raise StoreError(FileFault.DAMAGED, path=str(path), detail="its layout has changed")


async def keep_layout(db: Database) -> None:
    """Note the tables and columns as they are now."""
    layout = await _layout(db)
    rows = await db.fetch(_NOTED)
    if not rows or rows[0][0] != layout:
        await db.fetch(_NOTE, (layout,))


async def _layout(db: Database) -> str:
    rows = await db.fetch(_LAYOUT)
    said = b"\n".join(bytes(row[0]) for row in rows)
    return hashlib.sha256(said).hexdigest()
