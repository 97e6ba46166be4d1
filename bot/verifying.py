"""Audit of all stored games, on a copy of a file or in a PostgreSQL."""

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.store import StatementFault, StorageTrouble, Store, StoreError, backup, open_store
from bot.tables.audit import Difference, differences

_EVERY = 1000  # games between two progress messages


async def verify(
    place: Path | str, found: Callable[[Difference], None], progress: Callable[[int, int], None]
) -> int:
    """Audit the games in a file (on a copy) or in a PostgreSQL; return their number.

    ``found`` is called with every difference, ``progress`` now and then with the number of games
    done and of all games. Raises StoreError when there is no such file or it cannot be read.
    """
    if isinstance(place, str):
        async with open_store(place, now=0) as store:
            return await _verify(store, found, progress)
    with tempfile.TemporaryDirectory(prefix="preferans-verify-") as folder:
        copy = Path(folder) / "games.db"
        backup(place, copy)
        async with _opened(copy, place) as store:
            return await _verify(store, found, progress)


async def _verify(
    store: Store, found: Callable[[Difference], None], progress: Callable[[int, int], None]
) -> int:
    games = await store.lists.game_ids()
    for game_id, fault in await store.lists.strays():
        found(Difference(game_id, "stored", fault))
    for done, game_id in enumerate(games, start=1):
        for fault in await store.lists.faults(game_id):
            found(Difference(game_id, "stored", fault))
        for difference in await _differences(store, game_id):
            found(difference)
        if not done % _EVERY:
            progress(done, len(games))
    return len(games)


@asynccontextmanager
async def _opened(copy: Path, path: Path) -> AsyncIterator[Store]:
    """Open the copy; errors name the original file."""
    try:
        store = await Store.open(copy, now=0)
    except StoreError as error:
        raise StoreError(error.reason, **{**error.facts, "path": str(path)}) from error
    try:
        yield store
    finally:
        await store.close()


async def _differences(store: Store, game_id: int) -> tuple[Difference, ...]:
    """Return the differences of a replay, as far as a damaged game can be read."""
    try:
        log = await store.lists.log_of(game_id)
    except (StorageTrouble, UnicodeError, ValueError, StatementFault):
        return ()  # already reported as a fault
    assert log is not None  # no game is ever deleted
    return differences(log)
