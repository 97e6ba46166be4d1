"""Seals in a file: triggers of the one connection that writes keep them (bot/store/seals.py).

A row is sealed as SQL writes it, and bytes end there at a zero, so no table with seals has a column
of bytes.
"""

import hashlib

from bot.store.seals import Sealed, sealed_tables
from bot.store.sqlite.connection import SqliteDatabase


def seal(row: bytes) -> int:
    """64 bits of SHA-256 over the values of a row, as they are written in SQL."""
    return int.from_bytes(hashlib.sha256(row).digest()[:8], "big", signed=True)


async def know_seals(db: SqliteDatabase) -> None:
    """Teach the connection the function all statements about seals use."""
    await db.teach("seal", seal)


async def keep_seals(db: SqliteDatabase) -> None:
    """From now on this connection seals what it writes."""
    await db.script([one for table in await sealed_tables(db) for one in _triggers(table)])


def _triggers(table: Sealed) -> tuple[str, ...]:
    """Seal what is inserted or changed."""
    here = " AND ".join(f'"{column}" = NEW."{column}"' for column in table.key)
    columns = ", ".join(f'"{column}"' for column in table.columns)
    fits = f"CASE WHEN OLD.seal IS {table.seal('OLD')} THEN {table.seal('NEW')} END"
    return (
        f"CREATE TEMP TRIGGER {table.name}_new AFTER INSERT ON main.{table.name}"  # noqa: S608
        f" BEGIN UPDATE {table.name} SET seal = {table.seal('NEW')} WHERE {here}; END",
        f"CREATE TEMP TRIGGER {table.name}_set AFTER UPDATE OF {columns} ON main.{table.name}"  # noqa: S608
        f" BEGIN UPDATE {table.name} SET seal = {fits} WHERE {here}; END",
    )
