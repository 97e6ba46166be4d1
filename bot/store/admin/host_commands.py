"""Host commands: archive old games, export or erase the data of a user."""

import json
import re
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from bot.model.periods import day_of
from bot.model.values import to_builtins
from bot.store.admin.user_data import UserData
from bot.store.errors import GameDamaged, StorageTrouble, Trouble, naming_original
from bot.store.integrity.checksums import broken_rows, checksummed_tables
from bot.store.integrity.play_totals import PLAY_TOTALS_TABLE, computed_totals, stored_totals
from bot.store.sqlite import connection, migration
from bot.store.sqlite.connection import register_checksum
from bot.store.store import Store, open_store

# Archive command for the host, for a database that has grown (bot/store/admin/transfer.py).

_PROGRESS_INTERVAL = 100  # games between two progress reports


_HAS_TOTALS: Final = f"SELECT 1 FROM sqlite_schema WHERE name = '{PLAY_TOTALS_TABLE}'"  # noqa: S608


class ArchiveResult(NamedTuple):
    """The number of packed games, and the damaged ones that were skipped.

    ``is_shrunk``: the free space went back to the disk; otherwise new games will reuse it.
    """

    games: int
    damaged: tuple[int, ...]
    is_shrunk: bool


async def archive_games(
    place: Path | str, before: int, now: int, progress: Callable[[int, int], None]
) -> ArchiveResult:
    """Pack all games that ended before ``before`` (unix seconds); the bot must be stopped.

    If it is interrupted, every game is either packed or as it was, and the next call packs the
    rest. StoreError, StorageTrouble.
    """
    async with open_store(place, now, alone=True) as store:
        games, damaged = await store.archive.unpacked_games(before), []
        for done, game_id in enumerate(games, start=1):
            try:
                await store.archive.pack(game_id)
            except GameDamaged:
                damaged.append(game_id)
            if not done % _PROGRESS_INTERVAL:
                progress(done, len(games))
        is_shrunk = await _shrink(store)
    return ArchiveResult(len(games) - len(damaged), tuple(damaged), is_shrunk)


async def file_totals_agree(path: Path) -> bool:
    """Return True if the sums of play in a file, as it is, are those of its deals, and unaltered.

    A file from before these sums has none to differ: opening it makes them.  StoreError DAMAGED of
    a file that cannot be read.
    """
    with connection.raising_open_errors(path), connection.treating_faults_as_damage(path):
        async with connection.SqliteDatabase.session(path) as db:
            if not await db.fetch(_HAS_TOTALS):
                return True
            await register_checksum(db)
            (table,) = (t for t in await checksummed_tables(db) if t.name == PLAY_TOTALS_TABLE)
            if await broken_rows(db, table):
                return False
            return await stored_totals(db) == await computed_totals(db)


async def _shrink(store: Store) -> bool:
    """Shrink the file; False if the disk has no room for the temporary copy."""
    try:
        await store.archive.shrink()
    except StorageTrouble as error:
        if error.trouble is not Trouble.FULL:
            raise
        return False
    return True


# Host commands that export or delete the data of a user who cannot run commands.

_HOW_TO_READ: Final = (
    "Times are unix seconds, ids those of Discord. Seats count from 0, lines (version) from 0, "
    "deals from 1. Of a damaged game only the numbers can be told."
)


def export_as_json(about: UserData, now: int) -> bytes:
    """Return the data as JSON, under the field names of the records."""
    said = {"made_at": now, "how_to_read": _HOW_TO_READ, **to_builtins(about)}
    return json.dumps(_with_text_ids(said), ensure_ascii=False, indent=1).encode()


def _with_text_ids(value: object, name: str = "") -> object:
    """Convert Discord ids to text: many programs cannot read integers that long."""
    if isinstance(value, dict):
        return {key: _with_text_ids(part, str(key)) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_with_text_ids(part) for part in value]
    is_id = name.endswith("_id") and name != "game_id"
    return str(value) if is_id and value is not None else value


async def export_user(place: Path | str, user_id: int, now: int) -> bytes:
    """Export all data about a user from a file or a PostgreSQL, even while the bot runs.

    StoreError.
    """
    if isinstance(place, str):  # which accepts several processes
        async with open_store(place, now) as store:
            return export_as_json(await store.privacy.export(user_id, day_of(now)), now)
    with tempfile.TemporaryDirectory(prefix="preferans-export-") as folder:
        copy = Path(folder) / "games.db"
        migration.backup(place, copy)
        with naming_original(place):
            async with Store.session(copy, now) as store:
                return export_as_json(await store.privacy.export(user_id, day_of(now)), now)


async def erase_user(place: Path | str, user_id: int, now: int) -> int:
    """Erase a user and return the number of games they were in.

    The bot must be stopped, because it caches people.  StoreError, WriteRefused STILL_SEATED.
    """
    async with open_store(place, now, alone=True) as store:
        return len(await store.privacy.erase(user_id))


# Rotating backups: dated copies of the database in one folder, of which the newest are kept.

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
    with connection.raising_open_errors(target):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        migration.backup(path, target)
        for old in sorted(_backups(folder))[:-keep]:
            old.unlink(missing_ok=True)
    return target


def _backups(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if _NAME.fullmatch(path.name)]


def _time_of(path: Path) -> float:
    return datetime.strptime(path.name, _FORMAT).replace(tzinfo=UTC).timestamp()
