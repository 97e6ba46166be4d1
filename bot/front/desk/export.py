"""Export of a user's data as a file of a size that Discord accepts."""

import gzip
from typing import Final

from bot.render.screen import Enclosed
from bot.store.asking import exported
from bot.store.own import AllAbout

_NAME: Final = "preferans.json"
_MOST: Final = 8 * 2**20  # bytes: Discord takes ten


def packed(about: AllAbout, now: int) -> Enclosed:
    """Return the file, compressed where it is too large."""
    content = exported(about, now)
    if len(content) <= _MOST:
        return Enclosed(_NAME, content)
    return Enclosed(f"{_NAME}.gz", gzip.compress(content))
