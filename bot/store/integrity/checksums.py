"""Row checksums: a hash of each row outside the hash chain, maintained by database triggers.

Code that writes a row need not think of it. A later write never repairs a checksum that once
failed: it is NULL from then on. A database detects damage to its pages, but not altered values in
them. The dialect defines how a row is hashed.
"""

from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from bot.store.database import Database, Dialect, Row


class ChecksummedTable(NamedTuple):
    """A table with checksums; ``columns`` are all others, ``key`` those of the primary key."""

    dialect: Dialect
    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    def checksum_of(self, row: str = "") -> str:
        """Return the checksum expression for the row named ``row``, by default the table's own."""
        return self.dialect.checksum(self.name, self.columns, row or self.name)

    @property
    def broken_condition(self) -> str:
        """The condition that a row of the table fails its checksum."""
        return f"{self.name}.seal {self.dialect.differs} {self.checksum_of()}"


async def checksummed_tables(db: Database) -> tuple[ChecksummedTable, ...]:
    """Return the tables with checksums; none in a new file."""
    found = []
    for name, rows in groupby(await db.fetch(db.dialect.columns), itemgetter(0)):
        columns = {str(column): bool(place) for _, column, place in rows}
        if columns.pop("seal", None) is not None:
            key = tuple(column for column, is_key in columns.items() if is_key)
            found.append(ChecksummedTable(db.dialect, str(name), tuple(columns), key))
    return tuple(found)


async def recompute_checksums(db: Database, sealed: frozenset[str]) -> None:
    """Recompute every checksum; in the tables of ``sealed``, skip rows that failed theirs."""
    statements = []
    for table in await checksummed_tables(db):
        broken = " WHERE seal IS NOT NULL" if table.name in sealed else ""
        statements.append(f"UPDATE {table.name} SET seal = {table.checksum_of()}{broken}")  # noqa: S608
    await db.execute_all([(statement, [()]) for statement in statements])


async def broken_rows(db: Database, table: ChecksummedTable) -> list[Row]:
    """Return the keys of rows that fail their checksum."""
    key = ", ".join(table.key)
    sql = f"SELECT {key} FROM {table.name} WHERE {table.broken_condition}"  # noqa: S608
    return await db.fetch(sql)
