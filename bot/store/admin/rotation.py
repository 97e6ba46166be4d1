"""Rotating backups: dated copies of the database in one folder, of which the newest are kept."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from bot.store.sqlite.connection import raising_open_errors
from bot.store.sqlite.migration import backup

_FORMAT: Final = "preferans-%Y-%m-%dT%H%M%SZ.db"
_NAME: Final = re.compile(r"preferans-\d{4}-\d\d-\d\dT\d{6}Z\.db")


class BackupFolder(NamedTuple):
    """The folder of rotating backups, and after how many hours the newest one is too old."""

    folder: Path
    max_hours: int

    def newest(self) -> float | None:
        """Return the unix time of the newest backup by its name; None without a readable one."""
        try:
            return max(map(_time_of, _backups(self.folder)), default=None)
        except (OSError, ValueError):
            return None

    def is_missing(self, now: float) -> bool:
        """Return True if the newest backup is too old, or if there is none."""
        newest = self.newest()
        return newest is None or now - newest > self.max_hours * 3600


def save_rotating(path: Path, folder: Path, keep: int, now: float) -> Path:
    """Save a checked copy under the time ``now``, then delete all but the ``keep`` newest copies.

    Other files of the folder stay. StoreError about the copy, and then nothing is deleted.
    """
    target = folder / datetime.fromtimestamp(now, UTC).strftime(_FORMAT)
    with raising_open_errors(target):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        backup(path, target)
        for old in sorted(_backups(folder))[:-keep]:
            old.unlink(missing_ok=True)
    return target


def _backups(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if _NAME.fullmatch(path.name)]


def _time_of(path: Path) -> float:
    return datetime.strptime(path.name, _FORMAT).replace(tzinfo=UTC).timestamp()
