"""The lock file: one process per file, because two would both respond to every interaction.

The file's content identifies the database beside it: the identity stored in the database, its
inode, and its state when closed. With it startup detects a database that was deleted, emptied or
replaced.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from bot.store.errors import FileFault, StoreError

_MOST_BYTES: Final = 200  # bytes of the content


class FileIdentity(NamedTuple):
    """Identifies the database used here; empty when there was none, or none is expected.

    ``left`` is the state of the file when it was closed in order (bot/store/sqlite/lock_file.py).
    """

    identity: str = ""
    inode: int = 0
    left: str = ""


class LockFile:
    """The lock file while this process holds it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def read(self) -> FileIdentity:
        """Return the content written last."""
        words = os.pread(self._descriptor, _MOST_BYTES, 0).decode(errors="replace").split()
        if len(words) not in (2, 3) or not words[1].isdecimal():
            return FileIdentity()
        return FileIdentity(words[0], int(words[1]), *words[2:])

    def write(self, identity: FileIdentity) -> None:
        """Write the database that is expected here from now on."""
        os.ftruncate(self._descriptor, 0)
        os.pwrite(
            self._descriptor, f"{identity.identity} {identity.inode} {identity.left}\n".encode(), 0
        )
        os.fsync(self._descriptor)


@contextmanager
def lock_database_file(path: Path) -> Iterator[LockFile]:
    """Hold ``<path>.lock`` exclusively; StoreError IN_USE when another process does, OSError else.

    The kernel drops the lock with the process, however it ends. The lock file stays: removing it
    would let a third process lock a new file while a second waits on the old one.
    """
    name = path.with_name(path.name + ".lock")
    descriptor = os.open(name, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StoreError(FileFault.IN_USE, path=str(path)) from error
        yield LockFile(descriptor)
    finally:
        os.close(descriptor)
