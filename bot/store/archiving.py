"""Archive command for the host, for a database that has grown (bot/store/admin/archive.py)."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bot.store.errors import GameDamaged, StorageTrouble, Trouble
from bot.store.store import Store, open_store

_PROGRESS_INTERVAL = 100  # games between two progress reports


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


async def _shrink(store: Store) -> bool:
    """Shrink the file; False if the disk has no room for the temporary copy."""
    try:
        await store.archive.shrink()
    except StorageTrouble as error:
        if error.trouble is not Trouble.FULL:
            raise
        return False
    return True
