"""Background verification of past results after startup, before a leaderboard needs them."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.background.priority import when_idle
from bot.model.enums import ALL_SHARDS, ShardRange
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
    task = asyncio.create_task(_check_and_log(store.history_check, owned))
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


async def _check_and_log(check: HistoryCheck, owned: ShardRange) -> None:
    try:
        await check_history(check, owned)
    except StorageTrouble as trouble:  # a query of a leaderboard verifies them instead
        log.warning("not all results were verified: %s", trouble)
    except Exception as error:  # the servers not finished stay unverified
        log.error("not all results could be verified: %s", type(error).__name__)
