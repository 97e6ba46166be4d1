"""Temporary files of the tests in memory, where the machine has room there.

A commit waits some 4 ms for the disk, and an evening makes hundreds of them.  The tests kill
processes, never machines, so files in memory outlive every test; ``make bench`` and ``make siege``
measure the cost of a real disk.
"""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/dev/shm")  # noqa: S108 - the folder, not a file in it
_ROOM: Final = 1 << 30  # bytes; the tests of one run keep less than half of it at once


def has_room(place: Path, room: int = _ROOM) -> bool:
    return os.access(place, os.W_OK | os.X_OK) and shutil.disk_usage(place).free >= room


def keep_files_in(place: Path) -> None:
    """Put every later temporary file in memory, for child processes as well.

    Nothing changes if the environment names a folder, or if there is no room.
    """
    if "TMPDIR" not in os.environ and has_room(place):
        os.environ["TMPDIR"] = tempfile.tempdir = str(place)
