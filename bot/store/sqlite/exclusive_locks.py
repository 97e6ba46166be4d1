"""Exclusive locks on open files, for POSIX and Windows, that never wait.

On Linux a lock on one byte belongs to the open file (F_OFD_SETLK) and not to the process: SQLite,
which closes other descriptors of the database, does not release it. Where the system has no such
lock (macOS, BSD), only ``lock_whole_file`` locks: a whole database cannot be locked there, because
SQLite's own locks would meet that lock.
"""

import os
import struct
from errno import EACCES, EAGAIN, EDEADLK
from importlib import import_module
from importlib.util import find_spec
from typing import Final, Protocol

# SQLite never reads, writes or locks this byte of a database: it lies in the page of its lock
# bytes, behind the 512 of them that it uses <https://sqlite.org/fileformat2.html#lock_byte_page>
_FREE_BYTE: Final = 0x4000_0000 + 1024
_HELD: Final = (EACCES, EAGAIN, EDEADLK)


class _PosixLocks(Protocol):
    LOCK_EX: int
    LOCK_NB: int
    F_WRLCK: int

    def flock(self, descriptor: int, operation: int, /) -> None: ...
    def fcntl(self, descriptor: int, command: int, argument: bytes, /) -> bytes: ...


class _WindowsLocks(Protocol):
    LK_NBLCK: int

    def locking(self, descriptor: int, mode: int, size: int, /) -> None: ...


def lock_whole_file(descriptor: int) -> bool:
    """Lock a file that no other program locks; False if somebody else holds the lock.  OSError."""
    if find_spec("fcntl") is None:
        return _lock_on_windows(descriptor)
    posix: _PosixLocks = import_module("fcntl")
    try:
        posix.flock(descriptor, posix.LOCK_EX | posix.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def lock_database_byte(descriptor: int) -> bool:
    """Lock a database SQLite has open as well; False if somebody else holds the lock.

    The lock is on the inode: a hard link is the same database, and no file beside it decides.
    True without a lock where the system has none of this kind.
    """
    if find_spec("fcntl") is None:
        return _lock_on_windows(descriptor)
    module = import_module("fcntl")
    command: int | None = getattr(module, "F_OFD_SETLK", None)
    if command is None:
        return True
    posix: _PosixLocks = module
    wanted = struct.pack("hhqqi4x", posix.F_WRLCK, os.SEEK_SET, _FREE_BYTE, 1, 0)
    try:
        posix.fcntl(descriptor, command, wanted)
    except OSError as error:
        return error.errno not in _HELD  # another error: this file system has no such locks
    return True


def _lock_on_windows(descriptor: int) -> bool:
    windows: _WindowsLocks = import_module("msvcrt")
    os.lseek(descriptor, _FREE_BYTE, os.SEEK_SET)
    try:
        windows.locking(descriptor, windows.LK_NBLCK, 1)
    except OSError as error:
        if error.errno not in _HELD:
            raise
        return False
    return True
