"""A few worker processes with limits of memory and time, and the queue for a free one."""

import asyncio
import logging
import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from enum import Enum
from functools import partial
from threading import Condition, Lock, Thread
from time import monotonic, sleep
from typing import Final, ParamSpec, TypeVar, cast

from bot.analysis import search_backend
from bot.model.refusals import Refusal, Refused
from bot.workers.fork_server import ForkedProcess, ForkServer, can_fork
from bot.workers.worker_main import JobResult, own_memory

# One worker process as seen from the bot: sends a job, and receives its answer or its death.
#
# All calls block and belong in a thread. A watchdog kills a process that is late.

_SHORTAGE: Final = 0.1  # seconds until the watchdog tries again without memory
_START_SECONDS: Final = 20.0  # a machine that needs longer to start Python cannot host tables
# all that Python needs to start: neither the bot's token nor any other secret
_ENVIRONMENT: Final = (
    *("PATH", "HOME", "TMPDIR", "TZ", "LANG", "LC_ALL", "LC_CTYPE"),
    *("PYTHONHOME", "PYTHONHASHSEED", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT"),
)
# else pydantic searches all installed packages for plugins: a seventh of the startup time
_NO_SEARCH: Final = {"PYDANTIC_DISABLE_PLUGINS": "__all__"}
# else glibc keeps the tables of a finished search: a fifth of a worker's memory
_RETURN_MEMORY: Final = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": "131072",  # bytes
    "MALLOC_TRIM_THRESHOLD_": "131072",
}
_BOOT: Final = """\
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot decides when its workers end
sys.path[:] = sys.argv[1:]
from bot.workers.jobs import load_robots
from bot.workers.worker_main import serve_jobs
load_robots()
serve_jobs()
"""


class ProcessDied(Exception):
    """The process ended without an answer."""


class TimedOut(Exception):
    """The process was killed because its time was over."""


class Watchdog:
    """Calls ``expire`` when a time limit is over.

    One thread for all limits: when memory is short, the start of a thread fails or never returns.
    """

    def __init__(self, expire: Callable[[], None]) -> None:
        self._expire = expire
        self._changed = Condition()
        self._until: float | None = None  # by the monotonic clock; None: there is no limit now
        self._is_closed = False
        self.is_late = False  # True after a limit was over, until the next one
        Thread(target=self._watch, name="watchdog", daemon=True).start()

    @contextmanager
    def limit(self, seconds: float) -> Iterator[None]:
        """Call ``expire`` if the block takes longer."""
        self.is_late = False
        self._set(monotonic() + seconds)
        try:
            yield
        finally:
            self._set(None)

    def close(self) -> None:
        """End the thread."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    def _set(self, until: float | None) -> None:
        with self._changed:
            self._until = until
            self._changed.notify()

    def _watch(self) -> None:
        with self._changed:
            while not self._is_closed:
                try:
                    self._wait()
                except MemoryError:
                    sleep(_SHORTAGE)

    def _wait(self) -> None:
        left = None if self._until is None else self._until - monotonic()
        if left is None or left > 0:
            self._changed.wait(left)
        else:
            self._until, self.is_late = None, True
            self._expire()


class WorkerProcess:
    """A worker process, started when it is first needed, and again after each end.

    It is a fork of ``server``, or a process of its own where there is none.
    """

    def __init__(self, server: ForkServer | None = None) -> None:
        self._server = server
        self._process: subprocess.Popen[bytes] | ForkedProcess | None = None
        self._watchdog: Watchdog | None = None
        self._changing = Lock()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the running process."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Start the process if it is not running, and wait until it answers."""
        if self._process is not None and self._process.poll() is None:
            return
        self.drop()
        process = self._launch()
        with self._changing:
            self._process = process
            if self._closed:
                self.kill()
        self._exchange(_START_SECONDS)

    def _launch(self) -> subprocess.Popen[bytes] | ForkedProcess:
        if self._closed:
            raise ProcessDied
        if self._server is not None:
            try:
                return self._server.fork()
            except OSError as error:
                raise ProcessDied from error
        return subprocess.Popen(  # noqa: S603  this very Python
            [sys.executable, "-c", _BOOT, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=worker_environment(),
            start_new_session=True,  # bot/workers/fork_server.py says why
        )

    def run(self, seconds: float, work: Callable[[], object]) -> JobResult:
        """Run the work in the process.  Raises ProcessDied, TimedOut, and errors of pickling."""
        request = pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        self.start()
        answer = self._exchange(seconds, request)
        if answer.must_exit:
            self.drop()
        return answer

    def _exchange(self, seconds: float, request: bytes = b"") -> JobResult:
        """Send the request, if there is one, and wait for one answer."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise ProcessDied
        watchdog = self._watchdog = self._watchdog or Watchdog(self.kill)
        try:
            with watchdog.limit(seconds):
                if request:
                    process.stdin.write(len(request).to_bytes(4, "big") + request)
                    process.stdin.flush()
                answer = pickle.load(process.stdout)  # noqa: S301  sent by the own worker
        except Exception as error:  # the pipe is closed, or the data is no answer
            self.drop()
            raise (TimedOut if watchdog.is_late else ProcessDied) from error
        assert isinstance(answer, JobResult)
        return answer

    def kill(self) -> None:
        """Kill the process now, from any thread; a waiting caller gets an error."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the process for good; a waiting caller gets an error."""
        with self._changing:
            self._closed = True
        self.kill()
        if self._watchdog is not None:
            self._watchdog.close()

    def drop(self) -> None:
        """End the idle process, and release its resources."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        with suppress(OSError), process:  # unsent data is dropped
            pass


def worker_environment() -> dict[str, str]:
    """Return the environment of a worker, a small part of the bot's."""
    passed = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    return passed | _NO_SEARCH | _RETURN_MEMORY


log = logging.getLogger(__name__)

# Queue for free worker processes: pictures of tables, then decisions, then questions of users, then
# comparisons of past deals, for which nobody waits.
#
# A picture takes some milliseconds, and a message waits for it.  One process is not for questions
# (unless there is only one), so a slow analysis delays no game; and a question that was passed over
# often enough goes first.


class JobKind(Enum):
    PICTURE = 0
    DECISION = 1
    QUESTION = 2
    COMPARISON = 3


# a longer queue would take many seconds: tables go out in words, robots play the plain move, users
# are refused
MAX_WAITING: Final = {
    JobKind.PICTURE: 64,
    JobKind.DECISION: 32,
    JobKind.QUESTION: 16,
    JobKind.COMPARISON: 1,
}
_DEFERRABLE: Final = (JobKind.QUESTION, JobKind.COMPARISON)  # never on the last free process
_MAX_PASSED_OVER: Final = 8  # decisions that may overtake a waiting question


class JobQueue:
    """The free processes, and the queues of tasks waiting for one."""

    def __init__(self, workers: tuple[WorkerProcess, ...]) -> None:
        self._free = list(workers)
        self._waiting: dict[JobKind, deque[asyncio.Future[WorkerProcess]]] = {
            k: deque() for k in JobKind
        }
        self._questions = max(1, len(workers) - 1)  # processes that questions may take now
        self._passed_over = 0

    async def acquire(self, kind: JobKind) -> WorkerProcess:
        """Wait for a process.  Raises Refused when the queue is full."""
        waiting = self._waiting[kind]
        if len(waiting) >= MAX_WAITING[kind]:
            raise Refused(Refusal.BUSY)
        turn: asyncio.Future[WorkerProcess] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        self._serve()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn in waiting:
                waiting.remove(turn)
            if turn.done() and not turn.cancelled():
                self.release(turn.result(), kind)
            raise

    def waiting(self, kind: JobKind) -> int:
        """Return the number of tasks waiting for a process."""
        return len(self._waiting[kind])

    def release(self, worker: WorkerProcess, kind: JobKind) -> None:
        """Return a process to the free ones."""
        self._free.append(worker)
        self._questions += kind in _DEFERRABLE
        self._serve()

    def close(self, error: Exception) -> None:
        """Close the queue; every waiting task gets this error."""
        for waiting in self._waiting.values():
            while waiting:
                turn = waiting.popleft()
                if not turn.done():
                    turn.set_exception(error)

    def _serve(self) -> None:
        while self._free and (kind := self._next()) is not None:
            is_passed = kind is JobKind.DECISION and bool(self._waiting[JobKind.QUESTION])
            self._passed_over = self._passed_over + 1 if is_passed else 0
            self._questions -= kind in _DEFERRABLE
            self._waiting[kind].popleft().set_result(self._free.pop())

    def _next(self) -> JobKind | None:
        for waiting in self._waiting.values():
            while waiting and waiting[0].done():  # cancelled
                waiting.popleft()
        may_ask = self._waiting[JobKind.QUESTION] and self._questions
        if self._waiting[JobKind.PICTURE]:
            return JobKind.PICTURE
        if may_ask and self._passed_over >= _MAX_PASSED_OVER:
            return JobKind.QUESTION
        if self._waiting[JobKind.DECISION]:
            return JobKind.DECISION
        if may_ask:
            return JobKind.QUESTION
        may_compare = self._waiting[JobKind.COMPARISON] and self._questions
        return JobKind.COMPARISON if may_compare else None


# Pool of worker processes with bounded memory and a time limit for every job.
#
# Each process has a thread that waits for it. No library is used because pebble 5.2 shares one
# queue and its locks between the processes, and hangs after several of them were killed at once.


P = ParamSpec("P")
T = TypeVar("T")

_PREPARE_SECONDS: Final = 20.0  # a process that has just started is slow on a busy machine
_ATTEMPTS: Final = 2  # a process may have died for a reason outside of the job


class TooSlow(Exception):
    """No answer within the limits of time and memory, or two processes died of the job."""


class WorkerPool:
    """Runs pure, picklable, top-level functions outside of the event loop.

    A job must be importable (no lambda, nothing defined in a function); arguments and results are
    pickled.  A process is started when it is first needed.  Every job runs within the context
    manager ``watch(kind)``.
    """

    def __init__(
        self, count: int = 2, watch: Callable[[str], AbstractContextManager[object]] = nullcontext
    ) -> None:
        self._watch = watch
        self._server = ForkServer(worker_environment) if can_fork() else None
        self._workers = tuple(WorkerProcess(self._server) for _ in range(count))
        self._queue = JobQueue(self._workers)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")
        self._under_way: set[asyncio.Future[JobResult]] = set()
        self._stopped = False

    async def run(
        self, seconds: float, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Answer a user's question; ``seconds`` count from the moment a process takes it.

        Raises TooSlow, and Refused when the queue is full; errors of the job are re-raised with
        the traceback in the process as a note.
        """
        work = partial(job, *args, **kwargs)
        return cast(T, await self._run_job(JobKind.QUESTION, seconds, work))

    async def decide(
        self, seconds: float, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a decision that a table waits for; it goes before the questions of users."""
        work = partial(job, *args, **kwargs)
        return cast(T, await self._run_job(JobKind.DECISION, seconds, work))

    async def run_last(
        self, seconds: float, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a job that nobody waits for, after all others.  Raises as ``run``."""
        work = partial(job, *args, **kwargs)
        return cast(T, await self._run_job(JobKind.COMPARISON, seconds, work))

    async def draw(
        self, seconds: float, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Draw a picture that a message waits for; it goes before everything else."""
        work = partial(job, *args, **kwargs)
        return cast(T, await self._run_job(JobKind.PICTURE, seconds, work))

    def waiting(self, kind: JobKind) -> int:
        """Return the number of jobs of a kind that wait for a process."""
        return self._queue.waiting(kind)

    async def warm(self, prepare: Callable[[], object] | None = None) -> None:
        """Start every process now, and let each ``prepare``, so that the first answer is fast."""
        if self._server is not None:
            self._server.prepare = prepare
        sizes = await asyncio.gather(*(self._start_one(prepare) for _ in self._workers))
        told = ", ".join(f"{size >> 20} MB" for size in sizes if size)
        if told:
            with suppress(TooSlow, Refused):  # they have ended since
                search = await self.decide(_PREPARE_SECONDS, search_backend.active_backend)
                log.info("worker processes are ready: %s; the search is %s", told, search)

    async def stop(self) -> None:
        """End the processes and drop their jobs."""
        self._stopped = True
        self._queue.close(TooSlow())
        for worker in self._workers:
            worker.close()
        if self._server is not None:
            self._server.close()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        self._threads.shutdown()
        for worker in self._workers:
            worker.drop()
        if self._server is not None:
            self._server.drop()

    async def _start_one(self, prepare: Callable[[], object] | None) -> int:
        try:
            worker = await self._acquire(JobKind.DECISION)
            start = partial(_start, worker, prepare)
            answer = await self._in_thread(worker, JobKind.DECISION, start)
        except (ProcessDied, TimedOut, TooSlow, Refused) as error:
            log.info("a worker process was not started: %s", type(error).__name__)
            return 0
        return cast(int, answer.value)

    async def _run_job(self, kind: JobKind, seconds: float, work: Callable[[], object]) -> object:
        for _ in range(_ATTEMPTS):
            worker = await self._acquire(kind)
            try:
                with self._watch(kind.name.lower()):
                    ask = partial(worker.run, seconds, work)
                    answer = await self._in_thread(worker, kind, ask)
            except TimedOut as error:
                raise TooSlow from error
            except ProcessDied:
                if self._stopped:
                    break
                log.warning("a worker process ended in the middle of a job and is replaced")
                continue
            if answer.error is not None:
                raise answer.error
            return answer.value
        raise TooSlow

    async def _acquire(self, kind: JobKind) -> WorkerProcess:
        if self._stopped:
            raise TooSlow
        return await self._queue.acquire(kind)

    async def _in_thread(
        self, worker: WorkerProcess, kind: JobKind, ask: Callable[[], JobResult]
    ) -> JobResult:
        """Run ``ask`` in a thread; the process stays taken until it returns, even if cancelled."""
        answer = asyncio.get_running_loop().run_in_executor(self._threads, ask)
        self._under_way.add(answer)
        answer.add_done_callback(partial(self._release, worker, kind))
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            if not answer.done():
                worker.kill()  # nobody awaits this answer any more
            raise

    def _release(
        self, worker: WorkerProcess, kind: JobKind, answer: asyncio.Future[JobResult]
    ) -> None:
        self._under_way.discard(answer)
        if not answer.cancelled():
            answer.exception()  # marks it as retrieved: the caller may be gone
        self._queue.release(worker, kind)


def _start(worker: WorkerProcess, prepare: Callable[[], object] | None) -> JobResult:
    """Start and prepare the process; the value is its memory in bytes."""
    worker.start()
    if prepare is not None:
        worker.run(_PREPARE_SECONDS, prepare)
    return worker.run(_PREPARE_SECONDS, own_memory)
