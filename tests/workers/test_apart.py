"""Work on a loop of its own, and its end when nobody waits for it any more."""

import asyncio
import gc

import pytest

from bot.workers.remote_pool import LoopStopped, LoopThread


async def _fails() -> None:
    raise ValueError("no")


async def _sleeps() -> None:
    await asyncio.sleep(60)


async def test_a_failure_is_heard_by_who_asked() -> None:
    apart = LoopThread("test")
    with pytest.raises(ValueError, match="no"):
        await apart.run(_fails())
    await apart.stop()


async def test_what_is_under_way_at_the_end_is_dropped() -> None:
    apart = LoopThread("test")
    asking = asyncio.create_task(apart.run(_sleeps()))
    await asyncio.sleep(0.05)
    await apart.stop()
    with pytest.raises(LoopStopped):
        await asking


async def test_a_failure_that_nobody_waits_for_is_no_fault_in_the_log() -> None:
    """``logged_errors`` would have it: the caller is gone, and dropped work fails."""
    apart = LoopThread("test")

    async def unruly() -> None:
        try:
            await _sleeps()
        except asyncio.CancelledError:
            raise ValueError("the line went with it") from None

    asking = asyncio.create_task(apart.run(unruly()))
    await asyncio.sleep(0.05)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    await asyncio.sleep(0.05)
    await apart.stop()
    del asking
    gc.collect()  # an unawaited failure is reported when it is collected
