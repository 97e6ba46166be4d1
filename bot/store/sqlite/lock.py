"""One bot per file: two copies would both answer every click.  And what the lock file remembers.

Its text is the mark of the database beside it: the identity that stands in the file, its inode, and
how it was left.  A database that is gone, emptied or exchanged while the bot is down is noticed by
it.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from bot.store.errors import FileFault, StoreError

_LONGEST: Final = 200  # bytes of a mark


class Mark(NamedTuple):
    """Which database was here; empty when none was, or none is expected.

    ``left`` is what the file looked like when it was closed in order (bot/store/sqlite/resting.py).
    """

    identity: str = ""
    inode: int = 0
    left: str = ""


class Lock:
    """The lock file while this process holds it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def mark(self) -> Mark:
        """What was noted last."""
        words = os.pread(self._descriptor, _LONGEST, 0).decode(errors="replace").split()
        if len(words) not in (2, 3) or not words[1].isdecimal():
            return Mark()
        return Mark(words[0], int(words[1]), *words[2:])

    def note(self, mark: Mark) -> None:
        """From now on this database is expected here."""
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"{mark.identity} {mark.inode} {mark.left}\n".encode(), 0)
        os.fsync(self._descriptor)


@contextmanager
def sole_user(path: Path) -> Iterator[Lock]:
    """Hold ``<path>.lock`` exclusively; StoreError IN_USE when another copy does, OSError else.

    The kernel drops the lock with the process, however it ends. The lock file stays: removing it
    would let a third copy lock a new file while a second waits on the old one.
    """
    name = path.with_name(path.name + ".lock")
    descriptor = os.open(name, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StoreError(FileFault.IN_USE, path=str(path)) from error
        yield Lock(descriptor)
    finally:
        os.close(descriptor)
