"""Translates PostgreSQL and connection errors into store errors."""

from typing import Final

import asyncpg

from bot.store.errors import StatementFault, StorageTrouble, Trouble

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
