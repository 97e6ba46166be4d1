"""Reads the status of a file from outside and checks it, without changing anything."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.errors import FileFault, StoreError
from bot.store.looking import STATUS_KEYS, DatabaseStatus
from bot.store.sqlite.errors import raising_open_errors
from bot.store.sqlite.migrating import APPLICATION_ID, file_migrations


def read_file_status(path: Path) -> DatabaseStatus:
    """Return the status, even while the bot runs; StoreError if this program would not open it."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    with raising_open_errors(path), closing(sqlite3.connect(address, uri=True)) as db:
        version, known = _number(db, "user_version"), len(file_migrations())
        if _number(db, "application_id") != APPLICATION_ID:
            raise StoreError(FileFault.FOREIGN_FILE, path=str(path))
        if version > known:
            raise StoreError(FileFault.NEWER_FILE, path=str(path), found=version, known=known)
        verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise StoreError(FileFault.DAMAGED, path=str(path), detail=verdict)
        facts = dict(db.execute("SELECT key, value FROM setting WHERE key IN (?, ?)", STATUS_KEYS))
    return DatabaseStatus.from_settings(version, known, facts)


def _number(db: sqlite3.Connection, pragma: str) -> int:
    return int(db.execute(f"PRAGMA {pragma}").fetchone()[0])
