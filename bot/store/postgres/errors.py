"""What PostgreSQL and the way to it say no with, in the words of the store."""

from typing import Final

import asyncpg

from bot.store.errors import StatementFault, StorageTrouble, Trouble

# <https://www.postgresql.org/docs/current/errcodes-appendix.html>
_OF_CODE: Final = {
    "25006": Trouble.READ_ONLY,  # a standby that was not promoted
    "42501": Trouble.READ_ONLY,  # no right to do it
    "40001": Trouble.LOCKED,  # somebody else changed it first
    "40P01": Trouble.LOCKED,  # two wait for each other, and this one gave way
    "55P03": Trouble.LOCKED,  # waited for as long as it may
    "57014": Trouble.LOCKED,  # took longer than it may
    "53100": Trouble.FULL,
    "53200": Trouble.IO,  # out of memory
    "58030": Trouble.IO,
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
    "25P03": Trouble.UNREACHABLE,  # the server has hung up on a transaction
}
_OF_CLASS: Final = {
    "08": Trouble.UNREACHABLE,  # the line
    "28": Trouble.UNREACHABLE,  # the password is another by now
    "3D": Trouble.UNREACHABLE,  # the database is gone
    "53": Trouble.UNREACHABLE,  # too many connections
    "57": Trouble.UNREACHABLE,  # the server stops, or starts
    "58": Trouble.IO,
}
FAILED: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,  # also of a connection that is closed
    asyncpg.InternalClientError,  # also of one on which the server has just said good-bye
    OSError,
    TimeoutError,
)


def trouble_of(error: BaseException) -> Trouble | None:
    """What the server or the line has to do with it; None: the statement itself is at fault."""
    if isinstance(error, asyncpg.PostgresError):
        code = error.sqlstate or ""
        return _OF_CODE.get(code) or _OF_CLASS.get(code[:2])
    if isinstance(error, ValueError):  # a value that does not fit its column
        return None
    return Trouble.UNREACHABLE


def told(error: BaseException) -> StorageTrouble | StatementFault:
    """The same in the words of the store, and without what stands in a row: it may be a deck."""
    trouble = trouble_of(error)
    return StatementFault(_said(error)) if trouble is None else StorageTrouble(trouble)


def _said(error: BaseException) -> str:
    """Which fault, and of what; only where the statement cannot be understood, in its words."""
    if not isinstance(error, asyncpg.PostgresError):
        return type(error).__name__
    if isinstance(error, asyncpg.SyntaxOrAccessError):
        return f"{type(error).__name__}: {error.args[0]}"
    places = (error.table_name, error.column_name, error.constraint_name)
    return " ".join([type(error).__name__, *filter(None, places)])
