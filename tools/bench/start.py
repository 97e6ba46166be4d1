"""A start until READY: seconds, processor and memory, medians of ten on a Discord of the loopback.

``python -m tools.bench start``, or ``python -m tools.bench.start CHECKOUT``: beside the bot of
another checkout, by turns and in both orders.  The first start of each is not counted: it compiles
its modules and makes its file.  Of these figures only the seconds count how busy the machine is,
and only figures of one run may be compared.
"""

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from tools.siege.bot_process import CHILD, BotProcess, running_bot
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import REPOSITORY

_STARTS: Final = 10


class Start(NamedTuple):
    """Seconds until READY, processor seconds, and resident MiB then; workers are not counted."""

    waited: float
    spent: float
    memory: float


def _processor_seconds(pid: int) -> float:
    """All threads together: more exact than ``spent_by``, which counts in hundredths."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


async def _started(bot: BotProcess) -> Start:
    waited = await bot.start()
    assert bot.process is not None
    start = Start(waited, _processor_seconds(bot.process.pid), bot.memory())
    await bot.stop()
    return start


async def _measure(checkouts: Sequence[Path]) -> list[list[Start]]:
    """Return the starts of the bot of each checkout."""
    async with AsyncExitStack() as ending:
        bots = list[BotProcess]()
        for checkout in checkouts:
            folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
            bot = BotProcess(SimulatedDiscord(), folder)
            bot.child = checkout / CHILD.relative_to(REPOSITORY)
            bot.settings["PYTHONPATH"] = str(checkout)
            bots.append(await ending.enter_async_context(running_bot(bot)))
        found: list[list[Start]] = [[] for _ in bots]
        for n in range(_STARTS + 1):
            turns = list(zip(bots, found, strict=True))
            for bot, starts in turns if n % 2 else turns[::-1]:
                starts.append(await _started(bot))
    return [starts[1:] for starts in found]


def main(*others: str) -> None:
    checkouts = [REPOSITORY, *(Path(name).resolve() for name in others)]
    for checkout, starts in zip(checkouts, asyncio.run(_measure(checkouts)), strict=True):
        waited, spent, memory = map(median, zip(*starts, strict=True))
        quickest, cheapest, _ = map(min, zip(*starts, strict=True))
        print(
            f"{checkout.name:20} READY after {waited:.2f} s (at best {quickest:.2f}),"
            f" processor {spent:.2f} s ({cheapest:.2f}), resident {memory:.1f} MiB"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
