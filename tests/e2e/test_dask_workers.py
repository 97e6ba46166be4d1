"""An evening with robots computed elsewhere; the simulated Discord sees nothing of the cluster."""

import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from bot.workers import Cluster
from tests.support.room import Room, evening
from tests.support.thinker_cluster import ThinkerCluster

pytestmark = [
    pytest.mark.slow,
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="kills what it has started"),
]


def answered(room: Room) -> int:
    assert isinstance(room.bot.parts.workers, Cluster)
    return room.bot.parts.workers.jobs_done


async def test_thinkers_and_the_scheduler_die_in_the_middle_of_an_evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        thinker_cluster = ThinkerCluster(tmp_path, stack, "one", "two")
        monkeypatch.setenv("THINKERS", thinker_cluster.address)
        async with evening(tmp_path, level="club", seed=3) as room:
            await room.bot.parts.workers.warm()
            ana = room.person("Ana")
            await room.seated(ana, robots=2, target=1, rules="rostov", clock="none")
            await room.start(ana)
            await room.play_until(lambda room: answered(room) > 10)
            thinker_cluster.thinkers[0].kill()
            some = answered(room)
            await room.play_until(lambda room: answered(room) > some + 5)  # by the other worker
            thinker_cluster.scheduler.kill()
            left = answered(room)
            await room.play_out()
            assert room.game().ended
            assert answered(room) == left
