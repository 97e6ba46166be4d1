"""The bot on a disk that takes seconds for a sync, as long as a file ``slow`` is in its folder."""

import runpy
import sqlite3
import time
from pathlib import Path

from bot.store.database import Row, Values
from bot.store.sqlite import connection

SYNC = 2.5  # seconds; a command takes two, and Discord drops it without a response after three
ENTRY_POINT = Path(__file__).parents[2] / "tools" / "siege" / "entry_point.py"
execute = connection.execute


def execute_slowly(file: sqlite3.Connection, sql: str, values: Values) -> list[Row]:
    if sql == "COMMIT" and Path("slow").exists():
        time.sleep(SYNC)
    return execute(file, sql, values)


connection.execute = execute_slowly
runpy.run_path(str(ENTRY_POINT), run_name="__main__")
