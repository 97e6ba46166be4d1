"""An evening takes the time it needs, and ends even if a part of it fails."""

import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

import pytest
import simcord

from bot.app import PreferansBot
from tests.support.room import evening

ROOT: Final = Path(__file__).parents[2]

_FORGETFUL: Final = """
from pathlib import Path

from bot.store import Store


async def test_a_store_stays_open(tmp_path: Path) -> None:
    store = await Store.open(with_layout(tmp_path / "bot.db"), now=1)
    raise RuntimeError(store)
"""


def _fails(*_: object) -> None:
    raise RuntimeError("on purpose")


async def _fails_at_the_end(env: simcord.Env) -> None:
    await _SHUTDOWN(env)
    raise RuntimeError("on purpose")


_SHUTDOWN: Final = simcord.Env.shutdown


@pytest.mark.parametrize(
    ("of", "step", "fails"),
    [
        (simcord.Env, "create_guild", _fails),
        (PreferansBot, "setup_hook", _fails),
        (simcord.Env, "shutdown", _fails_at_the_end),
    ],
)
async def test_an_evening_that_fails_leaves_no_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, of: type, step: str, fails: object
) -> None:
    """It fails before there is a room, while the bot starts, and while everything is being closed.

    Python waits for its threads, so the process of the tests would never end.
    """
    before = set(threading.enumerate())
    monkeypatch.setattr(of, step, fails)
    with pytest.raises(RuntimeError, match="on purpose"):
        async with evening(tmp_path):
            pass
    new = set(threading.enumerate()) - before
    for one in new:
        one.join(10)
    assert not any(one.is_alive() for one in new)


async def test_a_verb_waits_longer_than_simcord_has_patience(tmp_path: Path) -> None:
    """A busy machine needs that time."""
    async with evening(tmp_path) as room:
        room.env.settle_timeout = 0.001
        ana = room.person("Ana")
        await room.seated(ana, robots=2, clock="fast")
        await room.start(ana)
        await room.later(300)
        assert room.lines()


@pytest.mark.process
def test_a_store_that_a_failed_test_left_open_holds_nobody(tmp_path: Path) -> None:
    """A failed test's error keeps its objects alive, and Python waits for every thread at exit."""
    (tmp_path / "test_it.py").write_text(_FORGETFUL)
    words = ["-m", "pytest", "-q", "-p", "tests.conftest", "-c", "pyproject.toml", "--rootdir=."]
    done = subprocess.run(
        [sys.executable, *words, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "1 failed" in done.stdout, done.stdout + done.stderr
