"""``make fleet`` ends in order whenever it is told to, and nothing of it is left."""

import asyncio
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.tools.siege.goals import REPOSITORY

pytestmark = [pytest.mark.slow, pytest.mark.process]


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where everything temporary of it goes; a PostgreSQL with a user of its own gets in."""
    made = Path(tempfile.mkdtemp(prefix="fleet-test-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


def living_in(folder: Path) -> list[int]:
    """The processes that work below it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            if str((process / "cwd").readlink()).startswith(str(folder)):
                found.append(int(process.name))
    return found


def left_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_nothing_is_left_behind(folder: Path) -> None:
    """In the middle of the start: a scheduler, a thinker, a PostgreSQL, a process of the bot."""
    fleet = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.tools.fleet", "--thinkers", "1", "--tables", "1"),
        env={"PYTHONPATH": str(REPOSITORY), "PATH": "/usr/bin:/bin", "TMPDIR": str(folder)},
        cwd=REPOSITORY,
        stdout=asyncio.subprocess.PIPE,
    )
    while len(living_in(folder)) < 4:
        assert fleet.returncode is None
        await asyncio.sleep(0.1)
    fleet.send_signal(signal.SIGTERM)
    fleet.send_signal(signal.SIGINT)  # whoever cannot wait
    said, _ = await asyncio.wait_for(fleet.communicate(), 30)
    assert b"All of it is gone." in said
    assert fleet.returncode == 0
    assert living_in(folder) == []
    assert left_in(folder) == []
