"""One shard of a bucket identifies in five seconds; no connection is open while one waits."""

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import web

from bot.fleet.coordinator import SingleProcess
from bot.fleet.leases import hold_lease
from bot.model.enums import ShardRange
from tools.fleet.processes import launched
from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import SimulatedDiscord

pytestmark = [pytest.mark.process, pytest.mark.slow]

LOW, HIGH = ShardRange(0, 1, 4), ShardRange(2, 3, 4)

# A turn takes five seconds; less than four is no wait for one, on a busy machine too.


async def test_shards_of_a_bucket_identify_themselves_one_by_one(url: str) -> None:
    async with hold_lease(url, LOW) as low, hold_lease(url, HIGH) as high:
        low.max_concurrency = high.max_concurrency = 2
        began = time.monotonic()
        await low.wait_to_connect(0, initial=True)
        await high.wait_to_connect(3, initial=True)  # another bucket
        assert time.monotonic() - began < 4
        await high.wait_to_connect(2, initial=False)
        assert time.monotonic() - began >= 5


async def test_a_turn_counts_from_when_the_shard_identifies_itself(url: str) -> None:
    """Between the turn and that moment it connects, and nobody knows for how long."""
    async with hold_lease(url, LOW) as low, hold_lease(url, HIGH) as high:
        await low.wait_to_connect(0, initial=True)
        await asyncio.sleep(2)
        began = time.monotonic()
        await low.wait_to_identify(0)
        assert time.monotonic() - began < 4
        await high.wait_to_connect(2, initial=True)
        assert time.monotonic() - began >= 5
        await low.wait_to_connect(1, initial=False)
        await high.wait_to_identify(2)  # its turn was over before it was connected
        assert time.monotonic() - began >= 15


async def test_who_is_alone_waits_before_a_line_is_open_too() -> None:
    alone, began = SingleProcess(), time.monotonic()
    await alone.wait_to_connect(0, initial=True)
    await alone.wait_to_identify(0)
    assert time.monotonic() - began < 4
    await alone.wait_to_connect(1, initial=False)
    waited = time.monotonic()
    await alone.wait_to_identify(1)
    assert waited - began >= 5
    assert time.monotonic() - waited < 4
    await alone.wait_to_identify(1)  # its session was lost: it had no turn before it connected
    assert time.monotonic() - waited >= 5


async def test_no_line_is_open_while_a_shard_waits_for_its_turn(tmp_path: Path) -> None:
    """Discord closes a connection that sends nothing after the greeting."""
    world = SimulatedDiscord(guilds=2, shards=2)
    async with running_bot(BotProcess(world, tmp_path, warms=False)) as fort:
        await fort.start()
        first, second = fort.world.identified
        assert second - first >= 5
        assert max(fort.world.waited) < 2


@dataclass
class Silent(SimulatedDiscord):
    """A Discord that does not say how many shards may identify at once."""

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        if request.path.endswith("/gateway/bot"):
            return web.Response(status=503)
        return await super()._rest(request)


async def test_who_is_not_told_how_many_at_once_goes_one_by_one(tmp_path: Path) -> None:
    """A process that took over from another one used to end here, and left its tables to nobody."""
    async with launched(Silent(guilds=2, shards=2), tmp_path) as yard:
        first, second = yard.world.identified
        assert second - first >= 4.5  # each has a process of its own
        assert yard.tracebacks() == 0
