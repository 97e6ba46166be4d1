"""Translates SQLite errors into store errors.

Also handles store errors that a connection has already raised: their cause is the driver's error.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bot.store.errors import FileFault, StatementFault, StorageTrouble, StoreError, Trouble

_CODE_TROUBLES: Final = {
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
_CODE_FAULTS: Final = {
    sqlite3.SQLITE_BUSY: FileFault.IN_USE,
    sqlite3.SQLITE_LOCKED: FileFault.IN_USE,
    sqlite3.SQLITE_CORRUPT: FileFault.DAMAGED,
    sqlite3.SQLITE_NOTADB: FileFault.DAMAGED,
    sqlite3.SQLITE_PERM: FileFault.UNWRITABLE,
    sqlite3.SQLITE_READONLY: FileFault.UNWRITABLE,
    sqlite3.SQLITE_CANTOPEN: FileFault.UNWRITABLE,
    sqlite3.SQLITE_IOERR: FileFault.UNWRITABLE,
    sqlite3.SQLITE_FULL: FileFault.UNWRITABLE,
}
_DRIVER_ERRORS = (sqlite3.Error, StorageTrouble, StatementFault)


def translate_sqlite_error(error: sqlite3.Error) -> StorageTrouble | StatementFault:
    """Translate a driver error."""
    trouble = _CODE_TROUBLES.get(_primary_code(error))
    if trouble is None:
        words = safe_cause(error) or "a text is not UTF-8"
        return StatementFault(f"{type(error).__name__}: {words}")
    return StorageTrouble(trouble)


def safe_cause(error: sqlite3.Error) -> sqlite3.Error | None:
    """Return the error if it is safe to chain; None if its message may quote stored text.

    The Python module quotes a text it cannot decode in full, and that may be a deck.
    """
    quotes = isinstance(error, sqlite3.OperationalError) and not _primary_code(error)
    return None if quotes else error


@contextmanager
def raising_open_errors(path: Path) -> Iterator[None]:
    """Turn errors while a file is opened into a StoreError about ``path``."""
    try:
        yield
    except OSError as error:
        detail = error.strerror or str(error)
        raise StoreError(FileFault.UNWRITABLE, path=str(path), detail=detail) from error
    except UnicodeDecodeError as error:  # SQLite quotes the damaged text in its message
        detail = "a text in it is not UTF-8"
        raise StoreError(FileFault.DAMAGED, path=str(path), detail=detail) from error
    except _DRIVER_ERRORS as error:
        said = _driver_error(error)
        reason = _CODE_FAULTS.get(_primary_code(said))
        if reason is None:  # a mistake in a statement, not in the file
            raise
        raise StoreError(reason, path=str(path), detail=str(said)) from error


@contextmanager
def treating_faults_as_damage(path: Path) -> Iterator[None]:
    """Treat a failing statement as damage, because every statement here fits a sound file."""
    try:
        yield
    except _DRIVER_ERRORS as error:
        said = _driver_error(error)
        if _primary_code(said) in _CODE_FAULTS:
            raise
        raise StoreError(FileFault.DAMAGED, path=str(path), detail=str(said)) from error


def _driver_error(error: Exception) -> Exception:
    cause = error.__cause__
    return cause if isinstance(cause, sqlite3.Error) else error


def _primary_code(error: Exception) -> int:
    """Return the low byte of SQLite's code; 0 for errors of the Python module itself."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF
