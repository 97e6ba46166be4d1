"""``make fleet`` and ``make siege`` end in order at any moment, and leave nothing."""

import asyncio
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tools.siege.goals import REPOSITORY

pytestmark = [pytest.mark.slow, pytest.mark.process]

PATIENCE = 120  # seconds: what ends on a busy machine may first have to start


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return the folder of all temporary files; a PostgreSQL with its own user can enter it."""
    made = Path(tempfile.mkdtemp(prefix="fleet-test-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


def living_in(folder: Path) -> list[int]:
    """Return the processes that run below it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # the process has just ended
            if str((process / "cwd").readlink()).startswith(str(folder)):
                found.append(int(process.name))
    return found


async def nobody_lives_in(folder: Path) -> None:
    """A worker whose bot was killed notices it itself, at the latest once it has started."""
    async with asyncio.timeout(PATIENCE):
        while living_in(folder):  # noqa: ASYNC110  nobody tells
            await asyncio.sleep(0.1)


def left_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


@pytest.mark.parametrize(
    ("words", "many", "code"),
    [
        # in the middle of the start: a thinker, its process, a PostgreSQL, a process of the bot
        (("fleet", "--thinkers", "1", "--tables", "1"), 4, 0),
        pytest.param(("siege", "fleet", "--short"), 4, 130, marks=pytest.mark.sweep),
        # the bot and a worker; the section of kills ends its first bot before that has one
        (("siege", "hung", "--short"), 2, 130),
    ],
)
async def test_nothing_is_left_behind(
    folder: Path, words: tuple[str, ...], many: int, code: int
) -> None:
    tool, *rest = words
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", f"tools.{tool}", *rest),
        env={"PYTHONPATH": str(REPOSITORY), "PATH": "/usr/bin:/bin", "TMPDIR": str(folder)},
        cwd=REPOSITORY,
        stdout=asyncio.subprocess.PIPE,
    )
    while len(living_in(folder)) < many:
        assert program.returncode is None
        await asyncio.sleep(0.1)
    program.send_signal(signal.SIGTERM)
    program.send_signal(signal.SIGINT)  # an impatient user
    said, _ = await asyncio.wait_for(program.communicate(), PATIENCE)
    assert b"It is taken down." in said
    assert program.returncode == code
    await nobody_lives_in(folder)
    assert left_in(folder) == []
