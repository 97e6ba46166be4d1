"""Dask worker and scheduler: the other end of a cluster, which offers its worker processes.

Dask transports the job and the answer; the bot's own worker processes run the job, with their
limits of time and memory, so it can neither hang nor fill the machine.  The Dask worker has no
token and no store.  Anybody who reaches the scheduler can run any code on its workers: it belongs
on a private network, or behind ``tls://`` with the certificates of Dask's own configuration.
"""

import asyncio
import hashlib
import logging
import pickle
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Protocol, cast

from bot.workers.pool import JobKind, WorkerPool
from bot.workers.worker_main import JobResult, picklable_error

log = logging.getLogger(__name__)

_ROOT: Final = Path(__file__).parents[2]
_NAME: Final = "preferans"
_DASHBOARD: Final = "127.0.0.1:0"  # bind Dask's dashboard, which is not used, to the local machine
_PAUSE: Final = 1.0  # seconds before reconnecting to a lost scheduler


class _ProcessPlugin(Protocol):
    """The plugin of a Dask worker, as seen by a task."""

    workers: WorkerPool


class VersionMismatch(Exception):
    """The bot and the Dask worker run different versions, whose choices would differ."""


@cache
def code_digest() -> str:
    """Return a digest of all that answers depend on: Python, the bot's modules, and its data.

    Files in ``__pycache__`` are left out: they are generated.
    """
    digest = hashlib.sha256(repr(sys.version_info[:2]).encode())
    files = {*(_ROOT / "bot").rglob("*.py"), *(_ROOT / "data").rglob("*.*")}
    for file in sorted(file for file in files - {*_ROOT.rglob("__pycache__/*")} if file.is_file()):
        digest.update(f"\n{file.relative_to(_ROOT).as_posix()}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


async def run_task(kind: JobKind, seconds: float, request: bytes, version: str) -> JobResult:
    """Run a job as a Dask task; it never raises, to keep errors out of Dask's log."""
    from distributed import get_worker

    try:
        if version != code_digest():
            raise VersionMismatch
        workers = cast(_ProcessPlugin, get_worker().plugins[_NAME]).workers
        ask = workers.run if kind is JobKind.QUESTION else workers.decide
        return JobResult(await ask(seconds, _unpickle_and_run, request))
    except Exception as error:
        return JobResult(error=picklable_error(error))


def _unpickle_and_run(request: bytes) -> object:
    """Unpickle and run a job in a worker process, the only place where its cards are readable."""
    return pickle.loads(request)()  # noqa: S301  sent by the own bot


async def run_dask_worker(address: str, count: int) -> None:
    """Offer ``count`` processes until cancelled, and reconnect to a lost scheduler."""
    workers = WorkerPool(count)
    await workers.warm()
    try:
        while True:
            with TemporaryDirectory(prefix="preferans-thinker-") as folder:
                await _serve(address, count, workers, folder)
            log.info("%s is away", address)
            await asyncio.sleep(_PAUSE)
    finally:
        await workers.stop()


async def _serve(address: str, count: int, workers: WorkerPool, folder: str) -> None:
    """Serve jobs until the connection to the scheduler is lost."""
    from distributed import Worker, WorkerPlugin

    _make_quiet()

    class Thinking(WorkerPlugin):
        """The plugin through which a task finds the processes."""

        name = _NAME

        def __init__(self) -> None:
            self.workers = workers

    plugins = (Thinking(),)
    async with Worker(
        address,
        nthreads=count,
        plugins=plugins,
        local_directory=folder,
        dashboard=False,
        dashboard_address=_DASHBOARD,
    ) as worker:
        log.info("%d processes think for %s", count, address)
        await worker.finished()


def _make_quiet() -> None:
    """Silence Dask, which logs every connection; it sets its level on import."""
    logging.getLogger("distributed").setLevel(logging.WARNING)


async def run_scheduler(address: str) -> None:
    """Run a scheduler until cancelled.  Raises OSError, ValueError."""
    from distributed import Scheduler

    _make_quiet()
    # retry once: a worker that died during a job may have died for another reason
    async with Scheduler(
        host=address, dashboard=False, dashboard_address=_DASHBOARD, allowed_failures=1
    ) as scheduler:
        log.info("jobs are shared among thinkers at %s", scheduler.address)
        await scheduler.finished()
