"""What SQLite says no with, in the words of the store."""

import sqlite3
from typing import Final

from bot.store.errors import Trouble

_TROUBLE_OF_CODE: Final = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_IOERR: Trouble.IO,
    sqlite3.SQLITE_CANTOPEN: Trouble.IO,
    sqlite3.SQLITE_PROTOCOL: Trouble.IO,
    sqlite3.SQLITE_NOMEM: Trouble.IO,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}


def trouble_of(error: sqlite3.Error) -> Trouble | None:
    """What the disk has to do with this error; None when the statement itself is at fault."""
    return _TROUBLE_OF_CODE.get(primary_code(error))


def primary_code(error: sqlite3.Error) -> int:
    """The low byte of SQLite's code; errors of the Python module itself carry none."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF
