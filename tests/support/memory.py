"""Where the tests keep their files: in memory, where the machine has room there.

A commit waits for the disk, some 4 ms, and an evening makes hundreds of them.  Processes are killed
in the tests, never machines, so what is in memory outlives all that happens there; what a real disk
costs, ``make bench`` and ``make siege`` measure.
"""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/dev/shm")  # noqa: S108 - the place, not a file in it
_ROOM: Final = 1 << 30  # bytes; the tests of one run keep less than half of it at once


def has_room(place: Path, room: int = _ROOM) -> bool:
    return os.access(place, os.W_OK | os.X_OK) and shutil.disk_usage(place).free >= room


def keep_files_in(place: Path) -> None:
    """Every temporary file from now on, of the processes started from here as well.

    Nothing is changed where a place was chosen from outside, or where there is no room.
    """
    if "TMPDIR" not in os.environ and has_room(place):
        os.environ["TMPDIR"] = tempfile.tempdir = str(place)
