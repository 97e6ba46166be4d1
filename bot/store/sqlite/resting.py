"""The closed state of a file: detects writes since it was closed in order.

An unchanged file need not be verified in full again, so startup takes the same time at any age of
the file. The state is kept in the lock file, so a copy never has it; startup removes it, so a crash
leaves none.
"""

import os
from pathlib import Path
from typing import Final

from bot.store.guard import ReadGuard
from bot.store.sqlite.lock import LockFile

_SECOND: Final = 10**9  # nanoseconds


def is_unchanged_since_close(path: Path, lock: LockFile) -> bool:
    """Return True if the file has the inode, size and time of an orderly close. OSError."""
    mark = lock.read()
    if not mark.left or not path.exists():
        return False
    return path.stat().st_ino == mark.inode and mark.left == closed_state(path)


class CloseRecorder:
    """Records the state of the file at close, unless something in it failed verification."""

    def __init__(self, path: Path, lock: LockFile) -> None:
        self._path = path
        self._lock = lock
        self.guard: ReadGuard | None = None  # None: never opened

    def record(self) -> None:
        """Record the state, once the file is closed and its log is gone."""
        mark = self._lock.read()
        if self.guard is None or self.guard.needs_full_check or not self._path.exists():
            return
        found = self._path.stat()
        if found.st_ino != mark.inode or _write_ahead_log(self._path).exists():
            return
        # makes a foreign write visible even in the same clock tick as our last one
        os.utime(self._path, ns=(found.st_atime_ns, found.st_mtime_ns - _SECOND))
        self._lock.write(mark._replace(left=closed_state(self._path)))


def closed_state(path: Path) -> str:
    """Return the file's size and modification time; "" while there is a log beside it."""
    found, log = path.stat(), _write_ahead_log(path)
    if log.exists() and log.stat().st_size:
        return ""
    return f"{found.st_size}:{found.st_mtime_ns}"


def _write_ahead_log(path: Path) -> Path:
    return Path(f"{path}-wal")
