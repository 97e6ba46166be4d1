"""Thinking on other machines: a real scheduler, real thinkers, and the bot without them."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bot.engine.game import to_act
from bot.engine.view import build_view
from bot.workers import Cluster, TooSlow
from bot.workers.jobs import choose_move
from tests.support import builders
from tests.support.thinker_cluster import ThinkerCluster
from tests.workers import jobs
from tests.workers.conftest import children, until

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]


@pytest.fixture
async def cluster(thinker_cluster: ThinkerCluster) -> AsyncIterator[Cluster]:
    before = children()
    made = Cluster(thinker_cluster.address, 1)
    await made.warm()
    yield made
    await made.stop()
    assert children() <= before


async def test_a_thinker_answers_as_the_own_processes_would(
    thinker_cluster: ThinkerCluster, cluster: Cluster
) -> None:
    own = children()
    assert await cluster.run(5, jobs.double, 21) == 42
    ran = await asyncio.gather(*(cluster.decide(5, jobs.linger, 0.3) for _ in range(2)))
    assert len(set(ran)) == 2  # one for each thinker, and none of this machine
    assert cluster.jobs_done == 3
    assert children() == own
    game = builders.contract_won(builders.dealt())
    asked = to_act(game)
    assert asked is not None
    seen = build_view(game, asked)
    assert await cluster.decide(5, choose_move, "club", seen, 7) == choose_move("club", seen, 7)
    assert not {"DISCORD_TOKEN"} & (await cluster.run(5, jobs.environment)).keys()
    with pytest.raises(KeyError, match="the seven of spades") as caught:
        await cluster.run(5, jobs.fail, KeyError)
    assert "jobs.py" in caught.value.__notes__[0]
    with pytest.raises(TooSlow):
        await cluster.decide(0.2, jobs.forever)
    assert cluster.jobs_done == 7
    assert not any("the seven" in thinker_cluster.log(name) for name in ("scheduler", "one", "two"))


async def test_what_waits_too_long_there_is_done_here_and_stops_no_other(cluster: Cluster) -> None:
    """Sixteen jobs of 0.4 s for two thinkers: the last would wait for three seconds."""
    ran = await asyncio.gather(*(cluster.run(0.8, jobs.linger, 0.4) for _ in range(16)))
    assert len(ran) == 16
    assert cluster.is_connected
    assert 2 <= cluster.jobs_done < 16


async def test_thinkers_of_another_version_are_left_alone(
    thinker_cluster: ThinkerCluster, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workers.cluster.code_digest", lambda: "of an older bot")
    own = children()
    assert await cluster.run(5, jobs.double, 21) == 42
    assert cluster.jobs_done == 0
    assert len(children() - own) == 1


async def test_whoever_dies_in_the_middle_of_a_job(tmp_path: Path) -> None:
    """Another thinker takes over a dead one's job; this machine works without a scheduler."""
    with ExitStack() as stack:
        thinker_cluster = ThinkerCluster(tmp_path, stack, "one", "two")
        cluster = Cluster(thinker_cluster.address, 1)
        await cluster.warm()
        mark = tmp_path / "mark"
        asked = asyncio.ensure_future(cluster.decide(20, jobs.linger, 0.5, mark))
        await until(mark.exists)
        worker = int(mark.read_text())
        (guilty,) = [one for one in thinker_cluster.thinkers if worker in children(one.pid)]
        guilty.send_signal(signal.SIGKILL)
        assert await asked != worker
        assert cluster.jobs_done == 1

        asked = asyncio.ensure_future(cluster.decide(20, jobs.linger, 0.5, mark))
        await until(lambda: len(mark.read_text().split()) == 3)
        thinker_cluster.scheduler.kill()
        assert await asked in children()
        assert await cluster.run(5, jobs.double, 21) == 42
        assert cluster.jobs_done == 1
        thinker_cluster.schedule("again")
        await until(lambda: cluster.is_connected, 30)  # with the thinker that is left
        assert await cluster.run(5, jobs.double, 21) == 42
        assert cluster.jobs_done == 2
        await cluster.stop()


async def test_nobody_is_there() -> None:
    before = children()
    cluster = Cluster("tcp://127.0.0.1:9", 1)
    await cluster.warm()
    assert await cluster.run(5, jobs.double, 21) == 42
    assert await cluster.run(5, jobs.pid) in children()
    assert cluster.jobs_done == 0
    await cluster.stop()
    assert children() <= before
