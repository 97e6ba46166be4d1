"""Seals: a hash of each row outside of the chain, kept beside it by the connection itself.

Whoever writes a row need not think of it: triggers of this connection seal what it writes.  A seal
that once did not fit is never made good by a later write: it is NULL from then on.  SQLite itself
notices damage to its pages, not to what stands in them.  A row is sealed as SQL writes it, and
bytes end there at a zero, so no table with seals has a column of bytes.
"""

import hashlib
import sqlite3
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

import aiosqlite

_COLUMNS: Final = (
    "SELECT t.name, c.name, c.pk FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c"
    " WHERE t.schema = 'main' ORDER BY t.name, c.cid"
)


class Sealed(NamedTuple):
    """A table with seals; ``columns`` are all others, ``key`` those of the primary key."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    def seal(self, row: str) -> str:
        """The seal of a row, as an expression; as bytes, for what is damaged need not be UTF-8."""
        values = ", ".join(f'{row}."{column}"' for column in self.columns)
        return f"seal(CAST(printf('{'%Q,' * len(self.columns)}', {values}) AS BLOB))"

    def triggers(self) -> tuple[str, ...]:
        """Seal what is inserted or changed."""
        here = " AND ".join(f'"{column}" = NEW."{column}"' for column in self.key)
        columns = ", ".join(f'"{column}"' for column in self.columns)
        fits = f"CASE WHEN OLD.seal IS {self.seal('OLD')} THEN {self.seal('NEW')} END"
        return (
            f"CREATE TEMP TRIGGER {self.name}_new AFTER INSERT ON main.{self.name}"  # noqa: S608
            f" BEGIN UPDATE {self.name} SET seal = {self.seal('NEW')} WHERE {here}; END",
            f"CREATE TEMP TRIGGER {self.name}_set AFTER UPDATE OF {columns} ON main.{self.name}"  # noqa: S608
            f" BEGIN UPDATE {self.name} SET seal = {fits} WHERE {here}; END",
        )


def seal(row: bytes) -> int:
    """64 bits of SHA-256 over the values of a row, as they are written in SQL."""
    return int.from_bytes(hashlib.sha256(row).digest()[:8], "big", signed=True)


async def know_seals(db: aiosqlite.Connection) -> None:
    """Teach the connection the function all statements here use."""
    await db.create_function("seal", 1, seal, deterministic=True)


async def keep_seals(db: aiosqlite.Connection) -> None:
    """From now on this connection seals what it writes."""
    triggers = [one for table in await sealed_tables(db) for one in table.triggers()]
    await db.executescript(";\n".join(triggers))


async def sealed_tables(db: aiosqlite.Connection) -> tuple[Sealed, ...]:
    """The tables with seals; none in a file of an older layout."""
    found = []
    for name, rows in groupby(await db.execute_fetchall(_COLUMNS), itemgetter(0)):
        columns = {str(column): bool(place) for _, column, place in rows}
        if columns.pop("seal", None) is not None:
            key = tuple(column for column, is_key in columns.items() if is_key)
            found.append(Sealed(str(name), tuple(columns), key))
    return tuple(found)


async def seal_all(db: aiosqlite.Connection, sealed: frozenset[str]) -> None:
    """Seal every row anew; in the tables of ``sealed`` not those whose seal is broken."""
    for table in await sealed_tables(db):
        broken = " WHERE seal IS NOT NULL" if table.name in sealed else ""
        value = table.seal(table.name)
        await db.execute_fetchall(f"UPDATE {table.name} SET seal = {value}{broken}")  # noqa: S608


async def broken_rows(
    db: aiosqlite.Connection, table: Sealed, where: str = "true"
) -> list[sqlite3.Row]:
    """The keys of the rows whose seal does not fit, among those of the condition."""
    key = ", ".join(table.key)
    value = table.seal(table.name)
    sql = f"SELECT {key} FROM {table.name} WHERE {where} AND seal IS NOT {value}"  # noqa: S608
    return list(await db.execute_fetchall(sql))
