"""Reading the bot's file behind its back."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any


def read(database: Path, sql: str, *values: object) -> list[Any]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        db.row_factory = sqlite3.Row
        return db.execute(sql, values).fetchall()
