"""Background verification of past results after startup, before a leaderboard needs them."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.background.priority import when_idle
from bot.model.enums import ALL_SHARDS, ShardRange
from bot.store import StorageTrouble
from bot.store.integrity.guard import HistoryCheck

log = logging.getLogger(__name__)


@asynccontextmanager
async def history_check_running(
    bygone: HistoryCheck, owned: ShardRange = ALL_SHARDS
) -> AsyncIterator[None]:
    """Run the verification during the block; the next start does what is left."""
    task = asyncio.create_task(_check_and_log(bygone, owned))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


async def check_history(bygone: HistoryCheck, owned: ShardRange = ALL_SHARDS) -> None:
    """Verify all closed games of these servers, slice by slice.  Raises StorageTrouble."""
    async for part in when_idle(await bygone.slices()):
        await bygone.verify_slice(part, owned)
    async for guild_id in when_idle(await bygone.servers(owned)):
        await bygone.finish_server(guild_id)


async def _check_and_log(bygone: HistoryCheck, owned: ShardRange) -> None:
    try:
        await check_history(bygone, owned)
    except StorageTrouble as trouble:  # a query of a leaderboard verifies them instead
        log.warning("not all results were looked at: %s", trouble)
    except Exception as error:  # after an error no server may count as verified
        log.error("not all results could be looked at: %s", type(error).__name__)
