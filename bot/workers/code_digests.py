"""Digests of the code: a bot and a thinker of different versions choose different moves."""

import hashlib
import sys
from functools import cache
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[2]
_ROBOT_FOLDERS: Final = (
    *("bot/engine", "bot/analysis", "bot/robots", "data/presets", "data/beliefs", "data/guesses"),
)


@cache
def code_digest() -> str:
    """Return a digest of all that answers depend on: Python, the bot's modules, and its data.

    Files in ``__pycache__`` are left out: they are generated.
    """
    return _digest({*(_ROOT / "bot").rglob("*.py"), *(_ROOT / "data").rglob("*.*")})


@cache
def robots_digest() -> str:
    """Return a digest of all that a robot's choice depends on.

    These are rules, solver, robots, presets and learned weights, without what is compiled of them.
    """
    files = (file for name in _ROBOT_FOLDERS for file in (_ROOT / name).rglob("*.*"))
    return _digest({file for file in files if file.suffix in (".py", ".toml", ".txt")})


def _digest(files: set[Path]) -> str:
    digest = hashlib.sha256(repr(sys.version_info[:2]).encode())
    for file in sorted(file for file in files - {*_ROOT.rglob("__pycache__/*")} if file.is_file()):
        digest.update(f"\n{file.relative_to(_ROOT).as_posix()}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()
