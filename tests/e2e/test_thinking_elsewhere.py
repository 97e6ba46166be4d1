"""An evening with robots computed elsewhere; the simulated Discord sees nothing of it."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from bot.workers import robot_moves
from bot.workers.remote_pool import RemotePool
from tests.support.room import Room, evening
from tests.support.thinkers import Thinkers

pytestmark = [pytest.mark.slow, pytest.mark.process]

PATIENT = 60.0  # seconds: on a busy machine a thinker that is late would count as dead


def count_jobs(room: Room) -> int:
    assert isinstance(room.bot.parts.workers, RemotePool)
    return room.bot.parts.workers.moves_made


async def test_thinkers_die_in_the_middle_of_an_evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        thinkers = Thinkers(tmp_path, stack, "one", "two")
        monkeypatch.setenv("THINKERS", thinkers.addresses)
        monkeypatch.setattr(robot_moves, "MOVE_SECONDS", PATIENT)
        monkeypatch.setattr(robot_moves, "LONGEST_WAIT", 2 * PATIENT)
        async with evening(tmp_path, level="club", seed=3) as room:
            await room.bot.parts.workers.warm()
            ana = room.person("Ana")
            await room.seated(ana, robots=2, target=1, rules="rostov", clock="none")
            await room.start(ana)
            await room.skip_until(lambda room: count_jobs(room) > 10)
            thinkers.processes["one"].kill()
            some = count_jobs(room)
            await room.skip_until(lambda room: count_jobs(room) > some + 5)  # by the other one
            thinkers.processes["two"].kill()
            left = count_jobs(room)
            await room.skip_out()
            assert room.game().ended
            assert count_jobs(room) <= left + 1
