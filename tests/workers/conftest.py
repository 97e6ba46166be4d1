"""Worker processes that end with their test."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.workers import WorkerPool


def is_running(pid: int) -> bool:
    """Return True for a process that exists and is not a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


def _of_thread(task: Path) -> list[str]:
    try:
        return task.read_text().split()
    except FileNotFoundError:
        return []  # the thread ended after the folder was listed


def children(parent: int | None = None) -> set[int]:
    """Return the running child processes of this process or the given one."""
    tasks = Path(f"/proc/{parent or os.getpid()}/task").glob("*/children")
    found = {int(pid) for task in tasks for pid in _of_thread(task)}
    return {pid for pid in found if is_running(pid)}


async def until(true: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait for a condition that another process fulfils."""
    for _ in range(int(seconds / 0.01)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen")


@pytest.fixture
async def workers() -> AsyncIterator[WorkerPool]:
    before = children()
    made = WorkerPool(2)
    yield made
    await made.stop()
    assert children() <= before
