"""The far end of a cluster: a scheduler, and thinkers that offer it their worker processes.

Dask brings the job and takes the answer; within the thinker it is the bot's own processes that do
it, with their limits of time and memory, so a job can neither hang nor fill the machine.  It knows
no token and no store.  Whoever reaches the scheduler can run anything on its thinkers: it belongs
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

from bot.workers.child import Answer, portable
from bot.workers.line import Kind
from bot.workers.pool import Workers

log = logging.getLogger(__name__)

_ROOT: Final = Path(__file__).parents[2]
_NAME: Final = "preferans"
_OWN: Final = "127.0.0.1:0"  # Dask's pages about itself, which nobody asked for
_PAUSE: Final = 1.0  # seconds until a scheduler that was lost is looked for again


class _Offer(Protocol):
    """What a thinker hangs on its end of Dask."""

    workers: Workers


class OtherCode(Exception):
    """The bot that asks and the thinker are not of one version: choices would differ."""


@cache
def code() -> str:
    """What the answers depend on, as one digest: this Python, the bot's modules and its data.

    Not what Python and the languages keep of them beside their sources: that is made on the way.
    """
    digest = hashlib.sha256(repr(sys.version_info[:2]).encode())
    files = {*(_ROOT / "bot").rglob("*.py"), *(_ROOT / "data").rglob("*.*")}
    for file in sorted(file for file in files - {*_ROOT.rglob("__pycache__/*")} if file.is_file()):
        digest.update(f"\n{file.relative_to(_ROOT).as_posix()}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


async def think(kind: Kind, seconds: float, request: bytes, version: str) -> Answer:
    """The task: what came of the job; it never raises, so nothing of it gets into Dask's log."""
    from distributed import get_worker

    try:
        if version != code():
            raise OtherCode
        workers = cast(_Offer, get_worker().plugins[_NAME]).workers
        ask = workers.run if kind is Kind.QUESTION else workers.decide
        return Answer(await ask(seconds, _unpacked, request))
    except Exception as error:
        return Answer(error=portable(error))


def _unpacked(request: bytes) -> object:
    """In the process that thinks: only there are the cards of a job more than bytes."""
    return pickle.loads(request)()  # noqa: S301  from the own bot


async def offer(address: str, count: int) -> None:
    """Offer so many processes until told to stop; a scheduler that is away is waited for."""
    workers = Workers(count)
    await workers.warm()
    try:
        while True:
            with TemporaryDirectory(prefix="preferans-thinker-") as folder:
                await _serve(address, count, workers, folder)
            log.info("%s is away", address)
            await asyncio.sleep(_PAUSE)
    finally:
        await workers.stop()


async def _serve(address: str, count: int, workers: Workers, folder: str) -> None:
    """From the moment the scheduler is there until it no longer is."""
    from distributed import Worker, WorkerPlugin

    _make_quiet()

    class Thinking(WorkerPlugin):
        """The processes, where a task finds them."""

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
        dashboard_address=_OWN,
    ) as worker:
        log.info("%d processes think for %s", count, address)
        await worker.finished()


def _make_quiet() -> None:
    """Dask tells its log of every connection; it sets the level when it is imported."""
    logging.getLogger("distributed").setLevel(logging.WARNING)


async def schedule(address: str) -> None:
    """Share the jobs of bots among thinkers until told to stop.  Raises OSError, ValueError."""
    from distributed import Scheduler

    _make_quiet()
    # a thinker that ends in the middle of a job may have ended for no fault of it: once more
    async with Scheduler(
        host=address, dashboard=False, dashboard_address=_OWN, allowed_failures=1
    ) as scheduler:
        log.info("jobs are shared among thinkers at %s", scheduler.address)
        await scheduler.finished()
