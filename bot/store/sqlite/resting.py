"""How a file was left: whether anybody has written to it since it was closed in order.

Then what was looked at before need not be looked at again, and a start takes the same time whatever
the age of the file.  Kept in the lock file, so a copy never has it; taken back by the start, so a
process that dies leaves nothing.
"""

import os
from pathlib import Path
from typing import Final

from bot.store.guard import Guard
from bot.store.sqlite.lock import Lock

_SECOND: Final = 10**9  # nanoseconds


def is_as_left(path: Path, lock: Lock) -> bool:
    """Whether it is the file, of the size and the time, that was closed in order.  OSError."""
    mark = lock.mark()
    if not mark.left or not path.exists():
        return False
    return path.stat().st_ino == mark.inode and mark.left == looks(path)


class Parting:
    """Notes at the end how the file is left, if nothing in it gave cause for doubt."""

    def __init__(self, path: Path, lock: Lock) -> None:
        self._path = path
        self._lock = lock
        self.guard: Guard | None = None  # None: it was never opened

    def note(self) -> None:
        """The file is closed, its log is gone."""
        mark = self._lock.mark()
        if self.guard is None or self.guard.doubts or not self._path.exists():
            return
        found = self._path.stat()
        if found.st_ino != mark.inode or _log_of(self._path).exists():
            return
        # a write in the same tick of the clock as the last of ours shows as well
        os.utime(self._path, ns=(found.st_atime_ns, found.st_mtime_ns - _SECOND))
        self._lock.note(mark._replace(left=looks(self._path)))


def looks(path: Path) -> str:
    """Its size and when it was written last; "" while there is a log beside it."""
    found, log = path.stat(), _log_of(path)
    if log.exists() and log.stat().st_size:
        return ""
    return f"{found.st_size}:{found.st_mtime_ns}"


def _log_of(path: Path) -> Path:
    return Path(f"{path}-wal")
