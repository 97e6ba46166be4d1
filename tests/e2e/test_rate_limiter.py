"""Requests under Discord's global limit take turns, and show the newest state."""

import asyncio
import math
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Final

import aiohttp
import pytest

from bot.discord_ui.delivery import LimitedConnector, RateLimiter
from bot.model.enums import ALL_SHARDS, ShardRange
from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import Click, SimulatedDiscord
from tools.siege.faults import Fault
from tools.siege.players import Players, Table, places
from tools.siege.shapes import stamps

AT_ONCE: Final = 3
SLOW: Final = 1  # request a second, fewer than the slowest machine makes
PATIENCE: Final = 60  # seconds


async def queued(asking: Coroutine[None, None, None]) -> asyncio.Task[None]:
    task = asyncio.create_task(asking)
    await asyncio.sleep(0)
    return task


async def test_a_few_go_at_once_and_the_rest_evenly() -> None:
    allowance, clock, went = RateLimiter(200), asyncio.get_running_loop().time, list[float]()
    began = clock()
    for _ in range(AT_ONCE + 100):
        await allowance.acquire()
        went.append(clock() - began)
    assert all(at >= (n - AT_ONCE + 1) / 200 - 0.001 for n, at in enumerate(went)), went


async def test_a_pause_earns_no_more_than_that() -> None:
    allowance, clock = RateLimiter(100), asyncio.get_running_loop().time
    await allowance.acquire()
    await asyncio.sleep(0.2)
    began = clock()
    for _ in range(AT_ONCE + 1):
        await allowance.acquire()
    assert clock() - began >= 0.009


async def test_without_a_limit_nobody_waits_for_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The playground's loop has two clocks: the machine's, and from the first click simcord's."""
    allowance = RateLimiter(math.inf)
    await allowance.acquire()
    began = asyncio.get_running_loop().time()
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: began - 3600)
    turn = await queued(allowance.acquire())
    assert turn.done()


async def test_who_waits_longest_goes_first_and_people_before_drawings() -> None:
    allowance, went = RateLimiter(4), list[str]()

    async def ask(name: str, *, is_awaited: bool) -> None:
        await allowance.acquire(is_awaited=is_awaited)
        went.append(name)

    for _ in range(AT_ONCE):
        await allowance.acquire()
    asked = [("one", False), ("two", False), ("Ana", True), ("three", False), ("Boris", True)]
    tasks = [await queued(ask(name, is_awaited=is_awaited)) for name, is_awaited in asked]
    assert allowance.queue_length() == 5
    assert allowance.delay() == 5 / 4
    await asyncio.gather(*tasks)
    assert went == ["Ana", "Boris", "one", "two", "three"]
    assert allowance.queue_length() == 0


async def test_who_has_left_takes_no_turn() -> None:
    allowance, clock = RateLimiter(4), asyncio.get_running_loop().time
    for _ in range(AT_ONCE):
        await allowance.acquire()
    began = clock()
    gone = [await queued(allowance.acquire()) for _ in range(20)]
    last = await queued(allowance.acquire())
    for task in gone:
        task.cancel()
    await asyncio.gather(*gone, return_exceptions=True)
    assert allowance.queue_length() == 1
    await last
    assert clock() - began < 2.5  # 21 turns would take five seconds


async def test_what_waited_for_the_same_thing_does_not_leave_together() -> None:
    """Drawings that waited for a click, and retries, which have had no turn of their own."""
    allowance, clock, left = RateLimiter(100), asyncio.get_running_loop().time, list[float]()

    async def leave() -> None:
        await allowance.wait_to_send()
        left.append(clock())

    began = clock()
    await asyncio.gather(*(leave() for _ in range(250)))
    assert len([at for at in left if at < began + 1]) <= 110
    assert left[-1] - began >= 1.39  # 250 less 110 at 100 a second


async def test_turns_wait_while_too_many_leave() -> None:
    allowance = RateLimiter(100)
    leaving = [asyncio.create_task(allowance.wait_to_send()) for _ in range(120)]
    await asyncio.sleep(0)
    asked = await queued(allowance.acquire())
    assert not asked.done()
    await asyncio.gather(*leaving)
    await asked


async def test_answers_to_clicks_are_not_counted() -> None:
    """A whole second's requests of the bot leave at once, and answers beside them."""
    world, allowance = SimulatedDiscord(), RateLimiter(10)
    allowance._interval = 600.0  # they are a second's, however long a busy machine takes
    runner = await world.start()
    base = f"http://127.0.0.1:{world.port}/api/v10"
    try:
        async with aiohttp.ClientSession(connector=LimitedConnector(allowance)) as session:

            async def ask(path: str) -> None:
                async with session.patch(f"{base}/{path}", json={}):
                    pass

            for _ in range(11):
                await ask("channels/1/messages/2")
            await asyncio.wait_for(ask("webhooks/1/token-2/messages/@original"), PATIENCE)
            waiting = asyncio.create_task(ask("channels/1/messages/2"))
            assert not (await asyncio.wait([waiting], timeout=0.2))[0]
            waiting.cancel()
    finally:
        await runner.cleanup()


def test_a_fleet_shares_by_its_shards() -> None:
    assert ALL_SHARDS.fraction == 1
    assert [ShardRange(0, 2, 4).fraction, ShardRange(3, 3, 4).fraction] == [0.75, 0.25]


async def opened(people: Players, count: int) -> None:
    """Open tables of three, with all hands on the screens."""
    for place in places(count):
        await people.open(place, "sochi")
    for table in people.tables:
        await hands(people, table)


async def hands(people: Players, table: Table) -> list[Click]:
    return [
        await people.deed(user, table.place, table.game, "hand")
        for user in table.users
        if user is not None
    ]


async def shows(click: Click, game: int, version: int) -> bool:
    """Return True if the private message of a click comes to show that state."""
    for _ in range(1000):
        if any(stamps(message).get(game, -1) >= version for message in click.shown):
            return True
        await asyncio.sleep(0.01)
    return False


@pytest.mark.slow
@pytest.mark.process
async def test_who_plays_waits_for_no_drawing(tmp_path: Path) -> None:
    """Responses and hands come at once.

    Public messages one after another, in their newest state.
    """
    fort = BotProcess(SimulatedDiscord(), tmp_path, warms=False)
    fort.settings["REQUESTS_PER_SECOND"] = str(SLOW)
    async with running_bot(fort):
        people = Players(fort, Random(1))
        await fort.start()
        await opened(people, 4)
        assert await fort.shown(PATIENCE) is not None
        clock, counted = asyncio.get_running_loop().time, fort.world.limits.taken["all"]
        began, table = clock(), people.tables[-1]
        for one in people.tables[:-1]:
            for _ in range(4):
                await people.step(one)
        held = await hands(people, table)
        before = people.book.game(table.game).version
        await people.step(table)
        (moved,) = {click.user for click in table.acts[-1].clicks}  # the response is their new hand
        others = [click for click in held if click.user != moved]
        assert [await shows(click, table.game, before + 1) for click in others] == [True] * 2
        assert table.game in people.book.behind()  # not drawn yet
        assert await fort.shown(PATIENCE) is not None
        assert people.book.behind() == []
        drawn = fort.world.limits.taken["all"] - counted
        assert drawn < 13  # moves: most tables are drawn only in their last state
        assert drawn <= SLOW * (clock() - began) + AT_ONCE
        assert max(click.waited for act in people.acts() for click in act.clicks) < 3


@pytest.mark.slow
@pytest.mark.process
async def test_retries_leave_no_faster_than_other_requests(tmp_path: Path) -> None:
    """Discord wants a fifth of a second before a retry, and the host two requests a second."""
    fort = BotProcess(SimulatedDiscord(), tmp_path, warms=False)
    fort.settings["REQUESTS_PER_SECOND"] = str(2 * SLOW)
    async with running_bot(fort):
        people = Players(fort, Random(1))
        await fort.start()
        for place in places(AT_ONCE):
            await people.open(place, "sochi")
        assert await fort.shown(PATIENCE) is not None
        await asyncio.sleep(2)
        clock, counted = asyncio.get_running_loop().time, fort.world.limits.taken["all"]
        began = clock()
        fort.world.weather.percent, fort.world.weather.kinds = 100, (Fault.BUSY,)
        await asyncio.gather(*(people.step(table, patience=1) for table in people.tables))
        await asyncio.sleep(max(0.0, 3 - (clock() - began)))
        sent = fort.world.limits.taken["all"] - counted
        assert AT_ONCE <= sent <= 2 * SLOW * (clock() - began + 1)
