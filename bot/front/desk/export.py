"""Export of a user's data as a file of a size that Discord accepts."""

import gzip
from typing import Final

from bot.render.screen import AttachedFile
from bot.store.asking import export_as_json
from bot.store.own import UserData

_FILE_NAME: Final = "preferans.json"
_MAX_BYTES: Final = 8 * 2**20  # bytes: Discord takes ten


def export_file(about: UserData, now: int) -> AttachedFile:
    """Return the file, compressed where it is too large."""
    content = export_as_json(about, now)
    if len(content) <= _MAX_BYTES:
        return AttachedFile(_FILE_NAME, content)
    return AttachedFile(f"{_FILE_NAME}.gz", gzip.compress(content))
