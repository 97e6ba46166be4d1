"""Machine checks: disk, SQLite, clock, and the file of games."""

import shutil
import sqlite3
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.doctor.verdict import CheckResult, fail, ok, warn
from bot.store import DatabaseStatus, StoreError, read_file_status
from bot.store.wishes import MANY_CONNECTIONS

_MEGABYTE: Final = 2**20
_MIN_FREE_BYTES: Final = 50 * _MEGABYTE
_LOW_FREE_BYTES: Final = 500 * _MEGABYTE
_STRICT_TABLES_VERSION: Final = (3, 37, 0)
_WAL_FIX_VERSION: Final = (3, 51, 3)
_EARLIEST_TIME: Final = 1767225600  # 2026-01-01: the clock cannot be earlier than this program
_DAY: Final = 24 * 3600
_MAX_CLOCK_SKEW: Final = 5.0  # seconds of difference to Discord's clock


def check_disk(path: Path) -> CheckResult:
    """Check that the folder of the games is writable and has free space."""
    folder = next(place for place in path.absolute().parents if place.exists())
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x")
        free = shutil.disk_usage(folder).free
    except OSError as error:
        advice = "set DATABASE_PATH to a place where this user may write"
        return fail("disk", f"{folder} cannot be written to ({error.strerror}): {advice}.")
    said = f"{free // _MEGABYTE} MB free in {folder}"
    if free < _MIN_FREE_BYTES:
        return fail("disk", f"{said}: make room, nothing could be stored.")
    if free < max(_LOW_FREE_BYTES, 2 * _file_size(path)):
        return warn("disk", f"{said}: make room, an upgrade copies the file beside itself.")
    return ok("disk", f"{said}.")


def _file_size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def check_sqlite(version: tuple[int, int, int] = sqlite3.sqlite_version_info) -> CheckResult:
    """Check for STRICT tables and for the bug in the write-ahead log."""
    name = ".".join(map(str, version))
    if version < _STRICT_TABLES_VERSION:
        return fail("sqlite", f"{name} knows no strict tables: use a Python with 3.37 or newer.")
    if version < _WAL_FIX_VERSION:
        # the bug needs two connections that write and checkpoint at once; the bot has one
        return warn(
            "sqlite",
            f"{name} can damage a file two programs write to (mended in 3.51.3): the bot alone is "
            "safe; let no replication tool or shell write beside it.",
        )
    return ok("sqlite", f"{name}.")


def check_file(path: Path) -> tuple[CheckResult, DatabaseStatus | None]:
    """Check the file of games, and return the metadata in it."""
    if not _file_size(path):
        return ok("file", f"There is no {path} yet; the first start makes it."), None
    try:
        found = read_file_status(path)
    except StoreError as error:
        return fail("file", str(error)), None
    said = f"{path} has layout {found.version}"
    if found.version < found.known:
        advice = f"the next start brings it to {found.known} and saves a copy first"
        return warn("file", f"{said}: {advice}."), found
    return ok("file", f"{said}, its check found nothing."), found


def check_connections(found: DatabaseStatus | None, now: float) -> CheckResult:
    """Check the number of gateway connections within a day, from the bot's own count."""
    counted = found.connections if found is not None else None
    if counted is None or not counted[0] <= now < counted[0] + _DAY:
        return ok("connections", "None within a day.")
    said = f"{counted[1]} since {_date(counted[0])}"
    if counted[1] >= MANY_CONNECTIONS:
        advice = "find out why the bot starts so often; Discord resets the token after 1000 a day"
        return warn("connections", f"{said}: {advice}.")
    return ok("connections", f"{said}.")


def check_clock(now: float, last_alive: int | None, discord_ahead: float | None) -> CheckResult:
    """Check the clock; ``discord_ahead``: seconds Discord's clock is ahead of ours, if known."""
    if now < _EARLIEST_TIME or (last_alive is not None and now < last_alive - 60):
        return fail("clock", f"It says {_date(now)}, which was long ago: set it.")
    if discord_ahead is not None and abs(discord_ahead) > _MAX_CLOCK_SKEW:
        side = "behind" if discord_ahead > 0 else "ahead of"
        return warn("clock", f"It is {abs(discord_ahead):.0f} s {side} Discord's: let NTP keep it.")
    compared = "nothing to compare it with" if discord_ahead is None else "as Discord's"
    return ok("clock", f"{_date(now)}, {compared}.")


def _date(now: float) -> str:
    return f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M} UTC"
