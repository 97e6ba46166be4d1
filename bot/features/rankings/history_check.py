"""Background work after startup, before a leaderboard needs it: past results, and ratings."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.background.priority import when_idle
from bot.features.rankings.rating_book import book_of
from bot.model.enums import ALL_SHARDS, ShardRange
from bot.presets import load_presets
from bot.store import StorageTrouble, Store
from bot.store.integrity.guard import HistoryCheck

log = logging.getLogger(__name__)


@asynccontextmanager
async def history_check_running(
    store: Store, owned: ShardRange = ALL_SHARDS
) -> AsyncIterator[None]:
    """Run the verification during the block.

    No progress is stored.  What the pass has not reached is verified on first read, and the next
    start begins again, unless startup has verified everything.
    """
    task = asyncio.create_task(_check_and_log(store, owned))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


async def check_history(check: HistoryCheck, owned: ShardRange = ALL_SHARDS) -> None:
    """Verify all closed games on the owned servers, slice by slice.  Raises StorageTrouble."""
    async for part in when_idle(await check.slices()):
        await check.verify_slice(part, owned)
    async for guild_id in when_idle(await check.servers(owned)):
        await check.finish_server(guild_id)


async def read_ratings(store: Store, owned: ShardRange) -> None:
    """Read the ratings of all owned servers, so that no page waits for it.  StorageTrouble."""
    book = book_of(store, load_presets())
    for guild_id in await store.history_check.servers(owned):
        async for scope in when_idle(await store.rated_matches.scopes(guild_id)):
            await book.ratings(guild_id, scope)


async def _check_and_log(store: Store, owned: ShardRange) -> None:
    try:
        await check_history(store.history_check, owned)
        await read_ratings(store, owned)
    except StorageTrouble as trouble:  # a query of a leaderboard verifies them instead
        log.warning("not all results were verified: %s", trouble)
    except Exception as error:  # the servers not finished stay unverified
        log.error("not all results could be verified: %s", type(error).__name__)
