"""Connection to PostgreSQL: the only module that sends it statements (bot/store/database.py)."""

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import lru_cache
from typing import Final, cast

from bot.store.database import Dialect, Row, Values, Work, said
from bot.store.errors import StatementFault, StorageTrouble, Trouble
from bot.store.postgres.dialect import POSTGRES
from bot.store.postgres.doubt import Doubt
from bot.store.postgres.errors import FAILED, told, trouble_of
from bot.store.postgres.line import Line
from bot.store.postgres.numbered import numbered
from bot.store.postgres.session import Session

_SNAPSHOT: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ"
# Seconds.  A dead connection never responds.  BEGIN is cheap for the server, so it has a short
# timeout: the user gets a response before Discord gives up, even if a commit's outcome is unknown.
_BEGINNING: Final = 1.0
_COMMIT: Final = 1.5
_LOOK: Final = 1.0
_LONG: Final = 3600.0


@lru_cache(maxsize=1024)  # there are about three hundred statements
def _worded(sql: str) -> str:
    return numbered(said(POSTGRES, sql))


class PostgresDatabase:
    """A ``Database`` (bot/store/database.py) over one reconnecting connection.

    A transaction lives and dies with the session it was begun in.
    """

    dialect: Dialect = POSTGRES

    def __init__(self, line: Line, doubt: Doubt) -> None:
        self.line = line
        self._doubt = doubt
        self._held: Session | None = None  # the session of the open transaction
        self._is_reading = False

    @property
    def in_transaction(self) -> bool:
        return self._held is not None

    async def fetch(self, sql: str, values: Values = ()) -> list[Row]:
        session = await self._session()
        try:
            with self._telling(session):
                return cast(list[Row], await session.fetch(_worded(sql), *values))
        except StatementFault:
            await self._recover(session)
            raise

    async def many(self, sql: str, rows: Iterable[Values]) -> None:
        session = await self._session()
        with self._telling(session):
            await session.executemany(_worded(sql), rows)

    async def write(self, work: Sequence[Work]) -> None:
        for sql, rows in work:
            await self.many(sql, rows)

    async def begin(self, sql: str = "", values: Values = ()) -> list[Row]:
        await self._begin("BEGIN")
        return await self.fetch(sql, values) if sql else []

    async def commit(self, work: Sequence[Work] = ()) -> None:
        """Commit; afterwards the outcome is known, or StorageTrouble DOUBTFUL is raised."""
        await self.write(work)
        session = await self._session()
        with self._telling(session):
            await self._doubt.note(session)
        self._held = None
        try:
            answer = await session.execute("COMMIT", timeout=_COMMIT)
        except FAILED as error:
            if trouble_of(error) is not Trouble.UNREACHABLE:  # a response: rolled back
                raise told(error) from None
            self.line.drop(session)
            await self._look()
            return
        if answer != "COMMIT":
            raise StatementFault("a transaction that failed was to be kept")

    async def rollback(self) -> None:
        session, self._held = self._held, None
        if session is not None and not session.is_closed():
            await self._order(session, "ROLLBACK")

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[None]:
        await self._begin(_SNAPSHOT)
        self._is_reading = True
        try:
            yield
        finally:
            session, self._held, self._is_reading = self._held, None, False
            if session is not None and not session.is_closed():
                await self._order(session, "COMMIT")

    async def wipe_log(self) -> None:
        """Do nothing: PostgreSQL overwrites deleted data over time (docs/fleet.md)."""

    async def shrink(self) -> None:
        """Make free space reusable; only VACUUM FULL would return it, and that blocks everybody."""
        session = await self._session()
        with self._telling(session):
            before = await session.fetchval("SHOW statement_timeout")
            await session.execute("SET statement_timeout = 0")
            await session.execute("VACUUM (ANALYZE) line, archive", timeout=_LONG)
            await session.execute(f"SET statement_timeout = '{before}'")

    async def close(self) -> None:
        await self.line.close()

    async def _begin(self, how: str) -> None:
        """Begin, and retry once if the session turns out to be lost: nothing was sent in it yet."""
        try:
            self._held = await self._begun(how)
        except StorageTrouble as error:
            if error.trouble is not Trouble.UNREACHABLE:
                raise
            self._held = await self._begun(how)

    async def _begun(self, how: str) -> Session:
        session = await self.line.hold()
        if session.is_in_transaction():  # a task was cancelled in the middle of one
            await self._order(session, "ROLLBACK")
        await self._order(session, how, _BEGINNING)
        return session

    async def _recover(self, session: Session) -> None:
        """Reset the session after a fault, which would make a snapshot reject further statements.

        If the driver itself rejected a value, the server still waits for it in a transaction.
        """
        if self._is_reading:
            await self._order(session, "ROLLBACK")
            await self._order(session, _SNAPSHOT)
        elif self._held is None:
            await self._order(session, "SELECT")

    async def _look(self) -> None:
        """Find out if the newest transaction was stored; StorageTrouble if not, or if unknown."""
        try:
            await self.line.hold(_LOOK)
        except StorageTrouble as error:
            raise StorageTrouble(Trouble.DOUBTFUL) from error
        self._doubt.decide()

    async def _session(self) -> Session:
        if self._held is None:
            return await self.line.hold()
        if self._held.is_closed():
            raise StorageTrouble(Trouble.UNREACHABLE)
        return self._held

    async def _order(self, session: Session, statement: str, seconds: float | None = None) -> None:
        with self._telling(session):
            await session.execute(statement, timeout=seconds)

    @contextmanager
    def _telling(self, session: Session) -> Iterator[None]:
        """Translate driver errors into store errors; a failed session is dropped."""
        try:
            yield
        except FAILED as error:
            trouble = told(error)
            is_lost = isinstance(trouble, StorageTrouble) and (
                trouble.trouble is Trouble.UNREACHABLE
            )
            if is_lost or session.is_closed():
                self.line.drop(session)
            raise trouble from None
