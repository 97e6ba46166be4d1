"""Worker processes: answers, limits, deaths, order, and the end."""

import asyncio
import logging
import os
import pickle
import signal
import sys
from pathlib import Path
from random import Random
from threading import Thread
from time import perf_counter

import pytest

from bot.engine.game import apply_action, legal_actions, new_game, to_act
from bot.engine.view import build_view
from bot.model.refusals import Refusal, Refused
from bot.workers import TooSlow, WorkerPool, robot_moves
from bot.workers.jobs import choose_move
from bot.workers.pool import JobKind, JobQueue, WorkerProcess
from tests.support import builders
from tests.workers import jobs
from tests.workers.conftest import children, is_running, needs_proc, until
from tools.bench.engine import random_log

pytestmark = [pytest.mark.process, needs_proc]


async def test_an_answer_comes_from_another_process(workers: WorkerPool) -> None:
    assert await workers.run(5, jobs.double, 21) == 42
    assert await workers.decide(5, jobs.double, 3, times=2) == 12
    assert await workers.run(5, jobs.pid) != os.getpid()
    assert await workers.run(5, jobs.chatter) == "fine"


async def test_processes_are_started_when_they_are_needed(workers: WorkerPool) -> None:
    before = children()
    await asyncio.sleep(0.05)
    assert children() == before
    await workers.run(5, jobs.double, 1)
    assert len(children() - before) == 1
    await workers.warm()
    assert len(children() - before) == 2
    running = children()
    await workers.warm()
    assert children() == running


async def test_a_process_knows_what_the_jobs_need_and_nothing_else(workers: WorkerPool) -> None:
    known = await workers.run(5, jobs.modules)
    assert {"bot.engine.view", "bot.robots.plain_robot"} <= known
    assert not known & {"discord", "aiosqlite", "sqlite3", "PIL", "babel", "simcord", "pytest"}


async def test_a_process_knows_no_secret(
    workers_alone: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "not.for.workers")
    monkeypatch.setenv("SOME_OTHER_SECRET", "neither is this")
    known = await workers_alone.run(5, jobs.environment)
    assert "PATH" in known
    assert known["PYDANTIC_DISABLE_PLUGINS"] == "__all__"  # it starts without a search for plugins
    assert not {"DISCORD_TOKEN", "SOME_OTHER_SECRET"} & known.keys()


async def test_what_a_job_raises_comes_through_with_its_place(workers: WorkerPool) -> None:
    with pytest.raises(KeyError, match="the seven of spades") as caught:
        await workers.run(5, jobs.fail, KeyError)
    assert "jobs.py" in caught.value.__notes__[0]
    with pytest.raises(RuntimeError, match="Odd"):
        await workers.run(5, jobs.odd)
    for job in (jobs.unsendable, lambda: 1):
        with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
            await workers.run(5, job)
    assert await workers.run(5, jobs.double, 1) == 2


async def test_a_job_has_a_time_limit(workers: WorkerPool) -> None:
    stuck = await workers.run(5, jobs.pid)
    began = perf_counter()
    with pytest.raises(TooSlow):
        await workers.run(0.3, jobs.forever)
    with pytest.raises(TooSlow):
        await workers.run(0.3, jobs.linger, 60.0)
    assert perf_counter() - began < 30
    assert await workers.run(5, jobs.pid) != stuck
    assert not is_running(stuck)


async def test_a_job_starts_no_thread(workers: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without memory the start of a thread fails, or waits for ever for the thread to begin."""
    await asyncio.gather(*(workers.decide(60, jobs.linger, 0.2) for _ in range(2)))

    def fail(_: Thread) -> None:
        raise MemoryError

    monkeypatch.setattr(Thread, "start", fail)
    assert await workers.decide(60, jobs.double, 21) == 42
    with pytest.raises(TooSlow):
        await workers.decide(0.1, jobs.forever)


def has_begun(mark: Path) -> bool:
    """Return True once a job has written its process to the file, whole."""
    return mark.exists() and mark.read_text().endswith("\n")


async def test_a_killed_process_is_replaced_and_its_job_done(
    workers: WorkerPool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    mark = tmp_path / "begun"
    job = asyncio.create_task(workers.decide(20, jobs.linger, 0.5, mark))
    await until(lambda: has_begun(mark))
    killed = int(mark.read_text())
    os.kill(killed, signal.SIGKILL)
    survivor = await job
    assert mark.read_text().split() == [str(killed), str(survivor)]
    assert survivor != killed
    assert "replaced" in caplog.text


async def test_every_process_killed_at_once(workers: WorkerPool, tmp_path: Path) -> None:
    others = children()
    await workers.warm()
    mark = tmp_path / "begun"
    job = asyncio.create_task(workers.decide(20, jobs.linger, 0.5, mark))
    await until(lambda: has_begun(mark))
    killed = children() - others
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    assert len(killed) == 2
    assert await job
    assert await workers.run(5, jobs.double, 2) == 4


async def test_a_job_that_always_kills_its_process_is_given_up(
    workers: WorkerPool, tmp_path: Path
) -> None:
    with pytest.raises(TooSlow):
        await workers.run(5, jobs.die)
    assert await workers.run(5, jobs.die_once, tmp_path / "mark") == "alive"


async def test_a_killed_idle_process_is_not_noticed(workers: WorkerPool) -> None:
    os.kill(await workers.run(5, jobs.pid), signal.SIGKILL)
    assert await workers.run(5, jobs.double, 1) == 2


async def test_memory_is_bounded(workers: WorkerPool) -> None:
    assert await workers.run(5, jobs.hoard, 40) == 40 * 2**20
    with pytest.raises(TooSlow):
        await workers.run(10, jobs.hoard, 120)
    assert await workers.run(5, jobs.double, 1) == 2


async def test_what_is_there_from_the_start_is_not_collected_again_and_again(
    workers: WorkerPool,
) -> None:
    """All modules are tens of thousands of objects: a pass over them takes 20 ms of a job."""
    assert await workers.run(5, jobs.frozen) > 10_000


async def test_a_process_that_has_grown_is_replaced_between_two_jobs(workers: WorkerPool) -> None:
    first = await workers.run(5, jobs.pid)
    assert await workers.run(5, jobs.keep, 20) == first
    assert await workers.run(5, jobs.pid) == first
    assert await workers.run(5, jobs.keep, 85) == first  # the last job of this worker
    assert await workers.run(5, jobs.pid) != first
    assert not is_running(first)


async def test_a_slow_question_delays_no_decision(workers: WorkerPool) -> None:
    await workers.warm()
    slow = [asyncio.create_task(workers.run(60, jobs.linger, 60.0)) for _ in range(4)]
    await asyncio.sleep(0.05)
    for number in range(20):
        assert await workers.decide(30, jobs.double, number) == 2 * number
    assert not any(task.done() for task in slow)
    for task in slow:
        task.cancel()
    await asyncio.gather(*slow, return_exceptions=True)


async def test_decisions_go_first_but_not_for_ever() -> None:
    workers, order = WorkerPool(1), list[str]()

    async def note(name: str, kind: str) -> None:
        ask = workers.run if kind == "question" else workers.decide
        await ask(5, jobs.double, 1)
        order.append(name)

    try:
        await workers.warm()
        first = asyncio.create_task(note("first", "question"))
        await asyncio.sleep(0)
        asked = [asyncio.create_task(note("question", "question"))]
        asked += [asyncio.create_task(note(f"move {n}", "decision")) for n in range(20)]
        await asyncio.gather(first, *asked)
    finally:
        await workers.stop()
    assert order[:2] == ["first", "move 0"]
    assert order.index("question") == 9
    assert [name for name in order if name.startswith("move")] == [f"move {n}" for n in range(20)]


async def test_too_many_questions_are_refused(workers: WorkerPool) -> None:
    asked = [asyncio.create_task(workers.run(20, jobs.linger, 5.0)) for _ in range(17)]
    await asyncio.sleep(0.05)
    with pytest.raises(Refused) as caught:
        await workers.run(5, jobs.double, 1)
    assert caught.value.reason is Refusal.BUSY
    assert await workers.decide(5, jobs.double, 1) == 2
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    assert await workers.run(5, jobs.double, 1) == 2  # cancelled jobs keep nobody waiting


async def test_who_stops_waiting_frees_the_process(workers: WorkerPool, tmp_path: Path) -> None:
    mark = tmp_path / "begun"
    job = asyncio.create_task(workers.run(60, jobs.linger, 60.0, mark))
    await until(lambda: has_begun(mark))
    job.cancel()
    with pytest.raises(asyncio.CancelledError):
        await job
    await until(lambda: not is_running(int(mark.read_text())))
    assert await workers.run(5, jobs.double, 1) == 2


async def test_stopping_with_jobs_in_flight_leaves_nothing() -> None:
    before, tasks = children(), asyncio.all_tasks()
    workers = WorkerPool(2)
    asked = [asyncio.create_task(workers.decide(60, jobs.forever)) for _ in range(6)]
    await until(lambda: len(children() - before) == 2)
    await asyncio.sleep(0.3)
    began = perf_counter()
    await workers.stop()
    assert perf_counter() - began < 20
    results = await asyncio.gather(*asked, return_exceptions=True)
    assert all(isinstance(result, TooSlow) for result in results)
    assert children() <= before
    assert asyncio.all_tasks() <= tasks
    with pytest.raises(TooSlow):
        await workers.run(5, jobs.double, 1)
    await workers.stop()


async def test_stopping_while_a_process_starts() -> None:
    before, workers = children(), WorkerPool(2)
    asked = asyncio.create_task(workers.run(5, jobs.double, 1))
    warm = asyncio.create_task(workers.warm())
    await asyncio.sleep(0.01)
    await workers.stop()
    assert isinstance((await asyncio.gather(asked, return_exceptions=True))[0], TooSlow | int)
    await warm
    assert children() <= before


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_a_killed_bot_leaves_no_process(tmp_path: Path, number: signal.Signals) -> None:
    script = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from bot.workers import WorkerPool\n"
        "from tests.workers import jobs\n"
        "async def main():\n"
        "    workers = WorkerPool(2)\n"
        "    busy = workers.run(60, jobs.linger, 60.0, Path(sys.argv[1]))\n"
        "    await asyncio.gather(busy, workers.decide(60, jobs.forever))\n"
        "asyncio.run(main())\n"
    )
    mark = tmp_path / "begun"
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", script, str(mark)),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )

    await until(lambda: has_begun(mark) and len(children(bot.pid)) == 2)
    pids = children(bot.pid)
    bot.send_signal(number)
    await bot.wait()
    await until(lambda: not any(map(is_running, pids)))


async def test_a_process_that_begins_when_its_bot_is_gone_ends_without_a_word() -> None:
    """A kill between its start and its first message left a traceback in the bot's log."""
    heard, said = os.pipe()
    os.close(heard)
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", "from bot.workers.worker_main import serve_jobs; serve_jobs()"),
        stdin=asyncio.subprocess.PIPE,
        stdout=said,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    os.close(said)
    _, complaint = await child.communicate()
    assert (child.returncode, complaint) == (0, b"")


async def test_a_robot_decides_there_as_it_does_here(workers: WorkerPool) -> None:
    game, seen = new_game(builders.rules("sochi")), 0
    for seat, action in random_log(builders.rules("sochi"), 3, seed=4):
        if to_act(game) == seat and seat >= 0 and len(legal_actions(game, seat)) > 1:
            looked = build_view(game, seat)
            here = choose_move("beginner", looked, 7)
            assert await workers.decide(5, choose_move, "beginner", looked, 7) == here
            seen += 1
        game = apply_action(game, seat, action)
    assert seen > 30


async def test_a_robot_waits_for_no_queue_without_end(
    workers: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Processes may hang one after the other, each for as long as it may take to start."""
    hanging = [asyncio.create_task(workers.run(60, jobs.linger, 60)) for _ in range(2)]
    hanging.append(asyncio.create_task(workers.decide(60, jobs.linger, 60)))
    await asyncio.sleep(0)
    monkeypatch.setattr(robot_moves, "LONGEST_WAIT", 0.2)
    game, hurried = builders.contract_won(builders.dealt()), list[bool]()
    seat = to_act(game)
    assert seat is not None
    seen = build_view(game, seat)
    move = robot_moves.robot_move(workers, "expert", seen, 7, on_hurry=lambda: hurried.append(True))
    assert await asyncio.wait_for(move, 30) == robot_moves.plain_move(seen, 7)
    assert hurried == [True]
    for task in hanging:
        task.cancel()
    await asyncio.gather(*hanging, return_exceptions=True)


async def test_nothing_of_a_job_gets_into_the_log(
    workers: WorkerPool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(ValueError, match="spades"):
        await workers.run(5, jobs.fail, ValueError)
    with pytest.raises(TooSlow):
        await workers.run(0.2, jobs.linger, 30.0)
    assert "spades" not in caplog.text


async def test_latency(workers: WorkerPool) -> None:
    """The benchmark has the figures; this test shows that nothing polls or sleeps in between.

    The quickest counts: on a busy machine most of them wait for the processor.  Each follows an
    answer, so none would come just before a look or the end of a sleep.
    """
    await workers.warm()
    dice, times = Random(1), []
    for _ in range(200):
        number = dice.randrange(100)
        began = perf_counter()
        assert await workers.decide(30, jobs.double, number) == 2 * number
        times.append(perf_counter() - began)
    assert min(times) < 0.01


async def test_a_comparison_waits_for_everything_else() -> None:
    """Decisions and questions that come later go first; one process is never compared on."""
    one, other = WorkerProcess(), WorkerProcess()
    queue, order = JobQueue((one, other)), list[JobKind]()

    async def take(kind: JobKind) -> None:
        worker = await queue.acquire(kind)
        order.append(kind)
        await asyncio.sleep(0)
        queue.release(worker, kind)

    busy = [await queue.acquire(JobKind.DECISION) for _ in range(2)]
    kinds = (JobKind.COMPARISON, JobKind.QUESTION, JobKind.DECISION)
    tasks = []
    for kind in kinds:
        tasks.append(asyncio.create_task(take(kind)))
        await asyncio.sleep(0)
    queue.release(busy[0], JobKind.DECISION)
    await asyncio.gather(*tasks)
    assert order == [JobKind.DECISION, JobKind.QUESTION, JobKind.COMPARISON]
    queue.release(busy[1], JobKind.DECISION)
    compared = await queue.acquire(JobKind.COMPARISON)
    second = asyncio.create_task(queue.acquire(JobKind.COMPARISON))
    await asyncio.sleep(0)
    assert not second.done()
    queue.release(compared, JobKind.COMPARISON)
    assert isinstance(await second, WorkerProcess)
