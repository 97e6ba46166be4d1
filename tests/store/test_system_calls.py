"""An error at any system call SQLite makes on the file: nothing acknowledged is lost."""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store import Store
from tests.store.making import GUILD, look
from tests.support.stored import log_lines, with_layout

pytestmark = [
    pytest.mark.slow,
    pytest.mark.process,
    pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed"),
]
PARTS = ("", "-wal", "-shm")
LINES = 300  # acknowledged, after which a child that met no fault kills itself
FAULTS = [
    (call, error, number)
    for call, error in (
        ("pwrite64", "EIO"),
        ("pwrite64", "ENOSPC"),
        ("fdatasync", "EIO"),
        ("pread64", "EIO"),
        ("openat", "EMFILE"),
        ("fcntl", "EIO"),
        ("mmap", "ENOMEM"),
    )
    for number in (1, 5, 60)
]


async def open_and_close(path: Path) -> None:
    async with Store.session(with_layout(path), now=1):
        pass


def written_until_the_fault(path: Path, fault: tuple[str, str, int]) -> set[tuple[int, int]]:
    """Let the child write with one failing call; return what it acknowledged before it died."""
    call, error, number = fault
    files = [word for part in PARTS for word in ("-P", f"{path}{part}")]
    child = [sys.executable, "-m", "tests.store.writing_child", str(path), str(LINES)]
    inject = f"inject={call}:error={error}:when={number}"
    # the child stops for no other call with this filter, of which it makes thousands
    quiet = ["strace", "-f", "--seccomp-bpf", "-q", "-o", "/dev/null", "-e", f"trace={call}"]
    ran = subprocess.run(
        ["timeout", "-s", "KILL", "60", *quiet, *files, "-e", inject, *child],
        capture_output=True,
        text=True,
        check=False,
    )
    pairs = [line.split() for line in ran.stdout.splitlines()]
    return {(int(game_id), int(version)) for game_id, version in pairs}


async def stored(path: Path) -> set[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    async with Store.session(path, now=2) as store:
        for game in await store.game_queries.games_of_guild(GUILD):
            versions = [line.version for line in await log_lines(store, game.game_id)]
            assert versions == list(range(game.version))
            found |= {(game.game_id, version) for version in versions}
    return found


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("fault", FAULTS)
def test_nothing_acknowledged_is_lost(tmp_path: Path, fault: tuple[str, str, int]) -> None:
    path = tmp_path / "bot.db"
    asyncio.run(open_and_close(path))
    for part in PARTS[1:]:  # strace watches only files that are there
        Path(f"{path}{part}").touch()
    acknowledged = written_until_the_fault(path, fault)
    assert look(path, "PRAGMA integrity_check") == [("ok",)]
    assert acknowledged <= asyncio.run(stored(path))
