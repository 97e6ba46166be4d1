"""One bot per file: two copies would both answer every click."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.store.errors import FileFault, StoreError


@contextmanager
def sole_user(path: Path) -> Iterator[None]:
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
        yield
    finally:
        os.close(descriptor)
