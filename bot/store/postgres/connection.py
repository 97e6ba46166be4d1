"""Connection to PostgreSQL: the only module that sends it statements (bot/store/database.py)."""

import re
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import lru_cache
from typing import Final, cast

from bot.store.database import Dialect, Plan, Query, Row, StatementBatch, Values, expand_fragments
from bot.store.errors import StatementFault, StorageTrouble, Trouble
from bot.store.packing import PackedLine, lines_to_json
from bot.store.postgres.reconnecting import CommitTracker, ReconnectingSession
from bot.store.postgres.session import (
    POSTGRES_ERRORS,
    Session,
    postgres_trouble_of,
    translate_postgres_error,
)

# The PostgreSQL dialect (bot/store/database.py), from 16 on.

_COLUMNS: Final = (
    "SELECT t.relname, a.attname, coalesce(array_position(string_to_array(k.indkey::text, ' '),"
    " a.attnum::text), 0) FROM pg_class AS t JOIN pg_attribute AS a ON a.attrelid = t.oid"
    " LEFT JOIN pg_index AS k ON k.indrelid = t.oid AND k.indisprimary"
    " WHERE t.relnamespace = 'preferans'::regnamespace AND t.relkind = 'r'"
    " AND a.attnum > 0 AND NOT a.attisdropped ORDER BY t.relname, a.attnum"
)


def _checksum(_: str, __: tuple[str, ...], row: str) -> str:
    return f"seal_of(to_jsonb({row}))"


def _pack(lines: Sequence[PackedLine]) -> bytes:
    """Return lines uncompressed: PostgreSQL compresses long values itself; its view reads them."""
    return lines_to_json(lines).encode()


POSTGRES: Final = Dialect(
    columns=_COLUMNS,
    numbers="SELECT CAST(json_array_elements_text(CAST({} AS JSON)) AS BIGINT)",
    words="SELECT json_array_elements_text(CAST({} AS JSON))",
    people="CAST(coalesce(json_object_agg(user_id, number), '{}') AS TEXT)",
    locked="FOR NO KEY UPDATE",
    greatest="greatest",
    differs="IS DISTINCT FROM",
    by_index="",
    in_order="JOIN",
    contract="CASE WHEN summary IS JSON OBJECT THEN CAST(summary AS JSON) #>> '{contract,0}' END",
    index_mismatches="",
    checksum=_checksum,
    pack=_pack,
)


# Rewrites the placeholders ``?`` and ``?1`` of shared SQL as PostgreSQL's ``$1``.

_PLACEHOLDER: Final = re.compile(r"""'[^']*'|"[^"]*"|\?(\d*)""")


def number_placeholders(sql: str) -> str:
    """Number the placeholders: a ``?`` follows the highest before it, as in SQLite.

    Quoted text stays as it is.
    """
    highest = 0

    def number(found: re.Match[str]) -> str:
        nonlocal highest
        if found[1] is None:
            return found[0]
        own = int(found[1] or highest + 1)
        highest = max(highest, own)
        return f"${own}"

    return _PLACEHOLDER.sub(number, sql)


_SNAPSHOT: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ"
# Seconds.  A dead connection never responds.  BEGIN is cheap for the server, so it has a short
# timeout: the user gets a response before Discord gives up, even if a commit's outcome is unknown.
_BEGIN_TIMEOUT: Final = 1.0
_COMMIT_TIMEOUT: Final = 1.5
_OUTCOME_TIMEOUT: Final = 1.0
_VACUUM_TIMEOUT: Final = 3600.0


@lru_cache(maxsize=1024)  # there are about three hundred statements
def _prepared_sql(sql: str) -> str:
    return number_placeholders(expand_fragments(POSTGRES, sql))


class PostgresDatabase:
    """A ``Database`` (bot/store/database.py) over one reconnecting connection.

    A transaction lives and dies with the session it was begun in.
    """

    dialect: Dialect = POSTGRES

    def __init__(self, sessions: ReconnectingSession, commits: CommitTracker) -> None:
        self.sessions = sessions
        self._commits = commits
        self._transaction: Session | None = None  # the session of the open transaction
        self._is_reading = False

    @property
    def in_transaction(self) -> bool:
        return self._transaction is not None

    async def fetch(self, sql: str, values: Values = ()) -> list[Row]:
        session = await self._session()
        try:
            with self._translating_errors(session):
                return cast(list[Row], await session.fetch(_prepared_sql(sql), *values))
        except StatementFault:
            await self._recover(session)
            raise

    async def fetch_each(self, queries: Sequence[Query]) -> list[list[Row]]:
        return [await self.fetch(sql, values) for sql, values in queries]

    async def execute_many(self, sql: str, rows: Iterable[Values]) -> None:
        session = await self._session()
        with self._translating_errors(session):
            await session.executemany(_prepared_sql(sql), rows)

    async def execute_all(self, work: Sequence[StatementBatch]) -> None:
        for sql, rows in work:
            await self.execute_many(sql, rows)

    async def begin(self, sql: str = "", values: Values = ()) -> list[Row]:
        await self._begin("BEGIN")
        return await self.fetch(sql, values) if sql else []

    async def transact(
        self, sql: str, values: Values, plan: Plan, *, is_known: bool = False
    ) -> bool:
        """Return True: another process may have written, and the query locks the rows."""
        await self.execute_all(plan(await self.begin(sql, values)))
        await self.commit()
        return True

    async def commit(self) -> None:
        """Commit; afterwards the outcome is known, or StorageTrouble DOUBTFUL is raised."""
        session = await self._session()
        with self._translating_errors(session):
            await self._commits.write_number(session)
        self._transaction = None
        try:
            answer = await session.execute("COMMIT", timeout=_COMMIT_TIMEOUT)
        except POSTGRES_ERRORS as error:
            if postgres_trouble_of(error) is not Trouble.UNREACHABLE:  # a response: rolled back
                raise translate_postgres_error(error) from None
            self.sessions.drop(session)
            await self._find_outcome()
            return
        if answer != "COMMIT":
            raise StatementFault("a transaction that failed was to be kept")

    async def rollback(self) -> None:
        session, self._transaction = self._transaction, None
        if session is not None and not session.is_closed():
            await self._execute(session, "ROLLBACK")

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[None]:
        await self._begin(_SNAPSHOT)
        self._is_reading = True
        try:
            yield
        finally:
            session, self._transaction, self._is_reading = self._transaction, None, False
            if session is not None and not session.is_closed():
                await self._execute(session, "COMMIT")

    async def wipe_log(self) -> None:
        """Do nothing: PostgreSQL overwrites deleted data over time (docs/fleet.md)."""

    async def shrink(self) -> None:
        """Make free space reusable; only VACUUM FULL would return it, and that blocks everybody."""
        session = await self._session()
        with self._translating_errors(session):
            before = await session.fetchval("SHOW statement_timeout")
            await session.execute("SET statement_timeout = 0")
            await session.execute("VACUUM (ANALYZE) line, archive", timeout=_VACUUM_TIMEOUT)
            await session.execute(f"SET statement_timeout = '{before}'")

    async def close(self) -> None:
        await self.sessions.close()

    async def _begin(self, how: str) -> None:
        """Begin, and retry once if the session turns out to be lost: nothing was sent in it yet."""
        try:
            self._transaction = await self._begin_once(how)
        except StorageTrouble as error:
            if error.trouble is not Trouble.UNREACHABLE:
                raise
            self._transaction = await self._begin_once(how)

    async def _begin_once(self, how: str) -> Session:
        session = await self.sessions.acquire()
        if session.is_in_transaction():  # a task was cancelled in the middle of one
            await self._execute(session, "ROLLBACK")
        await self._execute(session, how, _BEGIN_TIMEOUT)
        return session

    async def _recover(self, session: Session) -> None:
        """Reset the session after a fault, which would make a snapshot reject further statements.

        If the driver itself rejected a value, the server still waits for it in a transaction.
        """
        if self._is_reading:
            await self._execute(session, "ROLLBACK")
            await self._execute(session, _SNAPSHOT)
        elif self._transaction is None:
            await self._execute(session, "SELECT")

    async def _find_outcome(self) -> None:
        """Find out if the newest transaction was stored; StorageTrouble if not, or if unknown."""
        try:
            await self.sessions.acquire(_OUTCOME_TIMEOUT)
        except StorageTrouble as error:
            raise StorageTrouble(Trouble.DOUBTFUL) from error
        self._commits.check_stored()

    async def _session(self) -> Session:
        if self._transaction is None:
            return await self.sessions.acquire()
        if self._transaction.is_closed():
            raise StorageTrouble(Trouble.UNREACHABLE)
        return self._transaction

    async def _execute(
        self, session: Session, statement: str, seconds: float | None = None
    ) -> None:
        with self._translating_errors(session):
            await session.execute(statement, timeout=seconds)

    @contextmanager
    def _translating_errors(self, session: Session) -> Iterator[None]:
        """Translate driver errors into store errors; a failed session is dropped."""
        try:
            yield
        except POSTGRES_ERRORS as error:
            trouble = translate_postgres_error(error)
            is_lost = isinstance(trouble, StorageTrouble) and (
                trouble.trouble is Trouble.UNREACHABLE
            )
            if is_lost or session.is_closed():
                self.sessions.drop(session)
            raise trouble from None
