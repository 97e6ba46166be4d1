"""Detects that a path no longer leads to the open file.

Writes to a file that was deleted or replaced still succeed, and are lost with the process.
Therefore the path is checked before every read and write, which costs microseconds.
"""

import os
from pathlib import Path

from bot.store.errors import StorageTrouble, Trouble


class OpenFile:
    """The identity of an open file and its log, taken when it was opened."""

    def __init__(self, path: Path) -> None:
        there = [file for file in (path, Path(f"{path}-wal")) if file.exists()]
        self._path = str(path)
        self._inodes = {str(file): file.stat().st_ino for file in there}

    def check(self) -> None:
        """Raise StorageTrouble GONE when the path no longer leads to the open file."""
        try:
            found = {file: os.stat(file) for file in self._inodes}  # noqa: PTH116  half the time
        except OSError as error:
            raise StorageTrouble(Trouble.GONE) from error
        is_same = all(found[file].st_ino == inode for file, inode in self._inodes.items())
        if not is_same or not found[self._path].st_size:
            raise StorageTrouble(Trouble.GONE)
