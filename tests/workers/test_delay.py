"""The event loop goes on while eight robots think.

The delay of a loop is first of all that of the machine: the test also measures a loop while two
bare processes burn CPU, before and after, as other programs come and go; only the delay beyond it
counts against the robots.
"""

import asyncio
import sys
from statistics import median

import pytest

from bot.robots import ROBOTS
from bot.workers import WorkerPool
from tools.bench.workers import delays, thinking

SECONDS = 2.0
BESIDE = 1.0  # seconds for which the machine alone is measured


def p99(late: list[float]) -> float:
    return sorted(late)[int(len(late) * 0.99)]


async def burning() -> list[float]:
    """Yield a list of the loop's delays in seconds while two other processes use all the CPU."""
    burn = (sys.executable, "-c", "while True: pass")
    burners = [
        await asyncio.create_subprocess_exec(*burn, start_new_session=True) for _ in range(2)
    ]
    async with delays() as late:
        await asyncio.sleep(BESIDE)
    for burner in burners:
        burner.kill()
        await burner.wait()
    return late


@pytest.mark.process
@pytest.mark.slow
async def test_eight_robots_do_not_hold_up_the_loop(workers: WorkerPool) -> None:
    await workers.warm()
    before = await burning()
    async with delays() as late:
        times = await thinking(workers, [*ROBOTS][-1], SECONDS)
    assert len(times) >= 8
    assert len(late) > 100
    beside = before, await burning()
    assert median(late) < 0.005 + 2 * max(map(median, beside))
    assert p99(late) < 0.02 + 2 * max(map(p99, beside))
