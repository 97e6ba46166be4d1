"""Opens PostgreSQL sessions and sets their parameters.

A session that is cut off must not hold its locks: the server probes the connection every few
seconds and terminates a transaction that stays idle.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final, TypeAlias

import asyncpg

from bot.config.database_url import DatabaseUrl, session_settings_sql, unrecoverable_errors
from bot.store.errors import StatementFault, StorageTrouble, Trouble
from bot.store.writer import WRITE_TIMEOUT

# Translates PostgreSQL and connection errors into store errors.

# <https://www.postgresql.org/docs/current/errcodes-appendix.html>
_CODE_TROUBLES: Final = {
    "25006": Trouble.READ_ONLY,  # a standby that was not promoted
    "42501": Trouble.READ_ONLY,  # no right to do it
    "40001": Trouble.LOCKED,  # another transaction changed it first
    "40P01": Trouble.LOCKED,  # deadlock, and this one was chosen as the victim
    "55P03": Trouble.LOCKED,  # lock timeout
    "57014": Trouble.LOCKED,  # statement timeout
    "53100": Trouble.FULL,
    "53200": Trouble.IO,  # out of memory
    "58030": Trouble.IO,
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
    "25P03": Trouble.UNREACHABLE,  # idle transaction timeout
}
_CLASS_TROUBLES: Final = {
    "08": Trouble.UNREACHABLE,  # the connection
    "28": Trouble.UNREACHABLE,  # the password has changed
    "3D": Trouble.UNREACHABLE,  # the database is gone
    "53": Trouble.UNREACHABLE,  # too many connections
    "57": Trouble.UNREACHABLE,  # the server stops, or starts
    "58": Trouble.IO,
}
POSTGRES_ERRORS: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,  # also from a closed connection
    asyncpg.InternalClientError,  # also from one that the server has just closed
    OSError,
    TimeoutError,
)


def postgres_trouble_of(error: BaseException) -> Trouble | None:
    """Return the trouble of the server or connection; None: the statement itself is at fault."""
    if isinstance(error, asyncpg.PostgresError):
        code = error.sqlstate or ""
        return _CODE_TROUBLES.get(code) or _CLASS_TROUBLES.get(code[:2])
    if isinstance(error, ValueError):  # a value that does not fit its column
        return None
    return Trouble.UNREACHABLE


def translate_postgres_error(error: BaseException) -> StorageTrouble | StatementFault:
    """Translate a driver error without quoting row values, which may be a deck."""
    trouble = postgres_trouble_of(error)
    return StatementFault(_describe(error)) if trouble is None else StorageTrouble(trouble)


def _describe(error: BaseException) -> str:
    """Name the fault and its place; quote the server only for a statement it cannot parse."""
    if not isinstance(error, asyncpg.PostgresError):
        return type(error).__name__
    if isinstance(error, asyncpg.SyntaxOrAccessError):
        return f"{type(error).__name__}: {error.args[0]}"
    places = (error.table_name, error.column_name, error.constraint_name)
    return " ".join([type(error).__name__, *filter(None, places)])


Session: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

SCHEMA: Final = "preferans"
_CONNECT_TIMEOUT: Final = 5.0  # seconds to connect
_DEAD_AFTER: Final = (
    0.2  # seconds beyond the statement timeout after which the server counts as dead
)
_STATEMENTS: Final = 500  # prepared statements to cache: all there are
_NAME: Final = {"application_name": "preferans"}  # unless the address has another one
_COMMON_PARAMETERS: Final = {
    "search_path": SCHEMA,
    "default_transaction_isolation": "read committed",
    "client_min_messages": "warning",
    "jit": "off",  # queries are short
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
# Milliseconds.  The writer retries by itself and lets reads run in between; every outcome is known
# before Discord stops waiting.
WRITER_PARAMETERS: Final = {
    "lock_timeout": "100",
    "statement_timeout": str(int(WRITE_TIMEOUT * 1000)),
    "idle_in_transaction_session_timeout": "10000",
}
READER_PARAMETERS: Final = {"default_transaction_read_only": "on", "statement_timeout": "30000"}
NO_TIMEOUTS: Final[Mapping[str, str]] = {}  # migrations, audits, moves

# A confirmed write has to be on one disk; the host may configure more.
_REQUIRE_SYNC: Final = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)


async def open_session(address: DatabaseUrl, parameters: Mapping[str, str]) -> Session:
    """Open a session with these settings. UnrecoverableError, or one of ``POSTGRES_ERRORS``."""
    most = parameters.get("statement_timeout")
    timeout = int(most) / 1000 + _DEAD_AFTER if most else None
    named = {} if "application_name=" in address.url else _NAME
    settings = session_settings_sql({**named, **_COMMON_PARAMETERS, **parameters})
    with unrecoverable_errors(address.url):
        session = await asyncpg.connect(
            address.url,
            timeout=_CONNECT_TIMEOUT,
            command_timeout=timeout,
            statement_cache_size=_STATEMENTS,
        )
    try:
        await session.set_type_codec(
            "numeric", schema="pg_catalog", encoder=str, decoder=_number, format="text"
        )
        await session.execute(f"{settings}; {_REQUIRE_SYNC}")
    except BaseException:
        session.terminate()
        raise
    return session


async def close_session(session: Session) -> None:
    """Close a session in order, or else at once."""
    try:
        with suppress(*POSTGRES_ERRORS):
            await session.close(timeout=2)
    finally:
        session.terminate()


def _number(said: str) -> int | float:
    """Convert a sum, which is an integer, or an average, which may be a fraction."""
    return float(said) if "." in said else int(said)
