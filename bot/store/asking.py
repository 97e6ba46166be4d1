"""Host commands that export or delete the data of a user who cannot run commands."""

import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Final

from bot.store.own import UserData
from bot.store.sqlite.migrating import backup
from bot.store.store import Store, open_store

_HOW_TO_READ: Final = (
    "Times are unix seconds, ids those of Discord. Seats count from 0, lines (version) from 0, "
    "deals from 1. Of a damaged game only the numbers can be told."
)


def export_as_json(about: UserData, now: int) -> bytes:
    """Return the data as JSON, under the field names of the records."""
    said = {"made_at": now, "how_to_read": _HOW_TO_READ, **asdict(about)}
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
            return export_as_json(await store.privacy.export(user_id), now)
    with tempfile.TemporaryDirectory(prefix="preferans-export-") as folder:
        copy = Path(folder) / "games.db"
        backup(place, copy)
        async with Store.session(copy, now) as store:
            return export_as_json(await store.privacy.export(user_id), now)


async def erase_user(place: Path | str, user_id: int, now: int) -> int:
    """Erase a user and return the number of games they were in.

    The bot must be stopped, because it caches people.  StoreError, WriteRefused STILL_SEATED.
    """
    async with open_store(place, now, alone=True) as store:
        return len(await store.privacy.erase(user_id))
