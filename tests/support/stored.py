"""Reading the bot's file behind its back."""

import sqlite3
from pathlib import Path
from typing import Any, Final

_OPEN: Final[dict[Path, sqlite3.Connection]] = {}  # opening one costs more than reading


def read(database: Path, sql: str, *values: object) -> list[Any]:
    """The rows; the file stays open for the next question until :func:`forget`."""
    if database not in _OPEN:
        _OPEN[database] = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        _OPEN[database].row_factory = sqlite3.Row
    return _OPEN[database].execute(sql, values).fetchall()


def forget(database: Path) -> None:
    """Let go of the file, so that its bot is the last to close it."""
    if found := _OPEN.pop(database, None):
        found.close()
