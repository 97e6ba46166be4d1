"""All that is stored of somebody as a file: JSON, under the names the records of the store have."""

import gzip
import json
from dataclasses import asdict
from typing import Final

from bot.render.screen import Enclosed
from bot.store.own import AllAbout

NAME: Final = "preferans.json"
_MOST: Final = 8 * 2**20  # bytes: Discord takes ten
_READ: Final = (
    "Times are unix seconds, ids those of Discord. Seats count from 0, lines (version) from 0, "
    "deals from 1. Of a damaged game only the numbers can be told.",
)


def packed(about: AllAbout, now: int) -> Enclosed:
    """The file, compressed where it is too large for Discord."""
    said = {"made_at": now, "how_to_read": _READ, **asdict(about)}
    content = json.dumps(_readable(said), ensure_ascii=False, indent=1).encode()
    if len(content) <= _MOST:
        return Enclosed(NAME, content)
    return Enclosed(f"{NAME}.gz", gzip.compress(content))


def _readable(value: object, name: str = "") -> object:
    """Ids of Discord as text: they are longer than the numbers many programs read."""
    if isinstance(value, dict):
        return {key: _readable(part, str(key)) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_readable(part) for part in value]
    is_id = name.endswith("_id") and name != "game_id"
    return str(value) if is_id and value is not None else value
