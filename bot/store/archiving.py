"""What the host does when the file has grown: old games get one row each (bot/store/archive.py)."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bot.store.errors import GameDamaged, StorageTrouble, Trouble
from bot.store.store import Store, open_store

_EVERY = 100  # games between two words about how far it has come


class Archived(NamedTuple):
    """How many games were packed, and which were left because they are damaged.

    ``is_shrunk``: the disk has what became free; else new games use it.
    """

    games: int
    damaged: tuple[int, ...]
    is_shrunk: bool


async def archive(
    place: Path | str, before: int, now: int, progress: Callable[[int, int], None]
) -> Archived:
    """Pack all games that were over at ``before`` (unix seconds); the bot must be stopped.

    Whatever ends it, every game is as it was or packed, and the next call does the others.
    StoreError, StorageTrouble.
    """
    async with open_store(place, now, alone=True) as store:
        games, damaged = await store.archive.old(before), []
        for done, game_id in enumerate(games, start=1):
            try:
                await store.archive.pack(game_id)
            except GameDamaged:
                damaged.append(game_id)
            if not done % _EVERY:
                progress(done, len(games))
        is_shrunk = await _shrunk(store)
    return Archived(len(games) - len(damaged), tuple(damaged), is_shrunk)


async def _shrunk(store: Store) -> bool:
    """False where the disk has no room for the other file that it takes."""
    try:
        await store.archive.shrink()
    except StorageTrouble as error:
        if error.trouble is not Trouble.FULL:
            raise
        return False
    return True
