"""What the file rests on: the SQLite this Python is linked to, and the room on its disk."""

import logging
import shutil
import sqlite3
from pathlib import Path
from typing import Final

_log = logging.getLogger(__name__)

LEAST_FREE: Final = 500 * 10**6  # bytes

# <https://sqlite.org/wal.html#walresetbug>: writing and checkpointing at one moment through two
# connections may lose what was committed, since 3.7.0
_SOUND: Final = (3, 51, 3)
_BACKPORTS: Final = {(3, 50): 7, (3, 44): 6}  # older lines, and their first sound release


def can_lose_its_log(version: tuple[int, int, int]) -> bool:
    """Whether this SQLite has the fault of the write-ahead log that 3.51.3 mends."""
    major, minor, patch = version
    mended = _BACKPORTS.get((major, minor))
    return version < _SOUND and (mended is None or patch < mended)


def tell_of_sqlite() -> None:
    """Which SQLite is used, and whether it is one to be replaced."""
    _log.info("SQLite %s", sqlite3.sqlite_version)
    if can_lose_its_log(sqlite3.sqlite_version_info):
        _log.warning(
            "SQLite %s has a rare fault by which a write-ahead log is lost; this bot writes through"
            " one connection and does not meet it by itself, but let no other program write to the"
            " file or copy its log, and install a Python with SQLite 3.51.3 or newer",
            sqlite3.sqlite_version,
        )


class Room:
    """The room on the disk of the file; tells once when it runs short, and once when it is back."""

    def __init__(self, path: Path) -> None:
        self._folder = path.parent
        self._short = False

    def look(self) -> bool:
        """Whether there is little room left."""
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
