"""The lock file: one process per file, because two would both respond to every interaction.

The database itself is locked as well: a hard link has a lock file of its own, and a lock file can
be removed under a running bot.

The file's content identifies the database beside it: the identity stored in the database, its
inode, and its state when closed. With it startup detects a database that was deleted, emptied or
replaced.
"""

import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from errno import EACCES, EAGAIN, EDEADLK
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from bot.store.errors import FileFault, StoreError
from bot.store.integrity.guard import ReadGuard

_MOST_BYTES: Final = 200  # bytes of the content
_OWNER_ONLY: Final = 0o600  # hidden hands and names are in the files
_PARTS: Final = ("", "-wal", "-shm", ".lock", ".erased")


class FileIdentity(NamedTuple):
    """Identifies the database used here; empty when there was none, or none is expected.

    ``left`` is how this program left the file (``state_at_open``).
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
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        words = os.read(self._descriptor, _MOST_BYTES).decode(errors="replace").split()
        if len(words) not in (2, 3) or not words[1].isdecimal():
            return FileIdentity()
        return FileIdentity(words[0], int(words[1]), *words[2:])

    def write(self, identity: FileIdentity) -> None:
        """Write the database that is expected here from now on."""
        os.ftruncate(self._descriptor, 0)
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        os.write(
            self._descriptor, f"{identity.identity} {identity.inode} {identity.left}\n".encode()
        )
        os.fsync(self._descriptor)


@contextmanager
def lock_database_file(path: Path) -> Iterator[LockFile]:
    """Hold ``<path>.lock`` exclusively; StoreError IN_USE when another process does, OSError else.

    The kernel drops the lock with the process, however it ends. The lock file stays: removing it
    would let a third process lock a new file while a second waits on the old one.
    """
    name = path.with_name(path.name + ".lock")
    descriptor = open_private(name)
    try:
        if not lock_whole_file(descriptor):
            raise StoreError(FileFault.IN_USE, path=str(path))
        if path.is_file():
            with lock_database(path):
                pass
        yield LockFile(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def lock_database(path: Path) -> Iterator[None]:
    """Hold the database itself, which is created if it is missing; StoreError IN_USE, OSError.

    Enter before SQLite opens the file and leave after it has closed it: on POSIX, closing any
    descriptor of a file drops the locks that SQLite holds on it in this process.
    """
    descriptor = open_private(path)
    try:
        if not lock_database_byte(descriptor):
            raise StoreError(FileFault.IN_USE, path=str(path))
        yield
    finally:
        os.close(descriptor)


def open_private(path: Path) -> int:
    """Open a file for reading and writing; a new one is readable by its owner alone.  OSError."""
    return os.open(path, os.O_RDWR | os.O_CREAT, _OWNER_ONLY)


def make_private(path: Path) -> None:
    """Let the owner alone read the database and the files beside it, which older versions made.

    Files that belong to another user stay as they are; the doctor names them.
    """
    for part in _PARTS:
        with suppress(OSError):
            Path(f"{path}{part}").chmod(_OWNER_ONLY)


# How this program left the file, so that startup takes the same time at any age of the file.
#
# A file that was closed in order and is unchanged need not be verified in full again. While a file
# is open, the lock file says since when all of it is known to be sound: after a crash, startup
# verifies what was written since, and the rest in the background. The lock file stays beside the
# original, so a copy has neither.

_SECOND: Final = 10**9  # nanoseconds
_OPEN_SINCE: Final = "open@"
FAULTY_MARK: Final = "faulty"


class FileState(Enum):
    """The state in which startup finds a file."""

    CLOSED = "closed in order, and unchanged since"
    CRASHED = "open when its process ended"
    UNKNOWN = "new, a copy, or changed by another program"
    FAULTY = "known to have damaged pages"


def state_at_open(path: Path, lock: LockFile) -> FileState:
    """Return how the file was left; CLOSED by its inode, size and time. OSError."""
    mark = lock.read()
    if not mark.left or not path.exists():
        return FileState.UNKNOWN
    if mark.left == FAULTY_MARK:
        return FileState.FAULTY
    if path.stat().st_ino != mark.inode:
        return FileState.UNKNOWN
    if mark.left.startswith(_OPEN_SINCE):
        return FileState.CRASHED
    return FileState.CLOSED if mark.left == closed_state(path) else FileState.UNKNOWN


def sound_since(mark: FileIdentity) -> int:
    """Return the time (unix seconds) at which all of a CRASHED file was known to be sound."""
    return int(mark.left.removeprefix(_OPEN_SINCE))


def sound_mark(now: int) -> str:
    """Return the mark of an open file, all of which is known to be sound at ``now``."""
    return f"{_OPEN_SINCE}{now}"


def mark_file(lock: LockFile, left: str) -> None:
    """Replace the mark; ``FAULTY_MARK`` has every startup verify all of the file first."""
    lock.write(lock.read()._replace(left=left))


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


# Exclusive locks on open files, for POSIX and Windows, that never wait.
#
# On Linux a lock on one byte belongs to the open file (F_OFD_SETLK) and not to the process:
# SQLite, which closes other descriptors of the database, does not release it. Where the system has
# no such lock (macOS, BSD), only ``lock_whole_file`` locks: a whole database cannot be locked
# there, because SQLite's own locks would meet that lock.

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
