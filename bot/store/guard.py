"""What is looked at before anything is read or written: is it still our file, is the game sound.

A file that was removed or replaced can be written to as before, and all of it is lost with the
process; so the path is looked at, which costs microseconds.
"""

import os
from pathlib import Path
from typing import Final

import aiosqlite

from bot.store.access import fetch
from bot.store.checking import chain_fault, mark
from bot.store.errors import GameDamaged, StorageTrouble, Trouble

_STANDING: Final = "SELECT seal IS NOT NULL FROM game WHERE game_id = ?"


class Guard:
    """Of one open store."""

    def __init__(self, path: Path) -> None:
        there = [file for file in (path, Path(f"{path}-wal")) if file.exists()]
        self._path = str(path)
        self._inodes = {str(file): file.stat().st_ino for file in there}
        self._sound: set[int] = set()

    def check_files(self) -> None:
        """StorageTrouble GONE when the path no longer leads to the file that is open."""
        try:
            found = {file: os.stat(file) for file in self._inodes}  # noqa: PTH116  half the time
        except OSError as error:
            raise StorageTrouble(Trouble.GONE) from error
        is_same = all(found[file].st_ino == inode for file, inode in self._inodes.items())
        if not is_same or not found[self._path].st_size:
            raise StorageTrouble(Trouble.GONE)

    async def check_game(self, db: aiosqlite.Connection, game_id: int) -> None:
        """The chain of a game, when it is first read.  GameDamaged; nothing for an unknown game."""
        if game_id in self._sound:
            return
        rows = await fetch(db, _STANDING, game_id)
        if not rows:
            return
        fault = await chain_fault(db, game_id) if rows[0][0] else ""
        if fault is None:
            self._sound.add(game_id)
            return
        if fault:
            await mark(db, game_id, fault)
        raise GameDamaged(game_id)
