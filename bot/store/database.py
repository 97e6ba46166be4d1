"""The database interface, and the SQL fragments that differ between SQLite and PostgreSQL.

SQL is written once, in the common subset of both: ``count(*) FILTER``, ``ON CONFLICT .. DO
UPDATE``, flags as 0 and 1, ``CAST(.. AS BIGINT)`` for a Discord id, a CAST around a value that is
only compared with NULL. The remaining differences are fields of the ``Dialect``, named in SQL in
brackets: ``IN ([numbers ?2])``, ``FROM result [by_index result_guild]``.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import lru_cache
from typing import Any, Final, Protocol

from bot.model.enums import ShardRange
from bot.model.values import Record
from bot.store.packing import PackedLine

Value = str | int | float | bytes | None  # a bool is stored as a number
Values = Sequence[Value]
Row = Sequence[Any]  # columns have any type; the caller knows which
StatementBatch = tuple[str, Sequence[Values]]  # a statement, executed once for each row
Query = tuple[str, Values]
# from what is stored to what to write; None: as the last transaction has left it
Plan = Callable[[Sequence[Row] | None], Sequence[StatementBatch]]


class Dialect(Record, eq=False):  # compared by identity: it is a key of caches
    """The SQL fragments of one database.

    ``columns``: query for table, column, and the column's position in the primary key (from 1; 0:
    none), of all tables in their order. ``numbers``, ``words``: query for the elements of a JSON
    list, a value put in for ``{}``. ``people``: a JSON object as text of ``user_id`` and ``number``
    of all rows. ``locked``: suffix that locks the selected rows until the commit. ``greatest``: the
    function that returns the greater of two values. ``differs``: the comparison that treats NULL as
    an ordinary value. ``by_index``: index hint after a table name, the index put in for ``{}``.
    ``in_order``: join that reads the first table before the second. ``contract``: the name of the
    contract in the JSON of ``summary``, else NULL. ``index_mismatches``: query for the games of
    server ?1 whose covering index contradicts the row; "" where no index is covering. ``checksum``:
    expression for the checksum of a row, from the table, its columns, the name of the row.
    ``pack``: packs lines, with ``hash_chain.LINE_COLUMNS``, into one value of ``archive``.
    """

    columns: str
    numbers: str
    words: str
    people: str
    locked: str
    greatest: str
    differs: str
    by_index: str
    in_order: str
    contract: str
    index_mismatches: str
    checksum: Callable[[str, tuple[str, ...], str], str]
    pack: Callable[[Sequence[PackedLine]], Value]


_FRAGMENT: Final = re.compile(
    r"\[(numbers|words|people|locked|greatest|by_index|in_order|contract)(?: ([^\]]*))?\]"
)


@lru_cache(maxsize=1024)
def expand_fragments(dialect: Dialect, sql: str) -> str:
    """Return the statement with the bracketed names replaced by this dialect's fragments."""
    return _FRAGMENT.sub(lambda at: getattr(dialect, at[1]).replace("{}", at[2] or "{}"), sql)


class Database(Protocol):
    """One connection.  Values stand in SQL as ``?``, or ``?1`` where one is used twice.

    Each connection replaces the bracketed names with the fragments of its dialect.

    From all: StorageTrouble when the disk, the connection or the server fails, StatementFault when
    the statement itself is at fault.
    """

    @property
    def dialect(self) -> Dialect:
        """The SQL fragments of this database."""

    @property
    def in_transaction(self) -> bool:
        """True between ``begin`` and ``commit`` or ``rollback``."""

    async def fetch(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows in one thread hop; a cancelled caller leaves no half-read cursor."""

    async def fetch_each(self, queries: Sequence[Query]) -> list[list[Row]]:
        """Return the rows of each query, in one hop."""

    async def execute_many(self, sql: str, rows: Iterable[Values]) -> None:
        """Execute the statement once for each row, in one hop."""

    async def execute_all(self, work: Sequence[StatementBatch]) -> None:
        """Execute the statements one after another, in one hop."""

    async def begin(self, sql: str = "", values: Values = ()) -> list[Row]:
        """Begin a write transaction and return the rows of a first query, in one hop.

        StorageTrouble LOCKED while another program writes.
        """

    async def commit(self) -> None:
        """Commit everything since ``begin``."""

    async def transact(
        self, sql: str, values: Values, plan: Plan, *, is_known: bool = False
    ) -> bool:
        """Begin, execute what ``plan`` makes of the rows of a query, and commit, in one hop.

        Return False where nobody else can have written since the ``transact`` before.  With
        ``is_known`` the query is then left out, and ``plan``, which may run in another thread, gets
        None.  After an error the transaction waits for ``rollback``.
        """

    async def rollback(self) -> None:
        """Undo everything since ``begin``."""

    def snapshot(self) -> AbstractAsyncContextManager[None]:
        """Give all reads inside one consistent snapshot.

        A game marked as damaged inside stays marked even if the store raises.
        """

    async def wipe_log(self) -> None:
        """Overwrite deleted data where the database still has it, as far as it can."""

    async def shrink(self) -> None:
        """Return free pages to the disk, if there are many."""

    async def close(self) -> None:
        """Close the connection; closing twice is harmless."""


# Restriction of queries over all servers to those that one process owns.

_OWNED_MARKER: Final = "[owned]"


def restrict_to_owned(sql: str, owned: ShardRange) -> str:
    """Replace ``[owned]``, which occurs once in the query, with the condition for owned servers.

    A process that owns all servers gets a condition that is always true, which keeps its index
    plans. Only integers are inserted into the SQL. If a caller forgets to restrict a query with
    this marker, the database rejects it as invalid SQL.
    """
    assert sql.count(_OWNED_MARKER) == 1  # else a process would change tables of other processes
    return sql.replace(_OWNED_MARKER, _owned_condition(owned))


def _owned_condition(owned: ShardRange) -> str:
    first, last, of = map(int, owned)
    return "true" if owned.is_all else f"(guild_id >> 22) % {of} BETWEEN {first} AND {last}"
