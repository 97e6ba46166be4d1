"""Row checksums in a file, maintained by temporary triggers of the writing connection.

A row is hashed as SQL text, where bytes end at a zero, so no table with checksums has a column of
bytes (bot/store/integrity/checksums.py).
"""

import hashlib

from bot.store.seals import ChecksummedTable, checksummed_tables
from bot.store.sqlite.connection import SqliteDatabase


def hash_row(row: bytes) -> int:
    """Return 64 bits of SHA-256 over the values of a row, written as SQL literals."""
    return int.from_bytes(hashlib.sha256(row).digest()[:8], "big", signed=True)


async def register_checksum(db: SqliteDatabase) -> None:
    """Register the SQL function that all checksum statements use."""
    await db.register_function("seal", hash_row)


async def create_checksum_triggers(db: SqliteDatabase) -> None:
    """Create the triggers, so that this connection maintains the checksums of its writes."""
    await db.script([one for table in await checksummed_tables(db) for one in _triggers(table)])


def _triggers(table: ChecksummedTable) -> tuple[str, ...]:
    """Return the triggers that hash inserted and changed rows."""
    here = " AND ".join(f'"{column}" = NEW."{column}"' for column in table.key)
    columns = ", ".join(f'"{column}"' for column in table.columns)
    fits = f"CASE WHEN OLD.seal IS {table.checksum_of('OLD')} THEN {table.checksum_of('NEW')} END"
    return (
        f"CREATE TEMP TRIGGER {table.name}_new AFTER INSERT ON main.{table.name}"  # noqa: S608
        f" BEGIN UPDATE {table.name} SET seal = {table.checksum_of('NEW')} WHERE {here}; END",
        f"CREATE TEMP TRIGGER {table.name}_set AFTER UPDATE OF {columns} ON main.{table.name}"  # noqa: S608
        f" BEGIN UPDATE {table.name} SET seal = {fits} WHERE {here}; END",
    )
