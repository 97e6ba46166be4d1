"""A connection to a database, whichever it is, and what each of them words in its own way.

SQL is written once, in what SQLite and PostgreSQL both understand: ``count(*) FILTER``, ``ON
CONFLICT .. DO UPDATE``, flags as 0 and 1, ``CAST(.. AS BIGINT)`` for a number of Discord, a CAST
around a value that is only compared with NULL.  What is left are pieces of the ``Dialect``, which
stand in SQL in brackets: ``IN ([numbers ?2])``, ``FROM result [by_index result_guild]``.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Protocol

from bot.store.packing import Said

Value = str | int | float | bytes | None  # a bool goes in as a number
Values = Sequence[Value]
Row = Sequence[Any]  # the columns of a question are of any type; who asks knows of which
Work = tuple[str, Sequence[Values]]  # a statement, once for each of the rows


@dataclass(frozen=True, slots=True, eq=False)  # compared by identity: a key of many caches
class Dialect:
    """How one database says what the other says differently; pieces of SQL.

    ``columns``: the question for name, column, and the column's place in the primary key (from 1;
    0: none), of all tables in their order.
    ``numbers``, ``words``: the question for what is in a list in JSON, a value put in for ``{}``.
    ``people``: a JSON object as text of ``user_id`` and ``number`` of all rows.
    ``locked``: at the end of a question about rows that nobody else may change until the commit.
    ``greatest``: the function that gives the greater of two values.
    ``differs``: the comparison to which NULL is a value like others.
    ``by_index``: after the name of a table, the index to be used, put in for ``{}``.
    ``in_order``: joins the second table to the first, never the first to the second.
    ``contract``: the name of the contract in the JSON of ``summary``, else NULL.
    ``of_index``: the question for the games of server ?1 of which an index that answers alone says
    something else than the row; "" where no index does.
    ``seal``: the seal of a row, as an expression: of the table, its columns, the name of the row.
    ``packed``: lines of a game, their columns as in ``chain.LINE``, in one value of ``archive``.
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
    of_index: str
    seal: Callable[[str, tuple[str, ...], str], str]
    packed: Callable[[Sequence[Said]], Value]


_PIECE: Final = re.compile(
    r"\[(numbers|words|people|locked|greatest|by_index|in_order|contract)(?: ([^\]]*))?\]"
)


@lru_cache(maxsize=1024)
def said(dialect: Dialect, sql: str) -> str:
    """The statement with the pieces of this dialect in the place of their names."""
    return _PIECE.sub(lambda at: getattr(dialect, at[1]).replace("{}", at[2] or "{}"), sql)


class Database(Protocol):
    """One connection.  Values stand in SQL as ``?``, or ``?1`` where one is used twice; pieces of
    its dialect stand there in brackets, and each connection puts in its own.

    From all: StorageTrouble when the disk, the line or the server fails, StatementFault when the
    statement itself is at fault.
    """

    @property
    def dialect(self) -> Dialect:
        """How it says what others say differently."""

    @property
    def in_transaction(self) -> bool:
        """Between ``begin`` and what ends it."""

    async def fetch(self, sql: str, values: Values = ()) -> list[Row]:
        """All rows in one hop; a cancelled caller leaves no half-read cursor behind."""

    async def many(self, sql: str, rows: Iterable[Values]) -> None:
        """The statement once for each row, in one hop."""

    async def write(self, work: Sequence[Work]) -> None:
        """Statement after statement, in one hop."""

    async def begin(self, sql: str = "", values: Values = ()) -> list[Row]:
        """Begin to write, and the rows of a first question, in one hop.

        StorageTrouble LOCKED while another program does.
        """

    async def commit(self, work: Sequence[Work] = ()) -> None:
        """Keep all since ``begin``, and this with it, in one hop."""

    async def rollback(self) -> None:
        """Undo all since ``begin``."""

    def snapshot(self) -> AbstractAsyncContextManager[None]:
        """All that is read within stands as it did at one moment.

        What is changed there, a game that is marked, is kept also where the store says no.
        """

    async def wipe_log(self) -> None:
        """What was deleted is written over where the database still has it, as far as it can."""

    async def shrink(self) -> None:
        """Give what is free back to the disk, where it is much."""

    async def close(self) -> None:
        """Let go of it; closing twice is closing once."""
