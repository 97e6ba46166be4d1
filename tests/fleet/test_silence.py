"""The network to the database goes silent: every caller is told in time, and it comes back.

Discord waits three seconds for a response, and the bot needs some of them to word it.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest

from bot.fleet.leases import hold_lease
from bot.model.enums import ShardRange
from bot.store import StorageTrouble, Store, Trouble, request_deadline
from tests.conftest import Errors
from tests.support.silent_proxy import silent_proxy_to

pytestmark = [pytest.mark.process, pytest.mark.slow]

_TOLD = 8.0  # seconds: the deadline of a click and what a busy machine adds
_BACK = 60.0


async def refused(asking: Callable[[], Awaitable[object]]) -> float:
    """Return the seconds until a click was answered that the database cannot be reached."""
    began = time.monotonic()
    with request_deadline(), pytest.raises(StorageTrouble) as told:
        await asking()
    assert told.value.trouble is Trouble.UNREACHABLE
    return time.monotonic() - began


async def test_whoever_waits_is_told_in_time_and_it_comes_back(url: str) -> None:
    """Writes, reads, aggregate queries, and callers that come while others wait."""
    async with silent_proxy_to(url) as proxy:
        store = await Store.connect(proxy.url)
        await store.preferences.set_bot_fact("said", "before")
        proxy.silence()

        async def later() -> str | None:
            await asyncio.sleep(0.5)
            return await store.preferences.bot_fact("said")

        waited = await asyncio.gather(
            refused(lambda: store.preferences.set_bot_fact("said", "lost")),
            refused(lambda: store.preferences.person(7)),
            refused(lambda: store.leaderboards.seasons(1)),
            refused(later),
        )
        assert max(waited) < _TOLD
        proxy.resume()
        until = time.monotonic() + _BACK
        while True:
            try:
                assert await store.preferences.bot_fact("said") == "before"
                break
            except StorageTrouble:
                assert time.monotonic() < until
                await asyncio.sleep(0.1)
        await store.close()


async def test_a_commit_of_which_nobody_knows_is_told_in_time(url: str) -> None:
    async with silent_proxy_to(url) as proxy:
        store = await Store.connect(proxy.url)
        proxy.silence_at(b"COMMIT")
        began = time.monotonic()
        with request_deadline(), pytest.raises(StorageTrouble) as told:
            await store.preferences.set_bot_fact("said", "perhaps")
        assert told.value.trouble is Trouble.DOUBTFUL
        assert time.monotonic() - began < _TOLD
        await store.close()


async def test_who_reads_on_a_dead_line_does_not_keep_a_store_open(url: str) -> None:
    async with silent_proxy_to(url) as proxy:
        store = await Store.connect(proxy.url)
        proxy.silence()
        reading = asyncio.create_task(store.preferences.bot_fact("said"))
        await asyncio.sleep(0.1)
        began = time.monotonic()
        await store.close()
        assert time.monotonic() - began < 10
        await asyncio.gather(reading, return_exceptions=True)


async def test_a_lease_whose_line_is_dead_is_lost_before_others_take_it(
    url: str, logged_errors: Errors
) -> None:
    logged_errors.expect("no longer this process's")
    async with silent_proxy_to(url) as proxy:
        began = time.monotonic()
        async with hold_lease(proxy.url, ShardRange(0, 0, 2)) as lease:
            proxy.silence()
            taking = asyncio.create_task(_taken(url))
            await asyncio.wait_for(lease.wait_until_lost(), _BACK)
            assert not lease.may_act()
            assert not taking.done()
            assert await taking - began < _BACK


async def _taken(url: str) -> float:
    async with hold_lease(url, ShardRange(0, 0, 2)):
        return time.monotonic()
