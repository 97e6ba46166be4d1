"""Background verification of a file that was not closed in order."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.background.priority import when_idle
from bot.store import StorageTrouble
from bot.store.access import FileVerification

log = logging.getLogger(__name__)


@asynccontextmanager
async def file_check_running(check: FileVerification | None) -> AsyncIterator[None]:
    """Verify the rest of the file during the block; None: nothing is left.

    Damage that belongs to no game ends the block with a StoreError, as it ends a start.
    """
    if check is None:
        yield
        return
    try:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(_verify_and_log(check))
            yield
            task.cancel()
    except BaseExceptionGroup as failed:  # the first: the block may fail once it is cancelled
        raise failed.exceptions[0] from failed


async def _verify_and_log(check: FileVerification) -> None:
    try:
        await check.verify(when_idle)
    except StorageTrouble as trouble:  # the next start begins again
        log.warning("not all of the file was verified: %s", trouble)
