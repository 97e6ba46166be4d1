"""Workers as forks of a server: what happens when it is killed, hangs or is not possible."""

import asyncio
import os
import signal
import sys

import pytest

from bot.workers import WorkerPool, pool
from bot.workers.fork_server import ForkServer
from bot.workers.pool import WorkerProcess, worker_environment
from tests.workers import jobs
from tests.workers.conftest import is_running, until

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="the bot forks workers on Linux alone"),
]


@pytest.fixture
def workers(workers_alone: WorkerPool) -> WorkerPool:
    return workers_alone


def server_of(workers: WorkerPool) -> int:
    assert workers._server is not None
    assert workers._server.pid is not None
    return workers._server.pid


async def test_a_killed_server_is_replaced_and_its_workers_live_on(workers: WorkerPool) -> None:
    await workers.warm()
    before = await workers.decide(5, jobs.pid)
    killed = server_of(workers)
    os.kill(killed, signal.SIGKILL)
    await until(lambda: not is_running(killed))
    assert await workers.decide(5, jobs.pid) == before
    os.kill(before, signal.SIGKILL)
    assert await workers.decide(20, jobs.double, 21) == 42
    await workers.warm()
    assert server_of(workers) != killed


async def test_a_server_that_hangs_is_replaced(workers: WorkerPool) -> None:
    await workers.warm()
    stopped = server_of(workers)
    os.kill(stopped, signal.SIGSTOP)
    for _ in range(2):
        os.kill(await workers.decide(5, jobs.pid), signal.SIGKILL)
        assert await workers.decide(20, jobs.double, 21) == 42
    await workers.warm()
    assert not is_running(stopped)


async def test_workers_share_what_the_server_has_prepared(workers: WorkerPool) -> None:
    await workers.warm(jobs.leave_a_mark)
    assert await workers.decide(5, jobs.marked_by) == server_of(workers)


async def test_the_server_ends_with_its_bot() -> None:
    script = (
        "import time\n"
        "from bot.workers.fork_server import ForkServer\n"
        "from bot.workers.pool import worker_environment\n"
        "server = ForkServer(worker_environment)\n"
        "forked = server.fork()\n"
        "print(server.pid, forked.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", script),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert bot.stdout is not None
    pids = [int(pid) for pid in (await bot.stdout.readline()).split()]
    bot.kill()
    await bot.wait()
    await until(lambda: not any(map(is_running, pids)))


def test_a_closed_server_forks_nothing() -> None:
    server = ForkServer(worker_environment)
    server.close()
    with pytest.raises(ConnectionResetError):
        server.fork()


async def test_where_nothing_can_be_forked_a_worker_is_a_process_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "can_fork", lambda: False)
    workers = WorkerPool(1)
    assert await workers.decide(20, jobs.double, 21) == 42
    await workers.warm(jobs.leave_a_mark)
    assert await workers.decide(5, jobs.marked_by) == await workers.decide(5, jobs.pid)
    await workers.stop()
    assert WorkerProcess().pid is None
