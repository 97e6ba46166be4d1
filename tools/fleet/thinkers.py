"""Thinkers on this machine, started as a host starts them, and their processor time."""

import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import NamedTuple

from tools.fleet.processes import free_port, listening
from tools.siege.bot_process import children_of, spent_by
from tools.siege.goals import REPOSITORY


class LocalThinker(NamedTuple):
    """A thinker on the loopback: its address, and its process, the parent of one that thinks."""

    url: str
    process: asyncio.subprocess.Process

    @property
    def is_alive(self) -> bool:
        return self.process.returncode is None

    def spent(self) -> float:
        """Seconds of a processor that the process that thinks has had; idle, it takes none."""
        return sum(map(spent_by, children_of(self.process.pid)))


@asynccontextmanager
async def thinking(count: int) -> AsyncIterator[Sequence[LocalThinker]]:
    """Run thinkers of one process each, on this machine alone."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(_thinker()) for _ in range(count)]


@asynccontextmanager
async def _thinker() -> AsyncIterator[LocalThinker]:
    host, port = "127.0.0.1", free_port()
    environment = {"PYTHONPATH": str(REPOSITORY), "PATH": os.environ["PATH"], "WORKERS": "1"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "think", "--listen", f"{host}:{port}"),
        env=environment | {"LOG_LEVEL": "WARNING"},
        cwd=tempfile.gettempdir(),
        process_group=0,
    )
    try:
        await listening(host, port)
        yield LocalThinker(f"http://{host}:{port}", process)
    finally:
        await _ended(process)


async def _ended(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(process.wait(), 10)
    except TimeoutError:
        process.kill()
        await process.wait()
