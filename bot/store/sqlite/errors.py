"""What SQLite says no with, in the words of the store.

Also what a connection has told already: behind it stands what the driver said.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bot.store.errors import FileFault, StatementFault, StorageTrouble, StoreError, Trouble

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
_REASON_OF_CODE: Final = {
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
_Said = (sqlite3.Error, StorageTrouble, StatementFault)


def told(error: sqlite3.Error) -> StorageTrouble | StatementFault:
    """The same in the words of the store."""
    trouble = _TROUBLE_OF_CODE.get(_primary_code(error))
    if trouble is None:
        words = tellable(error) or "a text is not UTF-8"
        return StatementFault(f"{type(error).__name__}: {words}")
    return StorageTrouble(trouble)


def tellable(error: sqlite3.Error) -> sqlite3.Error | None:
    """The error, to stand behind what is raised of it; None where nobody may read its words.

    Of a text it cannot read the Python module says all of it, and that may be a deck.
    """
    quotes = isinstance(error, sqlite3.OperationalError) and not _primary_code(error)
    return None if quotes else error


@contextmanager
def opening(path: Path) -> Iterator[None]:
    """Turn what goes wrong while a file is opened into a StoreError about ``path``."""
    try:
        yield
    except OSError as error:
        detail = error.strerror or str(error)
        raise StoreError(FileFault.UNWRITABLE, path=str(path), detail=detail) from error
    except UnicodeDecodeError as error:  # SQLite quotes what is damaged in its own message
        detail = "a text in it is not UTF-8"
        raise StoreError(FileFault.DAMAGED, path=str(path), detail=detail) from error
    except _Said as error:
        said = _driver_said(error)
        reason = _REASON_OF_CODE.get(_primary_code(said))
        if reason is None:  # a mistake in a statement, not in the file
            raise
        raise StoreError(reason, path=str(path), detail=str(said)) from error


@contextmanager
def reading_what_was_written(path: Path) -> Iterator[None]:
    """Here every statement fits a sound file: one that does not run has met damage."""
    try:
        yield
    except _Said as error:
        said = _driver_said(error)
        if _primary_code(said) in _REASON_OF_CODE:
            raise
        raise StoreError(FileFault.DAMAGED, path=str(path), detail=str(said)) from error


def _driver_said(error: Exception) -> Exception:
    cause = error.__cause__
    return cause if isinstance(cause, sqlite3.Error) else error


def _primary_code(error: Exception) -> int:
    """The low byte of SQLite's code; errors of the Python module itself carry none."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF
