"""SQL functions, checksum triggers and the log view that each SQLite connection defines."""

import hashlib
from typing import Final

from bot.store.integrity.checksums import ChecksummedTable, checksummed_tables
from bot.store.packing import decompress_to_json
from bot.store.sqlite.connection import SqliteDatabase

# Row checksums in a file, maintained by temporary triggers of the writing connection.
#
# A row is hashed as SQL text, where bytes end at a zero, so no table with checksums has a column
# of bytes (bot/store/integrity/checksums.py).


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


# The view ``logged`` of a file: the lines of every game, packed or not.

# A temporary view: objects in the file itself may not call functions of the program.
_CREATE_LOG_VIEW: Final = (
    "CREATE TEMP VIEW logged AS"
    ' SELECT game_id, version, deal, seat, text, "by", at, link FROM main.line'
    " UNION ALL SELECT archive.game_id, json_extract(value, '$[0]'), json_extract(value, '$[1]'),"
    " json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]'),"
    " json_extract(value, '$[5]'), NULL FROM main.archive, json_each(unpacked(archive.lines))"
)


async def create_log_view(db: SqliteDatabase) -> None:
    """Define the view ``logged`` on this connection, unless it is there already."""
    if await db.fetch("SELECT 1 FROM temp.sqlite_schema WHERE name = 'logged'"):
        return
    await db.register_function("unpacked", decompress_to_json)
    await db.fetch(_CREATE_LOG_VIEW)
