"""The status of a database, read from outside without changing it."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple, Self

from bot.store.errors import FileFault, StoreError
from bot.store.queries.preferences import ALIVE_KEY, CONNECTIONS_KEY
from bot.store.sqlite.connection import raising_open_errors
from bot.store.sqlite.migration import check_header, file_migrations

STATUS_KEYS: Final = (ALIVE_KEY, CONNECTIONS_KEY)  # the settings that are read


class DatabaseStatus(NamedTuple):
    """The status: ``known`` is this program's schema version; ``last_alive`` in unix seconds.

    ``connections`` are since when connections to Discord are counted, and how many there were.
    """

    version: int
    known: int
    last_alive: int | None
    connections: tuple[int, int] | None

    @classmethod
    def from_settings(cls, version: int, known: int, facts: Mapping[str, str]) -> Self:
        """Build the status; ``facts`` are the stored settings by key, among those of
        ``STATUS_KEYS``.
        """
        alive, counted = (facts.get(key) for key in STATUS_KEYS)
        since, _, count = (counted or "0 0").partition(" ")
        connections = (int(since), int(count)) if counted else None
        return cls(version, known, int(alive) if alive else None, connections)


# Reads the status of a file from outside and checks it, without changing anything.


def read_file_status(path: Path) -> DatabaseStatus:
    """Return the status, even while the bot runs; StoreError if this program would not open it."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    with raising_open_errors(path), closing(sqlite3.connect(address, uri=True)) as db:
        version, known = _number(db, "user_version"), len(file_migrations())
        check_header(path, _number(db, "application_id"), version, known)
        verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise StoreError(FileFault.DAMAGED, path=str(path), detail=verdict)
        facts = dict(db.execute("SELECT key, value FROM setting WHERE key IN (?, ?)", STATUS_KEYS))
    return DatabaseStatus.from_settings(version, known, facts)


def _number(db: sqlite3.Connection, pragma: str) -> int:
    return int(db.execute(f"PRAGMA {pragma}").fetchone()[0])
