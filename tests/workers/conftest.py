"""Worker processes that end with their test."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.workers import WorkerPool
from tests.support.worker_reuse import reuse_server

needs_proc = pytest.mark.skipif(
    sys.platform != "linux", reason="finds worker processes in /proc, which only Linux has"
)


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
    """Return the running child processes of this process or the given one.

    In place of a fork server, its forks: it stands between a bot and its workers.
    """
    found = set[int]()
    for pid in _own_children(parent or os.getpid()):
        found |= _own_children(pid) if is_fork_server(pid) else {pid}
    return {pid for pid in found if is_running(pid)}


def _own_children(parent: int) -> set[int]:
    tasks = Path(f"/proc/{parent}/task").glob("*/children")
    return {int(pid) for task in tasks for pid in _of_thread(task)}


def is_fork_server(pid: int) -> bool:
    """Return True for the server; its forks bear its command line, but are no child of a bot."""
    try:
        return b"serve_forks" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return False


async def until(true: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait for a condition that another process fulfils."""
    for _ in range(int(seconds / 0.01)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen")


@pytest.fixture
async def workers() -> AsyncIterator[WorkerPool]:
    """Return a pool of new processes, forks of a server that earlier tests had too."""
    before = children()
    made = WorkerPool(2)
    reuse_server(made)
    yield made
    await made.stop()
    assert children() <= before


@pytest.fixture
async def workers_alone() -> AsyncIterator[WorkerPool]:
    """Return a pool with a server of its own, for tests of what a server loads and survives."""
    before = children()
    made = WorkerPool(2)
    yield made
    await made.stop()
    assert children() <= before
