"""The version of the code: a bot and a thinker of different versions choose different moves."""

import hashlib
import sys
from functools import cache
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[2]


@cache
def code_digest() -> str:
    """Return a digest of all that answers depend on: Python, the bot's modules, and its data.

    Files in ``__pycache__`` are left out: they are generated.
    """
    digest = hashlib.sha256(repr(sys.version_info[:2]).encode())
    files = {*(_ROOT / "bot").rglob("*.py"), *(_ROOT / "data").rglob("*.*")}
    for file in sorted(file for file in files - {*_ROOT.rglob("__pycache__/*")} if file.is_file()):
        digest.update(f"\n{file.relative_to(_ROOT).as_posix()}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()
