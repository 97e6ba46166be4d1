"""Worker pool whose robots' moves are made by thinkers, with the local processes as a fallback.

Only moves leave the machine: they are most of the work, and the bot recognises an answer that is no
legal action.  Reviews, hints, drawings and proofs stay with the local processes.
"""

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from ssl import SSLContext
from threading import Thread
from typing import Final, TypeVar

import aiohttp

from bot.engine.actions import Action
from bot.engine.view import GameView
from bot.model.codec_fields import ThinkerAddress
from bot.model.values import Record
from bot.workers.code_digests import code_digest
from bot.workers.jobs import choose_move, offer_or_choose
from bot.workers.move_messages import (
    LONGEST_ANSWER,
    BadMessage,
    MoveRequest,
    Readiness,
    read_answer,
    read_readiness,
    request_text,
)
from bot.workers.pool import JobKind, WorkerPool
from bot.workers.thinker import MOVE_PATH, READY_PATH, VERSION_HEADER

# The bot's side of the thinkers: finds them, shares moves among them, drops bad answers.
#
# All of it runs on the event loop of a ``LoopThread``; other threads only read numbers.

log = logging.getLogger(__name__)

_CONNECT: Final = 3.0  # seconds to connect and to answer /ready
_PAUSES: Final = (1.0, 60.0)  # seconds between two looks at an address: the first, the longest
_AHEAD: Final = 2  # requests under way for each process: none waits for the network
_ATTEMPTS: Final = 2  # a thinker may die in the middle of a request
_MOST_ADDRESSES: Final = 64


class NoThinker(Exception):
    """No thinker has answered, for whatever reason."""


@dataclass(slots=True)
class _Thinker:
    """One thinker that has answered."""

    url: str
    name: str
    processes: int
    under_way: int = 0

    @property
    def load(self) -> float:
        return self.under_way / self.processes

    @property
    def is_free(self) -> bool:
        return self.under_way < _AHEAD * self.processes


class ThinkerClient:
    """Thinkers at ``addresses``; ``on_bad_answer`` is called for each answer that was dropped."""

    def __init__(
        self,
        addresses: Sequence[ThinkerAddress],
        tls: ssl.SSLContext | None,
        on_bad_answer: Callable[[], None],
    ) -> None:
        self._addresses = tuple(addresses)
        self._tls = tls
        self._on_bad_answer = on_bad_answer
        self._session: aiohttp.ClientSession | None = None
        self._thinkers: dict[str, _Thinker] = {}
        self._looking: list[asyncio.Task[None]] = []
        self._found = asyncio.Event()
        self._lost = {address: asyncio.Event() for address in self._addresses}
        self.moves_made = 0

    @property
    def processes(self) -> int:
        """The number of processes that think."""
        return sum(thinker.processes for thinker in self._thinkers.values())

    async def start(self) -> None:
        """Begin to look for the thinkers."""
        await asyncio.to_thread(code_digest)  # reads all source files, once
        if self._session is not None:  # perhaps opened meanwhile
            return
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, ssl=self._tls or True),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,  # nothing grows after it was measured
            timeout=aiohttp.ClientTimeout(total=_CONNECT),
            headers={VERSION_HEADER: code_digest()},
        )
        self._looking = [
            asyncio.create_task(self._keep_looking(address), name=f"thinkers at {address}")
            for address in self._addresses
        ]

    async def first_look(self) -> bool:
        """Begin to look, and wait a moment for an answer; False if there is none."""
        await self.start()
        with suppress(TimeoutError):
            async with asyncio.timeout(_CONNECT):
                await self._found.wait()
        return bool(self._thinkers)

    async def stop(self) -> None:
        """Drop all requests and connections."""
        for task in self._looking:
            task.cancel()
        await asyncio.gather(*self._looking, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    async def move(self, request: MoveRequest, seconds: float) -> Action:
        """Return the move of a thinker, legal for its seat.  Raises NoThinker."""
        for _ in range(_ATTEMPTS):
            free = [thinker for thinker in self._thinkers.values() if thinker.is_free]
            if not free:
                raise NoThinker
            thinker = min(free, key=lambda one: one.load)
            try:
                action = await self._ask(thinker, request, seconds)
            except TimeoutError as error:  # an OSError too; the table has waited long enough
                self._drop(thinker, error)
                raise NoThinker from error
            except (aiohttp.ClientError, OSError, BadMessage) as error:
                self._drop(thinker, error)
                continue
            self.moves_made += 1
            return action
        raise NoThinker

    async def _ask(self, thinker: _Thinker, request: MoveRequest, seconds: float) -> Action:
        """Ask one thinker.  Raises ClientError, OSError, TimeoutError, BadMessage, NoThinker."""
        thinker.under_way += 1
        try:
            text = await self._fetch("POST", thinker, MOVE_PATH, request_text(request), seconds)
        except aiohttp.ClientResponseError as error:
            if error.status == 503:  # busy, and nothing wrong with it
                raise NoThinker from error
            raise
        finally:
            thinker.under_way -= 1
        return read_answer(text, request.view)

    async def _fetch(
        self, method: str, thinker: _Thinker, path: str, body: bytes | None, seconds: float
    ) -> bytes:
        """Return the body of an answer, at most ``LONGEST_ANSWER`` bytes.

        Raises BadMessage for a longer one, ClientResponseError for a refusal.
        """
        assert self._session is not None
        async with (
            asyncio.timeout(seconds),
            self._session.request(
                method,
                thinker.url + path,
                data=body,
                allow_redirects=False,
                server_hostname=thinker.name if self._tls else None,
            ) as response,
        ):
            if response.status != 200:
                raise aiohttp.ClientResponseError(
                    response.request_info, response.history, status=response.status
                )
            text = bytearray()
            async for part in response.content.iter_any():
                text += part
                if len(text) > LONGEST_ANSWER:
                    raise BadMessage
            return bytes(text)

    def _drop(self, thinker: _Thinker, error: Exception) -> None:
        """Ask a thinker nothing more until it has answered /ready again."""
        if isinstance(error, BadMessage):
            self._on_bad_answer()
            log.warning("the thinker at %s has given a bad answer", thinker.url)
        elif self._thinkers.get(thinker.url) is thinker:
            log.warning("the thinker at %s is away: %s", thinker.url, type(error).__name__)
        if self._thinkers.get(thinker.url) is thinker:
            del self._thinkers[thinker.url]
        for lost in self._lost.values():
            lost.set()

    # looking for thinkers -------------------------------------------------------------------

    async def _keep_looking(self, address: ThinkerAddress) -> None:
        """Look for thinkers at an address until cancelled; the pause grows while none is new."""
        pause, lost = _PAUSES[0], self._lost[address]
        while True:
            lost.clear()
            before = len(self._thinkers)
            await self._look(address)
            pause = _PAUSES[0] if len(self._thinkers) > before else min(2 * pause, _PAUSES[1])
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await lost.wait()
                await asyncio.sleep(_PAUSES[0])
                pause = _PAUSES[0]

    async def _look(self, address: ThinkerAddress) -> None:
        found = await _resolved(address)
        new = [url for url in found if url not in self._thinkers]
        await asyncio.gather(*(self._greet(url, address) for url in new))

    async def _greet(self, url: str, address: ThinkerAddress) -> None:
        thinker = _Thinker(url, address.host, 1)
        try:
            text = await self._fetch("GET", thinker, READY_PATH, None, _CONNECT)
            said: Readiness = read_readiness(text)
        except (aiohttp.ClientError, OSError, TimeoutError, BadMessage) as error:
            log.info("no thinker at %s: %s", url, type(error).__name__)
            return
        if said.version != code_digest():
            log.warning("the thinker at %s runs another version", url)
            return
        thinker.processes = said.processes
        self._thinkers[url] = thinker
        self._found.set()
        log.info("%d processes think at %s", said.processes, url)


async def _resolved(address: ThinkerAddress) -> list[str]:
    """Return the URLs of all machines behind an address; none if its name is unknown."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except OSError:
        return []
    hosts = dict.fromkeys(str(where[4][0]) for where in found)
    shown = (f"[{host}]" if ":" in host else host for host in hosts)
    return [f"{address.scheme}://{host}:{address.port}" for host in shown][:_MOST_ADDRESSES]


_NETWORK_SECONDS: Final = 0.5  # for the way there and back, added to a job's own limit


class RemotePool(WorkerPool):
    """Worker pool that asks thinkers first; ``on_bad_answer`` counts the answers it dropped."""

    def __init__(
        self,
        addresses: Sequence[ThinkerAddress],
        tls: SSLContext | None = None,
        count: int = 2,
        watch: Callable[[str], AbstractContextManager[object]] = nullcontext,
        on_bad_answer: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(count, watch)
        self._client = ThinkerClient(addresses, tls, on_bad_answer)
        self._loop_thread = LoopThread("thinkers")
        self._is_started = False

    @property
    def thinking_processes(self) -> int:
        """The number of processes of all thinkers that answer."""
        return self._client.processes

    @property
    def moves_made(self) -> int:
        """The number of moves that thinkers have made."""
        return self._client.moves_made

    async def warm(self, prepare: Callable[[], object] | None = None) -> None:
        """Look for the thinkers; if none answers, start the local processes."""
        self._is_started = True
        with suppress(LoopStopped):  # stopped meanwhile
            if not await self._loop_thread.run(self._client.first_look()):
                await super().warm(prepare)

    async def stop(self) -> None:
        """Close the connections to the thinkers, and end the local processes."""
        self._stopped = True
        if self._is_started:
            self._is_started = False
            await self._loop_thread.run(self._client.stop())
        await self._loop_thread.stop()
        await super().stop()

    async def _run_job(self, kind: JobKind, seconds: float, work: Callable[[], object]) -> object:
        request = _move_request(work)
        if request is not None and not self._stopped:
            try:
                return await self._ask(kind, seconds, request)
            except (NoThinker, LoopStopped):
                pass  # the local processes do it
        return await super()._run_job(kind, seconds, work)

    async def _ask(self, kind: JobKind, seconds: float, request: MoveRequest) -> object:
        if not self._is_started:
            self._is_started = True
            await self._loop_thread.run(self._client.start())
        with self._watch(kind.name.lower()):
            return await self._loop_thread.run(
                self._client.move(request, seconds + _NETWORK_SECONDS)
            )


def _move_request(work: Callable[[], object]) -> MoveRequest | None:
    """Return the request of a job that chooses a robot's move; None for every other job."""
    if not isinstance(work, partial) or work.func not in (choose_move, offer_or_choose):
        return None
    level, view, seed = work.args
    assert isinstance(level, str)
    assert isinstance(view, GameView)
    assert isinstance(seed, int)
    return MoveRequest(level, view, seed, work.func is offer_or_choose)


# An event loop in a thread of its own, for a library that always has pending tasks.
#
# The bot's loop sees only the results: no timer, no socket, no task. The simulated Discord of the
# tests, which waits until the bot's loop is idle, depends on that.

T = TypeVar("T")


class LoopStopped(Exception):
    """The loop was stopped before the work was done."""


class _Failed(Record):
    """An error as a value: asyncio would log an exception that nobody awaits any more."""

    error: Exception


async def _outcome(work: Coroutine[object, object, T]) -> T | _Failed:
    try:
        return await work
    except Exception as error:
        return _Failed(error)


class LoopThread:
    """Event loop in a thread, started by the first ``run``, ended by ``stop``."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._stopping = asyncio.Event()
        self._thread = Thread(target=self._run_loop, name=name, daemon=True)

    async def run(self, work: Coroutine[object, object, T]) -> T:
        """Await a coroutine on the other loop; cancellation is passed on.  Raises LoopStopped."""
        if not self._thread.is_alive():
            self._thread.start()
        # in a context of its own: context variables of the caller do not apply there
        future = Context().run(asyncio.run_coroutine_threadsafe, _outcome(work), self._loop)
        try:
            outcome = await asyncio.wrap_future(future)
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise LoopStopped from error
        if isinstance(outcome, _Failed):
            raise outcome.error
        return outcome

    async def stop(self) -> None:
        """Cancel all pending tasks of the loop and end its thread."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stopping.set)
            await asyncio.to_thread(self._thread.join)
        else:
            self._loop.close()

    def _run_loop(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._stopping.wait())
