"""Environment of the file: the SQLite version linked to this Python, and the disk space."""

import logging
import shutil
import sqlite3
from pathlib import Path
from typing import Final

_log = logging.getLogger(__name__)

LEAST_FREE: Final = 500 * 10**6  # bytes

# <https://sqlite.org/wal.html#walresetbug>: writing and checkpointing at one moment through two
# connections may lose what was committed, since 3.7.0
_FIXED: Final = (3, 51, 3)
_BACKPORTS: Final = {(3, 50): 7, (3, 44): 6}  # older release lines, and their first fixed release


def has_wal_bug(version: tuple[int, int, int]) -> bool:
    """Return True if this SQLite has the write-ahead log bug that 3.51.3 fixes."""
    major, minor, patch = version
    mended = _BACKPORTS.get((major, minor))
    return version < _FIXED and (mended is None or patch < mended)


def log_sqlite_version() -> None:
    """Log the SQLite version, with a warning if it should be replaced."""
    _log.info("SQLite %s", sqlite3.sqlite_version)
    if has_wal_bug(sqlite3.sqlite_version_info):
        _log.warning(
            "SQLite %s has a rare fault by which a write-ahead log is lost; this bot writes through"
            " one connection and does not meet it by itself, but let no other program write to the"
            " file or copy its log, and install a Python with SQLite 3.51.3 or newer",
            sqlite3.sqlite_version,
        )


class FileDiskSpace:
    """The disk space for the file; logs once when it runs short, and once when it is back."""

    def __init__(self, path: Path) -> None:
        self._folder = path.parent
        self._short = False

    def is_running_low(self) -> bool:
        """Return True if little space is left."""
        free = shutil.disk_usage(self._folder).free
        was, self._short = self._short, free < LEAST_FREE
        if self._short and not was:
            _log.warning(
                "the disk of the database has %d MB left: free some space, or no move can be"
                " stored soon",
                free // 10**6,
            )
        elif was and not self._short:
            _log.info("the disk of the database has room again")
        return self._short
