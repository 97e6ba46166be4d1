"""Audit of all stored games, on a copy of a file or in a PostgreSQL."""

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.store import StatementFault, StorageTrouble, Store, StoreError, backup, open_store
from bot.tables.audit import Difference, find_differences

_PROGRESS_GAMES = 1000  # games between two progress messages


async def verify_games(
    location: Path | str,
    on_difference: Callable[[Difference], None],
    on_progress: Callable[[int, int], None],
) -> int:
    """Audit the games in a file (on a copy) or in a PostgreSQL; return their number.

    ``on_difference`` is called with every difference, ``on_progress`` now and then with the number
    of games done and of all games. Raises StoreError when there is no such file or it cannot be
    read.
    """
    if isinstance(location, str):
        async with open_store(location, now=0) as store:
            return await _verify_store(store, on_difference, on_progress)
    with tempfile.TemporaryDirectory(prefix="preferans-verify-") as folder:
        copy = Path(folder) / "games.db"
        backup(location, copy)
        async with _open_copy(copy, location) as store:
            return await _verify_store(store, on_difference, on_progress)


async def _verify_store(
    store: Store,
    on_difference: Callable[[Difference], None],
    on_progress: Callable[[int, int], None],
) -> int:
    games = await store.game_queries.game_ids()
    for game_id, fault in await store.game_queries.missing_games():
        on_difference(Difference(game_id, "stored", fault))
    for done, game_id in enumerate(games, start=1):
        for fault in await store.game_queries.faults(game_id):
            on_difference(Difference(game_id, "stored", fault))
        for difference in await _replay_differences(store, game_id):
            on_difference(difference)
        if not done % _PROGRESS_GAMES:
            on_progress(done, len(games))
    return len(games)


@asynccontextmanager
async def _open_copy(copy: Path, path: Path) -> AsyncIterator[Store]:
    """Open the copy; errors name the original file."""
    try:
        store = await Store.open(copy, now=0)
    except StoreError as error:
        raise StoreError(error.reason, **{**error.facts, "path": str(path)}) from error
    try:
        yield store
    finally:
        await store.close()


async def _replay_differences(store: Store, game_id: int) -> tuple[Difference, ...]:
    """Return the differences of a replay, as far as a damaged game can be read."""
    try:
        log = await store.game_queries.log_of(game_id)
    except (StorageTrouble, UnicodeError, ValueError, StatementFault):
        return ()  # already reported as a fault
    assert log is not None  # no game is ever deleted
    return find_differences(log)
