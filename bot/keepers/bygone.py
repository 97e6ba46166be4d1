"""Background verification of past results after startup, before a leaderboard needs them."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.keepers.breath import one_by_one
from bot.store import StorageTrouble
from bot.store.bygone import Bygone
from bot.terms import EVERYWHERE, Owned

log = logging.getLogger(__name__)


@asynccontextmanager
async def going_over(bygone: Bygone, owned: Owned = EVERYWHERE) -> AsyncIterator[None]:
    """Run the verification during the block; the next start does what is left."""
    task = asyncio.create_task(_go_over(bygone, owned))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


async def go_over(bygone: Bygone, owned: Owned = EVERYWHERE) -> None:
    """Verify all closed games of these servers, slice by slice.  Raises StorageTrouble."""
    async for part in one_by_one(await bygone.slices()):
        await bygone.look(part, owned)
    async for guild_id in one_by_one(await bygone.servers(owned)):
        await bygone.settle(guild_id)


async def _go_over(bygone: Bygone, owned: Owned) -> None:
    try:
        await go_over(bygone, owned)
    except StorageTrouble as trouble:  # a query of a leaderboard verifies them instead
        log.warning("not all results were looked at: %s", trouble)
    except Exception as error:  # after an error no server may count as verified
        log.error("not all results could be looked at: %s", type(error).__name__)
