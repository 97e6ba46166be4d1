"""Worker processes: start, round trip, memory, and what eight thinking robots do to the event loop.

``python -m tools.bench.workers``.  The delay of the loop depends on the machine and on what
else runs on it: the same is measured with nobody thinking, and with two bare processes that only
burn.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from time import perf_counter

from bot.engine.game import apply_action, legal_actions, new_game, to_act
from bot.engine.view import SeatView, build_view
from bot.render.paper.drawing_jobs import warm_up_drawing
from bot.robots import ROBOTS
from bot.workers import PLAIN_LEVEL, WorkerPool
from bot.workers.jobs import choose_move
from bot.workers.worker_main import own_memory, resident_memory
from tests.support import builders
from tools.bench.engine import random_log

ROBOTS_AT_ONCE = 8
SECONDS = 5.0


def figures(times: list[float]) -> str:
    """Milliseconds."""
    sorted_times = sorted(times)
    cuts = [sorted_times[min(len(times) - 1, int(len(times) * share))] for share in (0.5, 0.99)]
    p50, p99 = (1000 * cut for cut in cuts)
    return f"p50 {p50:.2f} ms, p99 {p99:.2f} ms, max {1000 * sorted_times[-1]:.1f} ms"


@asynccontextmanager
async def delays() -> AsyncIterator[list[float]]:
    """Collect the delays with which the event loop wakes a sleeper, every millisecond."""
    late: list[float] = []

    async def watch() -> None:
        while True:
            began = perf_counter()
            await asyncio.sleep(0.001)
            late.append(perf_counter() - began - 0.001)

    task = asyncio.create_task(watch())
    try:
        yield late
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def positions(count: int, seed: int = 1) -> list[SeatView]:
    """Decisions with a choice, from random deals."""
    rules = builders.rules("sochi")
    game, seen = new_game(rules), list[SeatView]()
    for seat, action in random_log(rules, 40, seed):
        if seat >= 0 and to_act(game) == seat and len(legal_actions(game, seat)) > 1:
            seen.append(build_view(game, seat))
        game = apply_action(game, seat, action)
    return Random(seed).sample(seen, min(count, len(seen)))


async def thinking(workers: WorkerPool, level: str, seconds: float) -> list[float]:
    """Eight tables whose robots never pause; the seconds of each decision with its wait."""
    seen, times, end = positions(400), list[float](), perf_counter() + seconds

    async def table(number: int) -> None:
        for turn, position in enumerate(seen[number::ROBOTS_AT_ONCE]):
            if perf_counter() > end:
                return
            began = perf_counter()
            await workers.decide(60, choose_move, level, position, turn)
            times.append(perf_counter() - began)

    await asyncio.gather(*(table(number) for number in range(ROBOTS_AT_ONCE)))
    return times


async def _round_trips(workers: WorkerPool, pause: float) -> list[float]:
    times = []
    for _ in range(500):
        began = perf_counter()
        await workers.decide(5, resident_memory)
        times.append(perf_counter() - began)
        await asyncio.sleep(pause)
    return times


async def _memory(workers: WorkerPool) -> str:
    """Return the greatest memory of a process, with its part of shared pages, and in all."""
    sizes = [await workers.decide(5, own_memory) for _ in range(2)]
    resident = [await workers.decide(5, resident_memory) for _ in range(2)]
    return f"{max(sizes) >> 20} MB, with all shared pages {max(resident) >> 20}"


async def _starts(workers: WorkerPool) -> list[float]:
    """Return how long the next answer takes after a process has been killed, in seconds."""
    times = []
    for _ in range(10):
        os.kill(await workers.decide(5, os.getpid), signal.SIGKILL)
        began = perf_counter()
        await workers.decide(5, resident_memory)
        times.append(perf_counter() - began)
    return times


async def _measure() -> None:
    workers = WorkerPool(2)
    began = perf_counter()
    await workers.warm(warm_up_drawing)
    print(f"two processes, ready to draw:     {1000 * (perf_counter() - began):.0f} ms")
    print(f"memory of a fresh process:        {await _memory(workers)}")
    print(f"answer of another, once killed:   {figures(await _starts(workers))}")
    print(f"round trip, one after another:    {figures(await _round_trips(workers, 0))}")
    print(f"round trip, every 10 ms:          {figures(await _round_trips(workers, 0.01))}")
    async with delays() as late:
        await asyncio.sleep(SECONDS)
    print(f"delay of the loop, nobody thinks: {figures(late)}")
    burn = [sys.executable, "-c", "import os; os.nice(5)\nwhile True: pass"]
    burners = [
        await asyncio.create_subprocess_exec(*burn, start_new_session=True) for _ in range(2)
    ]
    async with delays() as late:
        await asyncio.sleep(SECONDS)
    for burner in burners:
        burner.kill()
        await burner.wait()
    print(f"delay of the loop, two burn:      {figures(late)}")
    for level in [name for name in ROBOTS if name != PLAIN_LEVEL]:
        async with delays() as late:
            times = await thinking(workers, level, SECONDS)
        print(f"delay of the loop, eight {level}s: {figures(late)}")
        print(f"  their decisions with the wait:  {figures(times)} ({len(times)})")
    print(f"memory of a process after them:   {await _memory(workers)}")
    await workers.stop()


def main() -> None:
    asyncio.run(_measure())


if __name__ == "__main__":
    main()
