"""Seals: a hash of each row outside of the chain, kept beside it by the database itself.

Whoever writes a row need not think of it: triggers seal what is written.  A seal that once did not
fit is never made good by a later write: it is NULL from then on.  A database notices damage to its
pages, not to what stands in them.  How a row is sealed is a matter of the dialect.
"""

from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from bot.store.database import Database, Dialect, Row


class Sealed(NamedTuple):
    """A table with seals; ``columns`` are all others, ``key`` those of the primary key."""

    dialect: Dialect
    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    def seal(self, row: str = "") -> str:
        """The seal of a row, as an expression; of each row of the table without a name."""
        return self.dialect.seal(self.name, self.columns, row or self.name)

    @property
    def is_broken(self) -> str:
        """The condition that a row of the table does not fit its seal."""
        return f"{self.name}.seal {self.dialect.differs} {self.seal()}"


async def sealed_tables(db: Database) -> tuple[Sealed, ...]:
    """The tables with seals; none in a file of an older layout."""
    found = []
    for name, rows in groupby(await db.fetch(db.dialect.columns), itemgetter(0)):
        columns = {str(column): bool(place) for _, column, place in rows}
        if columns.pop("seal", None) is not None:
            key = tuple(column for column, is_key in columns.items() if is_key)
            found.append(Sealed(db.dialect, str(name), tuple(columns), key))
    return tuple(found)


async def seal_all(db: Database, sealed: frozenset[str]) -> None:
    """Seal every row anew; in the tables of ``sealed`` not those whose seal is broken."""
    for table in await sealed_tables(db):
        broken = " WHERE seal IS NOT NULL" if table.name in sealed else ""
        await db.fetch(f"UPDATE {table.name} SET seal = {table.seal()}{broken}")  # noqa: S608


async def broken_rows(db: Database, table: Sealed, where: str = "true") -> list[Row]:
    """The keys of the rows whose seal does not fit, among those of the condition."""
    key = ", ".join(table.key)
    sql = f"SELECT {key} FROM {table.name} WHERE {where} AND {table.is_broken}"  # noqa: S608
    return await db.fetch(sql)
